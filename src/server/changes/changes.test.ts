import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

describeOnEachEngine({ name: 'the changes of a farm', usually: 'both' }, (server) => {
  const add = async (person: Person) => (await person.addAnimal({ tagNumber: 'A' })).id;
  const read = (person: Person, query: object = {}) => person.call('readChanges', { query });

  test('are all since 0, whatever the epoch, and none since the current revision', async () => {
    const person = await server().register();
    await add(person);
    const all = await read(person);
    expect([all.animals.length, all.more]).toEqual([1, false]);
    expect(await read(person, { since: '0', epoch: 'another' })).toEqual(all);
    const query = { since: String(all.to), epoch: all.epoch };
    const unchanged = await person.send({ method: 'GET', url: '/api/changes', query });
    expect(unchanged).toMatchObject({ statusCode: 304, payload: '' });
    const id = await add(person);
    expect((await read(person, query)).animals.map((animal) => animal.id)).toEqual([id]);
  });

  test('leave out of a full copy the deletions from before it began', async () => {
    const person = await server().register();
    const before = await add(person);
    const later = await add(person);
    await person.call('deleteAnimal', { params: { id: before } });
    const copy = await read(person, { limit: 1 });
    expect([copy.animals.map(({ id }) => id), copy.gone]).toEqual([[later], []]);
    await person.call('deleteAnimal', { params: { id: later } });
    const { gone } = await read(person, { since: String(copy.to), epoch: copy.epoch });
    expect(gone).toEqual([{ kind: 'animal', id: later }]);
  });

  test('are unknown after a restore, for a future revision, another epoch or after 400 days, so a new copy is made', async () => {
    const person = await server().register();
    await add(person);
    const { to, epoch } = await read(person);
    const reset = { status: 410, code: 'sync.reset' };
    await expect(read(person, { since: String(Number(to) + 1), epoch })).rejects.toMatchObject(reset);
    await expect(read(person, { since: String(to), epoch: 'another' })).rejects.toMatchObject(reset);
    await expect(read(person, { since: String(to) })).rejects.toMatchObject(reset);
    await server().markRestored();
    await person.signIn();
    await expect(read(person, { since: String(to), epoch })).rejects.toMatchObject(reset);
    const anew = await read(person);
    expect(anew.epoch).not.toBe(epoch);
    await add(person);
    const readAfter = async (days: number) => {
      server().clock.advance({ days });
      await person.signIn();
      return read(person, { since: String(anew.to), epoch: anew.epoch });
    };
    expect((await readAfter(399)).animals).toHaveLength(1);
    await expect(readAfter(2)).rejects.toMatchObject(reset);
  });
});
