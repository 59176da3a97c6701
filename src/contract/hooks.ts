import { z } from 'zod';
import { hookAdded, hookEvents, hookKinds, type HookEvent } from '#domain/hooks.ts';
import { Id } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { route } from './route.ts';

export const maxHooks = 10;
export const shownDeliveries = 50;

const HookEventType = z.enum(hookEvents as [HookEvent, ...HookEvent[]], 'Not something that is told');

export const Hook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(HookEventType),
  state: z.enum(['on', 'off']),
  /** Why it is off: switched off by an owner, answered with 410, failing for days, or its creator is no longer an owner. */
  offReason: z.enum(['owner', 'gone', 'failing', 'maker']).nullable(),
  /** Until then deliveries are also signed with the previous secret. */
  previousUntil: z.string().nullable(),
  createdAt: z.string(),
  waiting: z.int(),
});
export type Hook = z.infer<typeof Hook>;

/** The server rejects addresses in private networks, and checks again at each connection. */
const Url = z
  .string()
  .trim()
  .max(2000, 'At most 2,000 characters')
  .refine((value) => isHookUrl(value), 'Enter an address that begins with https://, without a name and password in it');

function isHookUrl(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return (
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !value.includes('#')
  );
}

const Events = z.array(HookEventType).min(1, 'Choose what is told').max(hookEvents.length);

export const NewHook = z.object({ url: Url, events: Events });

/** `rotatesSecret` generates a new secret; deliveries are signed with both for a day. */
export const HookChange = z.object({ events: Events, state: z.enum(['on', 'off']), rotatesSecret: z.boolean() }).partial();
export type HookChange = z.output<typeof HookChange>;

export const HookDelivery = z.object({
  id: z.string(),
  type: z.string(),
  kind: z.string(),
  recordId: z.string(),
  at: z.string(),
  /** 'held' deliveries may have been sent before the database was restored from a backup. */
  state: z.enum(['waiting', 'done', 'failed', 'held']),
  attempts: z.int(),
  triedAt: z.string().nullable(),
  /** When the next attempt is due; null if there is none. */
  nextAt: z.string().nullable(),
  outcome: z.string().nullable(),
});
export type HookDelivery = z.infer<typeof HookDelivery>;

/** What a webhook receives: which record to read. */
export const HookMessage = z.object({
  type: z.enum([hookAdded, ...hookEvents]),
  timestamp: z.string().meta({ format: 'date-time' }),
  data: z.object({
    kind: z.enum(['hook', ...hookKinds]),
    id: z.string(),
    farmId: z.string(),
    revision: z.int().describe('The state of the farm with this change, as in GET /api/changes'),
  }),
});
export type HookMessage = z.infer<typeof HookMessage>;

const params = z.object({ id: Id });
/** null unless a new secret was generated. */
const secret = z.string().nullable();

export const hookRoutes = {
  listHooks: route({
    method: 'GET',
    path: '/hooks',
    access: 'farm',
    needs: 'hooks',
    summary: 'List the webhooks of the farm',
    reply: z.array(Hook),
  }),
  addHook: route({
    method: 'POST',
    path: '/hooks',
    access: 'farm',
    needs: 'hooks',
    summary: 'Add a webhook (Standard Webhooks 1.0.0) for changes on the farm; a first message is sent at once',
    body: NewHook,
    reply: z.object({ hook: Hook, secret: z.string() }),
    status: 201,
    errors: ['plan.not_included', 'hooks.too_many', 'request.too_many'],
  }),
  changeHook: route({
    method: 'PATCH',
    path: '/hooks/:id',
    access: 'farm',
    needs: 'hooks',
    summary: 'Change the events of a webhook, switch it off or on, or rotate its secret',
    params,
    body: HookChange,
    reply: z.object({ hook: Hook, secret }),
    errors: ['hooks.not_found', 'plan.not_included', 'request.too_many'],
  }),
  deleteHook: route({
    method: 'DELETE',
    path: '/hooks/:id',
    access: 'farm',
    needs: 'hooks',
    summary: 'Delete a webhook with its deliveries',
    params,
    reply: Message,
    errors: ['hooks.not_found'],
  }),
  listHookDeliveries: route({
    method: 'GET',
    path: '/hooks/:id/deliveries',
    access: 'farm',
    needs: 'hooks',
    summary: `List the last ${shownDeliveries} deliveries of a webhook, newest first`,
    params,
    reply: z.array(HookDelivery),
    errors: ['hooks.not_found'],
  }),
  sendHookDeliveryAgain: route({
    method: 'POST',
    path: '/hooks/:id/deliveries/:deliveryId/send-again',
    access: 'farm',
    needs: 'hooks',
    summary: 'Send a delivery again, with the same webhook-id',
    params: z.object({ id: Id, deliveryId: Id }),
    reply: HookDelivery,
    errors: ['hooks.not_found', 'plan.not_included'],
  }),
} as const;
