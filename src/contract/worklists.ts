import { z } from 'zod';
import { storedForms } from '#domain/records/fields.ts';
import { Id } from '#domain/records/values.ts';
import { worklistFields } from '#domain/records/worklist.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

export const Worklist = z.object({
  id: z.string(),
  ...storedForms(worklistFields),
  /** Since when it is finished; null: it goes on. */
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
 * Whom it expects is settled when it begins. `isArchived` finishes it or goes on with it. With `version`, the request is refused with
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
    summary: 'List what was done with many animals in one go, newest first, with what is finished',
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
    summary: 'Begin to do something with many animals: the events that name it are what was done',
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
    summary: 'Change a worklist, finish it or go on with it; what was recorded with it stays as it is',
    params: z.object({ id: Id }),
    body: WorklistChange,
    reply: Worklist,
    errors: ['worklists.not_found', 'record.stale'],
  }),
} as const;
