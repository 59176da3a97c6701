import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { HistoryAct } from '#contract/history.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

describeOnEachEngine('history', (server) => {
  const addAnimal = (person: Person, tagNumber: string, fields: object = {}) =>
    person.addAnimal({ tagNumber, birthDate: '2024-03-01', ...fields });
  const weigh = async (person: Person, animalId: string) =>
    (await person.record({ kind: 'weighing', animalId, weightGrams: 42_000 }))[0]?.id ?? '';
  const told = ({ by, changes }: HistoryAct) => [by?.name, ...changes.map(({ kind, change }) => `${kind} ${change}`)];

  test('contains who changed what, before and after, even if they have left the farm', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const helper = await server().register();
    await server().addMember(owner, helper, 'worker');
    const { id } = await addAnimal(owner, 'A-7', { name: 'Bela' });
    await helper.changeAnimal(id, { name: 'Bella' });
    await server().changeMember(owner, helper, { ended_at: server().clock.now().toISOString() });
    const [changed, added] = await owner.call('readHistory', { query: {} });
    expect(changed?.by).toEqual({ kind: 'person', id: helper.userId, name: helper.username });
    expect(changed?.changes).toEqual([
      { kind: 'animal', id, change: 'changed', animalIds: [id], fields: { name: ['Bela', 'Bella'] } },
    ]);
    expect(changed?.animals).toEqual([{ id, tagNumber: 'A-7', name: 'Bella', isDeleted: false }]);
    expect(added?.by?.id).toBe(owner.userId);
    const authors = await owner.call('listHistoryAuthors');
    expect(new Set(authors.map((author) => author.id))).toEqual(new Set([owner.userId, helper.userId]));
  });

  test('contains only what matches the filter, page by page', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const helper = await server().register();
    await server().addMember(owner, helper, 'manager');
    const first = await addAnimal(owner, 'A-1');
    const second = await addAnimal(helper, 'A-2');
    await weigh(helper, first.id);
    await owner.call('addPlace', { body: { name: 'Hill' } });
    const at = (await owner.call('readHistory', { query: {} }))[1]?.at ?? '';
    const later = new Date(Date.parse(at) + 3_600_000).toISOString();
    const [eventOfHelper, animalOfHelper] = ['event', 'animal'].map((kind) => [helper.username, `${kind} created`]);
    for (const [query, expected] of [
      [{ by: helper.userId }, [eventOfHelper, animalOfHelper]],
      [{ kind: 'place' }, [[owner.username, 'place created']]],
      [{ kind: 'event', by: owner.userId }, []],
      [{ animalId: second.id }, [animalOfHelper]],
      [{ animalId: first.id, by: helper.userId }, [eventOfHelper]],
      [{ since: later }, []],
      [{ until: '2000-01-01T00:00:00Z' }, []],
    ] as const)
      expect([query, (await owner.call('readHistory', { query })).map(told)]).toEqual([query, expected]);
    const all = await owner.call('readHistory', { query: { since: '2000-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' } });
    expect(all).toHaveLength(4);
    const pages = await owner.pages<HistoryAct>('/api/history?limit=1');
    expect(pages.flat()).toEqual(all);
  });

  test('of an animal contains its events, numbers and matings, including deleted ones, and nothing of other animals', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const doe = await addAnimal(owner, 'D-1');
    const buck = await addAnimal(owner, 'B-1', { sex: 'male' });
    const other = await addAnimal(owner, 'D-2');
    const event = await weigh(owner, doe.id);
    await weigh(owner, other.id);
    await owner.voidEvent(event, { reason: 'wrong goat' });
    const pair = { motherId: doe.id, fatherId: buck.id };
    const mating = await owner.call('addBreedingRecord', { body: { ...pair, breedingDate: '2025-10-03' } });
    await owner.call('deleteBreedingRecord', { params: { id: mating.id } });
    const tag = await owner.call('addAnimalTag', { body: { animalId: doe.id, kind: 'registration', number: 'R-1' } });
    await owner.call('deleteAnimalTag', { params: { id: tag.id } });
    const acts = await owner.call('readAnimalHistory', { params: { id: doe.id }, query: {} });
    const both = (kind: string) => [`${kind} deleted`, `${kind} created`];
    const events = ['event changed', 'event created', 'animal created'];
    expect(acts.flatMap((act) => told(act).slice(1))).toEqual([...both('animalTag'), ...both('breedingRecord'), ...events]);
    const voided = acts[4];
    expect(voided?.changes[0]?.fields).toMatchObject({ voidReason: [null, 'wrong goat'] });
    expect(voided?.events[0]).toMatchObject({ id: event, kind: 'weighing', weightGrams: 42_000 });
  });

  test('names a deleted animal by its tag, with its records, and shows no digests', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const { id } = await addAnimal(owner, 'A-9', { name: 'Cleo' });
    const event = await weigh(owner, id);
    await owner.call('deleteAnimal', { params: { id } });
    const [act] = await owner.call('readHistory', { query: { animalId: id } });
    expect(act?.animals).toEqual([{ id, tagNumber: 'A-9', name: 'Cleo', isDeleted: true }]);
    expect(act?.events.find((each) => each.id === event)).toMatchObject({ kind: 'weighing', weightGrams: 42_000, animalId: id });
    const names = act?.changes.flatMap(({ fields }) => Object.keys(fields ?? {})) ?? [];
    expect(names).toContain('tagNumber');
    expect(names).not.toContain('createDigest');
  });

  test('finds rare changes in a long log in several steps, and contains the first changes of a large act', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    const { id } = await addAnimal(owner, 'A-1');
    await owner.call('addPlace', { body: { name: 'Hill' } });
    const revisions = server().db.selectFrom('farms').select('revision').where('id', '=', owner.farmId);
    const { revision } = await revisions.executeTakeFirstOrThrow();
    // An import of 12,000 animals.
    await sql`
      insert into changes (farm_id, revision, n, at, by_user, call, kind, id)
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 12000)
      select ${owner.farmId}, cast(${revision} as bigint) + 1, i, '2026-05-01T10:00:00.000Z', ${owner.userId}, 'applyImport', 'animal',
        'imported-' || i
      from numbers`.execute(server().db);
    const ask = (query: object) => owner.call('readHistory', { query });
    expect((await ask({ kind: 'place' })).map(({ call }) => call)).toEqual(['addPlace']);
    expect((await ask({ animalId: id })).map(({ call }) => call)).toEqual(['addAnimal']);
    const [imported, ...rest] = await ask({});
    expect([imported?.call, imported?.changes.length, imported?.counts]).toEqual(['applyImport', 20, { animal: 2500 }]);
    expect(rest.map(({ call }) => call)).toEqual(['addPlace', 'addAnimal']);
  });
});
