import { HookMessage } from '../src/contract/hooks.ts';
import { hookAdded } from '../src/domain/hooks.ts';

/** Says which values the fields of one kind of message have. */
const messageOf = (type: string, message: object): object => {
  const data = { type: 'object', properties: { kind: { type: 'string', const: type.split('.')[0] } } };
  const known = { type: 'object', properties: { type: { type: 'string', const: type }, data } };
  return { allOf: [message, known] };
};

/** The messages of Standard Webhooks 1.0.0 that a hook receives, which are all a `HookMessage`. */
export const webhooks = (message: object): object =>
  Object.fromEntries(
    HookMessage.shape.type.options.map((type) => [
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
            content: { 'application/json': { schema: messageOf(type, message) } },
          },
          responses: { 204: { description: 'Received' }, '4XX': { description: 'Not received; it is sent again later' } },
        },
      },
    ]),
  );
