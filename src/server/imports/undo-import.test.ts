import { expect, test } from 'vitest';
import fc from 'fast-check';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { bringIn, undo } from '#test/imports.ts';
import { grows } from '#test/long-run.ts';

/** The farm's animals and their checkups, without versions and times of changes. */
async function herdOf(person: Person) {
  const all = [...(await person.call('listAnimals')), ...(await person.call('listReferenceAnimals'))];
  const animals = all.map(({ version: _version, updatedAt: _updatedAt, ...animal }) => animal);
  return [...animals, ...(await person.call('listHealthRecords'))].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

describeOnEachEngine('undoing an import', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });

  test('forgets what a list told of castrations, and keeps what the farm knew of them', async () => {
    const person = await farmer();
    await bringIn(person, 'Tag,Sex,Species,Castrated on\nA,wether,goat,\nB,M,goat,2025-03-01\n');
    const castrations = async () => ({
      animals: (await person.call('listAnimals')).map(({ tagNumber, castratedOn }) => [tagNumber, castratedOn]),
      events: (await person.call('listEvents', { query: { kind: 'castration' } })).map(({ id, note }) => [id, note]),
    });
    const before = await castrations();
    const list =
      'Tag,Kind,Date,Time,Method of castration,Note\nA,Castration,2025-03-01,08:00,Band,Calm\nB,Castration,2025-03-01,,Surgery,Quiet\n';
    const { id } = await bringIn(person, list);
    const after = await castrations();
    expect(after.animals.map(([, day]) => day)).toEqual(['2025-03-01', '2025-03-01']);
    expect(new Set(after.events.map(([, note]) => note))).toEqual(new Set(['Calm', 'Quiet']));
    await undo(person, id);
    expect(await castrations()).toEqual(before);
  });

  test('keeps what was changed since, animals with records, and the parents and births that others need', async () => {
    const person = await farmer();
    await bringIn(person, 'Tag,Sex,Species,DOB\nD,F,goat,2023-05-05\nG,F,goat,\n');
    const file =
      'Tag,Sex,Species,DOB,Dam,Sire\nA,F,goat,,M,\nB,M,goat,,,F\nC,F,goat,,,\nE,F,goat,,,\nD,F,goat,2020-05-05,N,\nG,F,goat,2021-02-03,,\n';
    const { id } = await bringIn(person, file, { sameTag: 'same' });
    const herd = new Map((await person.call('listAnimals')).map((animal) => [animal.tagNumber, animal.id]));
    const idOf = (tag: string) => herd.get(tag) ?? '';
    await person.call('addHealthRecord', { body: { animalId: idOf('A'), date: '2020-01-01', healthStatus: '3' } });
    await person.addAnimal({ tagNumber: 'K', fatherId: idOf('B') });
    await person.addAnimal({ tagNumber: 'L', birthDate: '2022-01-01', motherId: idOf('D') });
    for (const tag of ['E', 'G']) await person.changeAnimal(idOf(tag), { name: 'Bella' });
    const { undone } = await undo(person, id);
    expect(undone).toMatchObject({ removed: 1, restored: 0 });
    expect(undone?.kept.map(({ tagNumber, reason }) => `${tagNumber}: ${reason}`).toSorted()).toEqual([
      'A: It has health or breeding records.',
      'B: It is the father of K, which stays.',
      expect.stringMatching(/^D: .*no longer fits its family: L has the mother D/),
      'E: It was changed after the import.',
      'F: It is the father of B, which stays.',
      'G: It was changed after the import and keeps what the import brought.',
      'M: It is the mother of A, which stays.',
      'N: It is the mother of D, which stays.',
    ]);
    const left = (await person.call('listAnimals')).map(({ tagNumber, name }) => [tagNumber, name].filter(Boolean).join(' '));
    expect(left.toSorted()).toEqual(['A', 'B', 'D', 'E Bella', 'G Bella', 'K', 'L']);
  });

  test('does not exceed the limit of the plan', async () => {
    const person = await farmer();
    const tags = Array.from({ length: 11 }, (_, i) => `T${i}`);
    await bringIn(person, `Tag,Sex,Species\n${tags.map((tag) => `${tag},F,goat`).join('\n')}`);
    const { id } = await bringIn(person, `Tag,Sex,Species,Status\n${tags.map((tag) => `${tag},F,goat,sold`).join('\n')}`);
    await server().setPlan(person, 'guest');
    await expect(undo(person, id)).rejects.toMatchObject({ code: 'plan.limit_reached' });
    await server().setPlan(person, 'basic');
    expect((await undo(person, id)).undone?.restored).toBe(11);
  });

  const tag = fc.integer({ min: 1, max: 6 }).map(String);
  const maybe = (value: fc.Arbitrary<string>) => fc.oneof(value, fc.constant(''));
  const rows = fc.array(
    fc.tuple(
      tag,
      fc.constantFrom('F', 'M'),
      maybe(fc.constantFrom('2018', '2021-03-04', '2024')),
      maybe(tag),
      maybe(tag),
      maybe(fc.constantFrom('Boer', 'Kiko')),
      maybe(fc.constantFrom('Calm', 'Shy')),
      maybe(fc.constantFrom('sold', 'active')),
      maybe(fc.constantFrom('50', '60')),
      fc.constantFrom('2019-05-05', '2022-05-05'),
    ),
    { minLength: 1, maxLength: 8 },
  );
  const file = rows.map((list) =>
    [
      'Tag,Sex,DOB,Dam,Sire,Breed,Notes,Status,Weight (lbs),Weighing date,Species',
      ...list.map((row) => [...row, 'goat'].join(',')),
    ].join('\n'),
  );

  test('restores the herd exactly, whatever the files were', grows, async () => {
    const person = await farmer();
    await fc.assert(
      fc.asyncProperty(file, file, fc.constantFrom('other', 'same', 'skip'), async (first, second, sameTag) => {
        // The stored answers of a failed case must not affect the next one.
        await server().db.deleteFrom('imports').execute();
        await server().db.updateTable('animals').set({ mother_id: null, father_id: null }).execute();
        await server().db.deleteFrom('animals').execute();
        const answers = { sameTag };
        const one = await bringIn(person, first, answers);
        const before = await herdOf(person);
        const two = await bringIn(person, second, answers);
        expect((await undo(person, two.id)).undone?.kept).toEqual([]);
        expect(await herdOf(person)).toEqual(before);
        expect((await undo(person, one.id)).undone?.kept).toEqual([]);
        expect(await herdOf(person)).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});
