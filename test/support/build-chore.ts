import { choreFields } from '#domain/records/chore.ts';
import type { ChoreOfDay } from '#domain/records/chores.ts';
import { unsetValues } from '#domain/records/fields.ts';

const { note: _, ...unset } = unsetValues(choreFields);

export const buildChore = (values: Partial<ChoreOfDay> & Pick<ChoreOfDay, 'day'>): ChoreOfDay =>
  ({ ...unset, id: 'chore', name: 'Fence', archivedAt: null, ...values }) as ChoreOfDay;
