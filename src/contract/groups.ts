import { z } from 'zod';
import { storedForms } from '#domain/records/fields.ts';
import { groupFields } from '#domain/records/group.ts';
import { Id } from '#domain/records/values.ts';
import { Page } from './common.ts';
import { route } from './route.ts';

export const Group = z.object({
  id: z.string(),
  ...storedForms(groupFields),
  /** When it was archived; null while it is in use. */
  archivedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
});
export type Group = z.infer<typeof Group>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewGroup = z
  .object({ ...groupFields, id: Id })
  .partial()
  .required({ name: true });
export type NewGroup = z.output<typeof NewGroup>;

/**
 * Only the fields that are sent change; `isArchived` archives or restores it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const GroupChange = z.object({ ...groupFields, isArchived: z.boolean(), version: z.int() }).partial();
export type GroupChange = z.output<typeof GroupChange>;

export const groupRoutes = {
  listGroups: route({
    method: 'GET',
    path: '/groups',
    access: 'farm',
    needs: 'see',
    summary: 'List the groups of the farm, newest first, including archived ones',
    query: Page,
    reply: z.array(Group),
    byRevision: true,
  }),
  addGroup: route({
    method: 'POST',
    path: '/groups',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Add a group of animals',
    body: NewGroup,
    reply: Group,
    status: 201,
    errors: ['create.conflict', 'farm.full'],
  }),
  changeGroup: route({
    method: 'PATCH',
    path: '/groups/:id',
    access: 'farm',
    needs: 'keep',
    offline: true,
    summary: 'Change, archive or restore a group; what was recorded with it does not change',
    params: z.object({ id: Id }),
    body: GroupChange,
    reply: Group,
    errors: ['groups.not_found', 'record.stale'],
  }),
} as const;
