import { z } from 'zod';
import { choreFields } from '#domain/records/chore.ts';
import { Id } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { entryChangeOf, entryOf, listRoutes, newEntryOf } from './farm-lists.ts';
import { route } from './route.ts';

export const Chore = entryOf(choreFields, 'When it was done; null while it is open');
export type Chore = z.infer<typeof Chore>;

/** `doneBy` is set by the server. */
const { doneBy: _, ...enteredFields } = choreFields;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewChore = newEntryOf(enteredFields).required({ name: true, day: true });
export type NewChore = z.output<typeof NewChore>;

/**
 * A chore is marked as done with `isArchived` and `doneOn`, or a repeating one with `doneOn` and its next `day`. It is postponed with
 * `putOffTo` and `reason`. With `version`, the request is refused with `record.stale` if it has changed since it was read.
 */
export const ChoreChange = entryChangeOf(enteredFields);
export type ChoreChange = z.output<typeof ChoreChange>;

const routes = listRoutes({
  name: 'chores',
  needs: 'record',
  entry: Chore,
  added: NewChore,
  change: ChoreChange,
  summaries: {
    list: 'List the chores of the farm, newest first, including those that are done or postponed',
    add: 'Add a chore for a day, or postpone a task that Today computes',
    change: 'Change or postpone a chore, or mark it as done or not done; only the fields that are sent change',
  },
});

export const choreRoutes = {
  ...routes,
  deleteChore: route({
    method: 'DELETE',
    path: '/chores/:id',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Delete a chore; a task that it postponed is due on its own day again',
    params: z.object({ id: Id }),
    reply: Message,
    errors: ['chores.not_found'],
  }),
} as const;
