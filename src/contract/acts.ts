import { z } from 'zod';
import { RecordedEvent } from './events.ts';
import { route } from './route.ts';

export const recentActs = 50;
export const shownChanges = 5;

export const ActChange = z.object({
  kind: z.string(),
  id: z.string(),
  change: z.enum(['created', 'changed', 'deleted']),
  /** The animals that the record is about, if known. */
  animalIds: z.array(z.string()),
  /** `[before, after]` of each field that changed, `[before]` of a deleted record; null for a new one. */
  fields: z.record(z.string(), z.array(z.unknown()).readonly()).readonly().nullable(),
});

/** A person, including former members, an API key, or a job of the server. */
export const HistoryAuthor = z.object({
  kind: z.enum(['person', 'key', 'job']),
  id: z.string(),
  /** null if the account or the key no longer exists. */
  name: z.string().nullable(),
});
export type HistoryAuthor = z.infer<typeof HistoryAuthor>;

/** The changes of the farm made by one request or one job of the server. */
export const FarmAct = z.object({
  revision: z.int(),
  at: z.string(),
  /** null if unknown. */
  by: HistoryAuthor.nullable(),
  /** The `operationId` of the call, or the name of the server's job. */
  call: z.string(),
  /** The number of changed records of each kind. At most 2,500 changes are counted. */
  counts: z.record(z.string(), z.int()),
  /** The first changes, events before others. */
  changes: z.array(ActChange),
  /** The events among `changes`. */
  events: z.array(RecordedEvent),
  /** The revision of the act that this one undoes. */
  undoes: z.int().nullable(),
  isUndone: z.boolean(),
  /** Whether the caller may undo it. */
  canUndo: z.boolean(),
  /** Whether it cannot be undone because a record of it has been changed again, or is used, since. */
  isChangedSince: z.boolean(),
});
export type FarmAct = z.infer<typeof FarmAct>;

export const actRoutes = {
  listActs: route({
    method: 'GET',
    path: '/acts',
    access: 'farm',
    needs: 'see',
    summary: `List the last ${recentActs} acts on the farm with who did them, newest first; fewer if their changes are very long`,
    reply: z.array(FarmAct),
  }),
  undoAct: route({
    method: 'POST',
    path: '/acts/:revision/undo',
    access: 'farm',
    needs: 'record',
    summary: 'Undo all changes of one act; it stays in the history',
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
