import { z } from 'zod';
import { groupFields } from '#domain/records/group.ts';
import { entryChangeOf, entryOf, listRoutes, newEntryOf } from './farm-lists.ts';

export const Group = entryOf(groupFields, 'When it was archived; null while it is in use');
export type Group = z.infer<typeof Group>;

/** With an `id` made by the client, sending the request again adds nothing. */
export const NewGroup = newEntryOf(groupFields).required({ name: true });
export type NewGroup = z.output<typeof NewGroup>;

/**
 * Only the fields that are sent change; `isArchived` archives or restores it. With `version`, the request is refused with
 * `record.stale` if it has changed since it was read.
 */
export const GroupChange = entryChangeOf(groupFields);
export type GroupChange = z.output<typeof GroupChange>;

export const groupRoutes = listRoutes({
  name: 'groups',
  needs: 'keep',
  entry: Group,
  added: NewGroup,
  change: GroupChange,
  summaries: {
    list: 'List the groups of the farm, newest first, including archived ones',
    add: 'Add a group of animals',
    change: 'Change, archive or restore a group; what was recorded with it does not change',
  },
});
