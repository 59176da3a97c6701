import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '#test/engines.ts';

const refusedAt = (path: string) => ({ code: 'request.invalid', errors: [{ path }] });

describeOnEachEngine('chores', (server) => {
  const goat = { species: 'goat', sex: 'female' } as const;
  const fence = { name: 'Mend the fence', day: '2026-05-02' };

  test('a chore sent twice is added once, keeps fields that a change does not contain, and has who did it and when', async () => {
    const person = await server().register();
    const { id } = await person.call('addPlace', { body: { name: 'Top field' } });
    const body = { ...fence, id: uuidv7(), placeId: id, repeat: 'week' as const, note: 'Take wire', responsible: 'Old Tom' };
    const added = await person.call('addChore', { body });
    expect(await person.call('addChore', { body })).toEqual(added);
    const change = { params: { id: added.id }, body: { isArchived: true, doneOn: '2026-05-03' } };
    const done = await person.call('changeChore', change);
    expect(done).toMatchObject({ ...body, doneOn: '2026-05-03', doneBy: person.username, archivedAt: expect.any(String) });
    expect(await person.call('changeChore', change)).toEqual(done);
    const undone = await person.call('changeChore', { ...change, body: { isArchived: false, doneOn: null } });
    expect(undone).toEqual({ ...added, version: 3 });
    expect(await person.call('listChores')).toEqual([undone]);
  });

  test('a chore can refer only to animals, a group and a place of its own farm', async () => {
    const [ada, bob] = [await server().register(), await server().register()];
    const animal = await bob.call('addAnimal', { body: { ...goat, tagNumber: 'B-1' } });
    const [group, place] = [
      await bob.call('addGroup', { body: { name: 'Does' } }),
      await bob.call('addPlace', { body: { name: 'Pen' } }),
    ];
    const own = await ada.call('addChore', { body: fence });
    const foreign: (readonly [string, { animalIds?: string[]; groupId?: string; placeId?: string }])[] = [
      ['animalIds', { animalIds: [animal.id] }],
      ['groupId', { groupId: group.id }],
      ['placeId', { placeId: place.id }],
    ];
    for (const [path, named] of foreign) {
      await expect(ada.call('addChore', { body: { ...fence, ...named } })).rejects.toMatchObject(refusedAt(path));
      await expect(ada.call('changeChore', { params: { id: own.id }, body: named })).rejects.toMatchObject(refusedAt(path));
    }
    await expect(bob.call('deleteChore', { params: { id: own.id } })).rejects.toMatchObject({ code: 'chores.not_found' });
    expect(await ada.call('listChores')).toEqual([own]);
  });

  test('a deleted chore is removed from every copy, and undoing the deletion restores it unchanged', async () => {
    const person = await server().register();
    const chore = await person.call('addChore', { body: { ...fence, putOffTo: '2026-05-09', reason: 'Rain' } });
    await person.call('deleteChore', { params: { id: chore.id } });
    expect(await person.call('listChores')).toEqual([]);
    expect((await person.call('readChanges', { query: {} })).chores).toEqual([]);
    const [act] = await person.call('listActs');
    await person.call('undoAct', { params: { revision: String(act?.revision) } });
    expect(await person.call('listChores')).toMatchObject([{ ...fence, id: chore.id, putOffTo: '2026-05-09', reason: 'Rain' }]);
    const [first] = (await person.call('listActs')).slice(-1);
    expect(first?.call).toBe('addChore');
  });
});
