import { z } from 'zod';
import { RecordedEvent } from './events.ts';
import { route } from './route.ts';

export const recentActs = 50;
export const shownChanges = 5;

export const ActChange = z.object({
  kind: z.string(),
  id: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  /** The animals that the record is about, as far as they are known. */
  animalIds: z.array(z.string()),
  /** `[before, after]` of each field that changed, `[before]` of a deleted record; null for a new one. */
  fields: z.record(z.string(), z.array(z.unknown()).readonly()).readonly().nullable(),
});

/** What one request or one job of the server changed on the farm. */
export const FarmAct = z.object({
  revision: z.int(),
  at: z.string(),
  /** The name of the person or of the API key; null if it is not known any more, or if the server did it by itself. */
  by: z.string().nullable(),
  /** The name of the call in this description, or of the server's job. */
  call: z.string(),
  /** How many records of each kind changed, among the first changes that are counted: at most 2,500. */
  counts: z.record(z.string(), z.int()),
  /** The first of them, events before others. */
  changes: z.array(ActChange),
  /** Those of the first changes that are events. */
  events: z.array(RecordedEvent),
  /** The revision of the act that this one takes back. */
  undoes: z.int().nullable(),
  isUndone: z.boolean(),
  /** Whether the caller may take it back. It is refused if something was changed again since. */
  canUndo: z.boolean(),
});
export type FarmAct = z.infer<typeof FarmAct>;

export const actRoutes = {
  listActs: route({
    method: 'GET',
    path: '/acts',
    access: 'farm',
    needs: 'see',
    summary: `List the last ${recentActs} acts on the farm with who did them, newest first`,
    reply: z.array(FarmAct),
  }),
  undoAct: route({
    method: 'POST',
    path: '/acts/:revision/undo',
    access: 'farm',
    needs: 'record',
    summary: 'Take back everything that one act changed; it stays in the history',
    params: z.object({ revision: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    reply: FarmAct,
    errors: [
      'acts.not_found',
      'acts.not_undoable',
      'acts.changed_since',
      'animals.not_found',
      'animals.in_withdrawal',
      'breeding.not_found',
      'create.conflict',
      'farm.full',
      'plan.limit_reached',
    ],
  }),
} as const;
