import type { ChoreOfDay } from '#domain/records/chores.ts';

export const buildChore = (values: Partial<ChoreOfDay> & Pick<ChoreOfDay, 'day'>): ChoreOfDay => ({
  id: 'chore',
  name: 'Fence',
  subject: null,
  animalIds: [],
  groupId: null,
  placeId: null,
  repeat: null,
  putOffTo: null,
  reason: null,
  doneOn: null,
  doneBy: null,
  responsible: null,
  archivedAt: null,
  ...values,
});
