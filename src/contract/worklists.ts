import { z } from 'zod';
import { worklistFields } from '#domain/records/worklist.ts';
import { entryChangeOf, entryOf, listRoutes, newEntryOf } from './farm-lists.ts';

export const Worklist = entryOf(worklistFields, 'When it was finished; null while it is open');
export type Worklist = z.infer<typeof Worklist>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewWorklist = newEntryOf(worklistFields).required({ name: true, work: true });
export type NewWorklist = z.output<typeof NewWorklist>;

/**
 * The expected animals cannot be changed. `isArchived` finishes or reopens it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const WorklistChange = entryChangeOf({ name: worklistFields.name });
export type WorklistChange = z.output<typeof WorklistChange>;

export const worklistRoutes = listRoutes({
  name: 'worklists',
  needs: 'record',
  entry: Worklist,
  added: NewWorklist,
  change: WorklistChange,
  summaries: {
    list: 'List the worklists of the farm, newest first, including finished ones',
    add: 'Begin a worklist for many animals; the results are events that refer to it',
    change: 'Change, finish or reopen a worklist; what was recorded with it does not change',
  },
});
