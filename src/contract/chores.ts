import { z } from 'zod';
import { choreFields } from '#domain/records/chore.ts';
import { storedForms } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { Message, Page } from './common.ts';
import { route } from './route.ts';

export const Chore = z.object({
  id: z.string(),
  ...storedForms(choreFields),
  /** When it was done; null while it is open. */
  archivedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
});
export type Chore = z.infer<typeof Chore>;

/** `doneBy` is set by the server. */
const { doneBy: _, ...enteredFields } = choreFields;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewChore = z
  .object({ ...enteredFields, id: Id })
  .partial()
  .required({ name: true, day: true });
export type NewChore = z.output<typeof NewChore>;

/**
 * A chore is marked as done with `isArchived` and `doneOn`, or a repeating one with `doneOn` and its next `day`. It is postponed with
 * `putOffTo` and `reason`. With `version`, the request is refused with `record.stale` if it has changed since it was read.
 */
export const ChoreChange = z.object({ ...enteredFields, isArchived: z.boolean(), version: z.int() }).partial();
export type ChoreChange = z.output<typeof ChoreChange>;

const ById = z.object({ id: Id });

export const choreRoutes = {
  listChores: route({
    method: 'GET',
    path: '/chores',
    access: 'farm',
    needs: 'see',
    summary: 'List the chores of the farm, newest first, including those that are done or postponed',
    query: Page,
    reply: z.array(Chore),
    byRevision: true,
  }),
  addChore: route({
    method: 'POST',
    path: '/chores',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Add a chore for a day, or postpone a task that Today computes',
    body: NewChore,
    maxBodyBytes: 256 * 1024,
    reply: Chore,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changeChore: route({
    method: 'PATCH',
    path: '/chores/:id',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Change or postpone a chore, or mark it as done or not done; only the fields that are sent change',
    params: ById,
    body: ChoreChange,
    maxBodyBytes: 256 * 1024,
    reply: Chore,
    errors: ['chores.not_found', 'record.stale'],
  }),
  deleteChore: route({
    method: 'DELETE',
    path: '/chores/:id',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Delete a chore; a task that it postponed is due on its own day again',
    params: ById,
    reply: Message,
    errors: ['chores.not_found'],
  }),
} as const;
