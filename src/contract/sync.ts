import { z } from 'zod';
import { maxOperations, operationShape } from '#domain/offline.ts';
import { Id } from '#domain/records/values.ts';
import { errors } from './errors.ts';
import { route } from './route.ts';

export { maxOperations, operationShape } from '#domain/offline.ts';

/** One call that a browser has stored before sending it. Its id makes it harmless to send again. */
export const Operation = z.object({
  id: Id,
  shape: z.int().min(1).default(operationShape),
  /** The name of a route with `offline: true`. */
  call: z.string().max(50),
  params: z.record(z.string().max(50), z.string().max(200)).default({}),
  body: z.unknown().optional(),
  /** Operations without which this one is not done. */
  needs: z.array(Id).max(maxOperations).default([]),
});
export type Operation = z.output<typeof Operation>;

export const OperationResult = z.object({
  id: z.string(),
  /**
   * `applied` now, or `replayed`: it was applied by an earlier request. `refused`: nothing was written, and it will not be as it is.
   * `clash`: the record has changed since it was read. `later`: nothing was written; send it again, after what it needs.
   */
  outcome: z.enum(['applied', 'replayed', 'refused', 'clash', 'later']),
  status: z.int().optional(),
  code: z.enum(Object.keys(errors) as [keyof typeof errors]).optional(),
  message: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** What the call answers; of a clash, the record as it is now. */
  row: z.unknown().optional(),
});
export type OperationResult = z.infer<typeof OperationResult>;

export const syncRoutes = {
  sync: route({
    method: 'POST',
    path: '/sync',
    access: 'farm',
    needs: 'see',
    summary: 'Do what a browser has stored, in its order: each operation is a call of its own and succeeds or fails by itself',
    body: z.object({
      device: z.string().max(100),
      /** As `GET /api/changes` says it; refused with `sync.reset` when it is another. */
      epoch: z.string().max(100),
      /** The farm that the browser has stored these of; refused with `farms.other_open` when the session works in another one. */
      farmId: z.string().max(100).optional(),
      /** Whose they are; refused in the same way when somebody else is signed in by now. */
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
