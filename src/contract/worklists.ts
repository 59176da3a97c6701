import { z } from 'zod';
import { storedForms } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { worklistFields } from '#domain/records/worklist.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

export const Worklist = z.object({
  id: z.string(),
  ...storedForms(worklistFields),
  /** When it was finished; null while it is open. */
  archivedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
});
export type Worklist = z.infer<typeof Worklist>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewWorklist = z
  .object({ ...worklistFields, id: Id })
  .partial()
  .required({ name: true, work: true });
export type NewWorklist = z.output<typeof NewWorklist>;

/**
 * The expected animals cannot be changed. `isArchived` finishes or reopens it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const WorklistChange = z.object({ name: worklistFields.name, isArchived: z.boolean(), version: z.int() }).partial();
export type WorklistChange = z.output<typeof WorklistChange>;

export const worklistRoutes = {
  listWorklists: route({
    method: 'GET',
    path: '/worklists',
    access: 'farm',
    needs: 'see',
    summary: 'List the worklists of the farm, newest first, including finished ones',
    query: Page,
    reply: z.array(Worklist),
    byRevision: true,
  }),
  addWorklist: route({
    method: 'POST',
    path: '/worklists',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Begin a worklist for many animals; the results are events that refer to it',
    body: NewWorklist,
    maxBodyBytes: 256 * 1024,
    reply: Worklist,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changeWorklist: route({
    method: 'PATCH',
    path: '/worklists/:id',
    access: 'farm',
    needs: 'record',
    offline: true,
    summary: 'Change, finish or reopen a worklist; what was recorded with it does not change',
    params: z.object({ id: Id }),
    body: WorklistChange,
    reply: Worklist,
    errors: ['worklists.not_found', 'record.stale'],
  }),
} as const;
