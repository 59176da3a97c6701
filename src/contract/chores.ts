import { z } from 'zod';
import { choreFields } from '#domain/records/chore.ts';
import { storedForms } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { Message, Page } from './common.ts';
import { route } from './route.ts';

export const Chore = z.object({
  id: z.string(),
  ...storedForms(choreFields),
  /** Since when it is done and not asked for any more; null: it is to be done. */
  archivedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
});
export type Chore = z.infer<typeof Chore>;

/** The server says who did it. */
const { doneBy: _, ...enteredFields } = choreFields;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewChore = z
  .object({ ...enteredFields, id: Id })
  .partial()
  .required({ name: true, day: true });
export type NewChore = z.output<typeof NewChore>;

/**
 * It is done with `isArchived` and `doneOn`; one that repeats goes on with `doneOn` and its next `day`. It is put off with `putOffTo` and
 * `reason`. With `version`, the request is refused with `record.stale` if it has changed since it was read.
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
    summary: 'List what is to be done on a day, newest first, with what is done and with what was put off',
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
    summary: 'Add something that is to be done on a day, or put off something that Today says by itself',
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
    summary: 'Change a chore, put it off, or say that it is done or is not; only the fields that are sent change',
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
    summary: 'Delete a chore; where it puts something off, that is asked for on its own day again',
    params: ById,
    reply: Message,
    errors: ['chores.not_found'],
  }),
} as const;
