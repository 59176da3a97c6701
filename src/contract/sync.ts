import { z } from 'zod';
import { maxOperations, operationShape } from '#domain/offline.ts';
import { Id, NewId } from '#domain/records/values.ts';
import { errors } from './errors.ts';
import { route } from './route.ts';

export { maxOperations, operationShape } from '#domain/offline.ts';

/** A call that a browser has stored before sending it. Its id makes it safe to send again. */
export const Operation = z.object({
  id: NewId,
  shape: z.int().min(1).default(operationShape),
  /** The name of a route with `offline: true`. */
  call: z.string().min(1).max(50),
  params: z.record(z.string().max(50), z.string().max(200)).default({}),
  body: z.unknown().meta({ type: 'object' }).optional(),
  /** The operations that must be applied before this one. */
  needs: z.array(Id).max(maxOperations).default([]),
});
export type Operation = z.output<typeof Operation>;

export const OperationResult = z.object({
  id: z.string(),
  /**
   * `applied`: applied now. `replayed`: applied by an earlier request. `refused`: nothing was written, and sending it unchanged will be
   * refused again. `clash`: the record has changed since it was read. `later`: nothing was written; send it again after those it needs.
   */
  outcome: z.enum(['applied', 'replayed', 'refused', 'clash', 'later']),
  status: z.int().optional(),
  code: z.enum(Object.keys(errors) as [keyof typeof errors]).optional(),
  message: z.string().optional(),
  /** The first 50. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** How many errors there are besides these. */
  moreErrors: z.int().optional(),
  /** The reply of the call. */
  row: z
    .unknown()
    .meta({ type: ['object', 'null'] })
    .optional(),
});
export type OperationResult = z.infer<typeof OperationResult>;

export const syncRoutes = {
  sync: route({
    method: 'POST',
    path: '/sync',
    access: 'farm',
    needs: 'see',
    summary:
      'Apply operations that a browser has stored, in order; each is a call of its own that succeeds or fails independently',
    body: z.object({
      device: z.string().min(1).max(100),
      /** The `epoch` of `GET /api/changes`; refused with `sync.reset` if it differs. */
      epoch: z.string().min(1).max(100),
      /** The farm of the stored operations; refused with `farms.other_open` if the session works in another one. */
      farmId: z.string().max(100).optional(),
      /** The person who stored them; refused in the same way if somebody else is signed in now. */
      userId: z.string().max(100).optional(),
      ops: z
        .array(Operation)
        .min(1, 'Send at least one operation')
        .max(maxOperations, `Send at most ${maxOperations} operations`),
    }),
    maxBodyBytes: 4 * 1024 * 1024,
    reply: z.object({ revision: z.int(), results: z.array(OperationResult) }),
    errors: ['sync.reset', 'farms.other_open'],
  }),
} as const;
