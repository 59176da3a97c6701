import { expect, test } from 'vitest';
import { archivedAnimal, buildArchive, archivedCheckup, archivedFarm } from '#test/archives.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { expectInvariants } from '#test/invariants.ts';
import { seedLargeFarm } from '#test/large-farm.ts';
import { readAllRows } from '#test/database-rows.ts';

const sold = { tagNumber: 'S', species: 'goat', sex: 'female', status: 'sold' } as const;
const add = (person: Person, fields: object = {}) => person.addAnimal({ ...sold, ...fields });
const maxOfGuest = 2200;

/** A farm with this many sold animals, most of them inserted directly. */
async function withAnimals(server: TestServer, heads: number, plan: 'guest' | 'basic' = 'guest'): Promise<Person> {
  const person = await server.register({ plan });
  await seedLargeFarm(server, person, { chain: heads - 5, children: 0, checkups: 0, breedings: 0 });
  await server.db.updateTable('animals').set({ status: 'sold' }).where('farm_id', '=', person.farmId).execute();
  return person;
}

/** Without the revision, which each attempt to write changes. */
const contentOf = async (server: TestServer, { farmId }: Person) =>
  [...(await readAllRows(server, farmId))].filter(
    ([table]) => !['farms', 'imports', 'import_rows', 'import_memory'].includes(table),
  );

const importing = async (person: Person): Promise<void> => {
  const { id } = await person.upload('addImport', { name: 'a.csv', bytes: 'Tag,Sex,Species,Status\nN-1,F,goat,sold\n' });
  await person.call('applyImport', { params: { id } });
};
const bringing = async (person: Person, lists: object): Promise<unknown> =>
  person.upload('importArchive', { name: 'farm.zip', bytes: await buildArchive(archivedFarm(lists)) });

describeOnEachEngine({ name: 'the maximum animals of a farm', usually: 'both' }, (server) => {
  test('are not exceeded by concurrent requests', async () => {
    const person = await withAnimals(server(), maxOfGuest - 5);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => add(person)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});

describeOnEachEngine('the maximum rows of a farm', (server) => {
  test('are 20 times the cap plus 2,000 animals of any status, by any way of adding them', async () => {
    const person = await withAnimals(server(), maxOfGuest - 1);
    await add(person);
    const before = await contentOf(server(), person);
    const refusal = { status: 403, code: 'farm.full', message: expect.stringMatching(/keeps at most 2,200\. Delete animals/) };
    for (const attempt of [
      () => add(person),
      () => add(person, { status: 'died' }),
      () => add(person, { status: 'active' }),
      () => add(person, { status: 'active', isReference: true }),
      () => importing(person),
      () => bringing(person, { animals: [archivedAnimal({ status: 'sold' })] }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(refusal);
    }
    expect(await contentOf(server(), person)).toEqual(before);
    // Everything can still be read, changed, exported and deleted; deleting makes room.
    const [first] = await person.call('listAnimals', { query: { limit: 1 } });
    await person.call('changeAnimal', { params: { id: first?.id ?? '' }, body: { status: 'active' } });
    expect((await person.send({ method: 'GET', url: '/api/archive' })).statusCode).toBe(200);
    await person.call('deleteAnimal', { params: { id: first?.id ?? '' } });
    await add(person);
    await server().setPlan(person, 'basic');
    await add(person);
    await expectInvariants(server());
  });

  test('stay when a plan allows fewer of them', async () => {
    const person = await withAnimals(server(), maxOfGuest + 50, 'basic');
    await server().setPlan(person, 'guest');
    await expect(add(person)).rejects.toMatchObject({ code: 'farm.full' });
    expect(await person.call('listAnimals')).toHaveLength(maxOfGuest + 50);
  });

  test('are 200 health and breeding records for each animal on average', async () => {
    const person = await server().register({ plan: 'guest' });
    const { id: motherId } = await add(person, { status: 'active' });
    const { id: fatherId } = await add(person, { sex: 'male' });
    const checkups = Array.from({ length: 399 }, () => archivedCheckup({ animalId: motherId }));
    await bringing(person, { animals: [archivedAnimal({ id: motherId })], healthRecords: checkups });
    const record = { animalId: motherId, date: '2026-01-01', healthStatus: '3' } as const;
    const mating = { motherId, fatherId, breedingDate: '2026-01-01' };
    const { id: last } = await person.call('addHealthRecord', { body: record });
    const before = await contentOf(server(), person);
    const refusal = { status: 403, code: 'farm.full', message: expect.stringMatching(/for 2 animals at most 400\. Delete/) };
    const healthRecords = [archivedCheckup({ animalId: motherId })];
    for (const attempt of [
      () => person.call('addHealthRecord', { body: record }),
      () => person.call('addBreedingRecord', { body: mating }),
      () => bringing(person, { animals: [archivedAnimal({ id: motherId })], healthRecords }),
    ]) {
      await expect(attempt()).rejects.toMatchObject(refusal);
    }
    expect(await contentOf(server(), person)).toEqual(before);
    // A retry after a lost answer adds no record.
    await person.call('addHealthRecord', { body: { ...record, id: last } });
    await add(person);
    await person.call('addBreedingRecord', { body: mating });
    await expectInvariants(server());
  });
});
