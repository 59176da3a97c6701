import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

describeOnEachEngine('chores', (server) => {
  test('a chore keeps fields that a change does not contain, and has who did it and when', async () => {
    const person = await server().register();
    const { id } = await person.call('addPlace', { body: { name: 'Top field' } });
    const fence = {
      name: 'Mend the fence',
      day: '2026-05-02',
      repeat: 'week',
      note: 'Take wire',
      responsible: 'Old Tom',
    } as const;
    const added = await person.call('addChore', { body: { ...fence, placeId: id } });
    const change = { params: { id: added.id }, body: { isArchived: true, doneOn: '2026-05-03' } };
    const done = await person.call('changeChore', change);
    const more = { placeId: id, doneOn: '2026-05-03', doneBy: person.username, archivedAt: expect.any(String) as string };
    expect(done).toMatchObject({ ...fence, ...more });
    expect(await person.call('changeChore', change)).toEqual(done);
    const undone = await person.call('changeChore', { ...change, body: { isArchived: false, doneOn: null } });
    expect(undone).toEqual({ ...added, version: 3 });
    expect(await person.call('listChores')).toEqual([undone]);
  });
});
