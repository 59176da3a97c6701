import { z } from 'zod';
import { hookAdded, hookEvents, hookKinds } from '../src/domain/hooks.ts';

const hookMessages = [hookAdded, ...hookEvents] as const;

export const HookMessage = z.object({
  type: z.enum(hookMessages),
  timestamp: z.string().meta({ format: 'date-time' }),
  data: z.object({
    kind: z.enum(['hook', ...hookKinds]),
    id: z.string(),
    farmId: z.string(),
    revision: z.int().describe('The state of the farm with this change, as in GET /api/changes'),
  }),
});

/** Says which values the fields of one kind of message have. */
const messageOf = (type: string): object => {
  const data = { type: 'object', properties: { kind: { type: 'string', const: type.split('.')[0] } } };
  const known = { type: 'object', properties: { type: { type: 'string', const: type }, data } };
  return { allOf: [{ $ref: '#/components/schemas/HookMessage' }, known] };
};

/** The messages of Standard Webhooks 1.0.0 that a hook receives. */
export const webhooks = (): object =>
  Object.fromEntries(
    hookMessages.map((type) => [
      type,
      {
        post: {
          operationId: `on ${type}`.replaceAll(/[ .](\w)/g, (_, letter: string) => letter.toUpperCase()),
          tags: ['Webhooks'],
          summary:
            type === hookAdded
              ? 'The webhook was added; sent once, whatever its events are'
              : `A record of the kind ${type.split('.')[0]} was ${type.split('.')[1]}`,
          description: 'Verify the signature, answer with 2xx within seconds, and read the record by its id.',
          security: [],
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header',
            required: true,
            description: 'See Standard Webhooks 1.0.0',
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: messageOf(type) } },
          },
          responses: { 204: { description: 'Received' }, '4XX': { description: 'Not received; it is sent again later' } },
        },
      },
    ]),
  );
