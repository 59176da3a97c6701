// @module-tag grows
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { earliestBirth, latestBirth } from '#domain/births.ts';
import { describeOnEachEngine, type TestServer, type Person } from '#test/engines.ts';
import { ProblemError } from '#test/client.ts';
import { isLongRun } from '#test/long-run.ts';

const doe = { tagNumber: 'G-1', species: 'goat', sex: 'female' } as const;
const buck = { tagNumber: 'G-2', species: 'goat', sex: 'male' } as const;

const add = (farmer: Person, body: object = {}) => farmer.call('addAnimal', { body: { ...doe, ...body } });
const change = (farmer: Person, id: string, body: object) => farmer.call('changeAnimal', { params: { id }, body });
const refused = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] });

describeOnEachEngine({ name: 'concurrent edits of the pedigree', usually: 'both' }, (server) => {
  test('of two concurrent edits that together would form a cycle exactly one succeeds', async () => {
    const farmer = await server().register({ plan: 'premium' });
    for (let round = 0; round < 15; round += 1) {
      const [one, other] = [await add(farmer), await add(farmer)];
      const results = await Promise.allSettled([
        change(farmer, one.id, { motherId: other.id }),
        change(farmer, other.id, { motherId: one.id }),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      for (const result of results) {
        if (result.status === 'rejected') {
          expect(result.reason).toMatchObject(refused('motherId', 'An animal cannot be its own ancestor'));
        }
      }
    }
  });
});

describeOnEachEngine('the pedigree', (server) => {
  test('a mother is female, a father male, both of the same species and older', async () => {
    const farmer = await server().register({ plan: 'basic' });
    const [he, she] = [await add(farmer, buck), await add(farmer, { birthDate: '2024-05-01' })];
    const ewe = await add(farmer, { species: 'sheep' });
    const kid = await add(farmer);
    for (const write of [
      (body: object) => add(farmer, { ...body, birthDate: '2023-01-01' }),
      (body: object) => change(farmer, kid.id, { ...body, birthDate: '2023-01-01' }),
    ]) {
      await expect(write({ motherId: he.id })).rejects.toMatchObject(refused('motherId', 'Mother must be female'));
      await expect(write({ fatherId: she.id })).rejects.toMatchObject(refused('fatherId', 'Father must be male'));
      await expect(write({ motherId: ewe.id })).rejects.toMatchObject(refused('motherId', 'Mother must be of the same species'));
      await expect(write({ motherId: uuidv7() })).rejects.toMatchObject(refused('motherId', 'Mother not found'));
      await expect(write({ fatherId: uuidv7() })).rejects.toMatchObject(refused('fatherId', 'Father not found'));
      await expect(write({ motherId: she.id })).rejects.toMatchObject(
        refused('motherId', 'A parent cannot be younger than its child'),
      );
    }
    await expect(add(farmer, { motherId: he.id, fatherId: she.id, birthDate: '2099-01-01' })).rejects.toMatchObject({
      errors: [
        { path: 'birthDate', message: 'An animal cannot be born in the future' },
        { path: 'motherId', message: 'Mother must be female' },
        { path: 'fatherId', message: 'Father must be male' },
      ],
    });
    expect(await change(farmer, kid.id, { motherId: she.id, fatherId: he.id, birthYear: 2024 })).toMatchObject({
      motherId: she.id,
      fatherId: he.id,
    });
  });

  test('no animal is its own ancestor, over any number of generations', async () => {
    const farmer = await server().register({ plan: 'premium' });
    const id = uuidv7();
    const ownAncestor = refused('motherId', 'An animal cannot be its own ancestor');
    await expect(add(farmer, { id, motherId: id })).rejects.toMatchObject(ownAncestor);
    const eldest = await add(farmer);
    await expect(change(farmer, eldest.id, { motherId: eldest.id })).rejects.toMatchObject(ownAncestor);
    let youngest = eldest;
    for (let generation = 0; generation < 60; generation += 1) {
      youngest = await add(farmer, { motherId: youngest.id });
      if (generation % 10 === 0) {
        await expect(change(farmer, eldest.id, { motherId: youngest.id })).rejects.toMatchObject(ownAncestor);
      }
    }
    await expect(change(farmer, eldest.id, { motherId: youngest.id })).rejects.toMatchObject(ownAncestor);
  });

  test('a parent cannot change in a way that contradicts its offspring', async () => {
    const farmer = await server().register();
    const mother = await add(farmer, { birthDate: '2020-01-01' });
    const kid = await add(farmer, { motherId: mother.id, birthDate: '2022-01-01' });
    await expect(change(farmer, mother.id, { sex: 'male' })).rejects.toMatchObject({ errors: [{ path: 'sex' }] });
    await expect(change(farmer, mother.id, { species: 'sheep' })).rejects.toMatchObject({ errors: [{ path: 'species' }] });
    const younger = 'A parent cannot be younger than its child';
    await expect(change(farmer, mother.id, { birthDate: '2022-01-02' })).rejects.toMatchObject(refused('birthDate', younger));
    await expect(change(farmer, mother.id, { birthYear: 2023 })).rejects.toMatchObject(refused('birthYear', younger));
    await expect(change(farmer, kid.id, { birthDate: '2019-12-31' })).rejects.toMatchObject(refused('motherId', younger));
    await expect(change(farmer, kid.id, { species: 'sheep' })).rejects.toMatchObject({ errors: [{ path: 'motherId' }] });
    await change(farmer, kid.id, { motherId: null });
    expect(await change(farmer, mother.id, { sex: 'male', species: 'sheep', birthYear: 2024 })).toMatchObject({ sex: 'male' });
  });

  test('sold and dead parents and reference animals stay parents', async () => {
    const farmer = await server().register();
    const mother = await add(farmer, { status: 'died' });
    const father = await add(farmer, { ...buck, isReference: true });
    const kid = await add(farmer, { motherId: mother.id, fatherId: father.id });
    expect(await change(farmer, kid.id, { name: 'Heir', motherId: mother.id })).toMatchObject({ motherId: mother.id });
  });

  test('no order of edits ever makes the pedigree inconsistent', { timeout: 120_000 }, async () => {
    let refusals = 0;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 40, maxLength: 60 }), async (edits) => {
        const farmer = await server().register({ plan: 'enterprise' });
        const ids: string[] = [];
        for (let i = 0; i < 8; i += 1) ids.push((await add(farmer, i % 2 ? buck : doe)).id);
        for (const step of edits) {
          try {
            await apply(farmer, ids, step);
            accepted += 1;
          } catch (error) {
            if (!(error instanceof ProblemError)) throw error;
            expect([400, 404]).toContain(error.status);
            refusals += 1;
          }
          expectSound(await wholeHerd(farmer));
        }
        await expectOnlyOwn(server(), farmer);
      }),
      { numRuns: isLongRun ? 10 : 5, seed: 20_261_121 },
    );
    // The test proves nothing if too few edits are accepted.
    expect(accepted).toBeGreaterThan(50);
    expect(refusals).toBeGreaterThan(25);
  });
});

const pick = fc.nat(1000);
const fields = fc.record(
  {
    sex: fc.constantFrom('male', 'female'),
    species: fc.constantFrom(...Array<string>(9).fill('goat'), 'sheep'),
    birthDate: fc.constantFrom(null, null, null, '2020-06-01', '2021-06-01', '2022-06-01'),
    birthYear: fc.constantFrom(null, null, null, 2020, 2021, 2022),
    mother: fc.option(pick, { freq: 2 }),
    father: fc.option(pick, { freq: 2 }),
    isReference: fc.boolean(),
  },
  { requiredKeys: [] },
);
const edit = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), fields }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change' as const), which: pick, fields }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: pick }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

async function apply(farmer: Person, ids: string[], step: Edit): Promise<void> {
  const animal = (n: number): string => ids[n % ids.length] ?? uuidv7();
  if (step.kind === 'delete') {
    const id = animal(step.which);
    await farmer.call('deleteAnimal', { params: { id } });
    ids.splice(ids.indexOf(id), 1);
    return;
  }
  const { mother, father, ...rest } = step.fields;
  const body = {
    ...rest,
    ...(mother !== undefined && { motherId: mother === null ? null : animal(mother) }),
    ...(father !== undefined && { fatherId: father === null ? null : animal(father) }),
  };
  if (step.kind === 'change') await change(farmer, animal(step.which), body);
  else ids.push((await add(farmer, body)).id);
}

const wholeHerd = async (farmer: Person): Promise<Map<string, Animal>> => {
  const animals = [...(await farmer.call('listAnimals')), ...(await farmer.call('listReferenceAnimals'))];
  return new Map(animals.map((animal) => [animal.id, animal]));
};

function expectSound(herd: ReadonlyMap<string, Animal>): void {
  for (const animal of herd.values()) {
    expect(animal.birthDate === null || animal.birthYear === null).toBe(true);
    for (const [parentId, sex] of [
      [animal.motherId, 'female'],
      [animal.fatherId, 'male'],
    ] as const) {
      if (parentId === null) continue;
      const parent = herd.get(parentId);
      expect(parent).toMatchObject({ sex, species: animal.species });
      const [parentBorn, born] = [parent && earliestBirth(parent), latestBirth(animal)];
      if (parentBorn && born) expect(parentBorn <= born).toBe(true);
    }
    expect(isOwnAncestor(herd, animal)).toBe(false);
  }
}

function isOwnAncestor(herd: ReadonlyMap<string, Animal>, animal: Animal): boolean {
  const seen = new Set<string>();
  const open = [animal.motherId, animal.fatherId];
  while (open.length > 0) {
    const id = open.pop();
    if (!id || seen.has(id)) continue;
    if (id === animal.id) return true;
    seen.add(id);
    open.push(herd.get(id)?.motherId ?? null, herd.get(id)?.fatherId ?? null);
  }
  return false;
}

/** Asserts in the database that no row of this farm refers to another farm. */
async function expectOnlyOwn({ db }: TestServer, { farmId }: Person): Promise<void> {
  const strays = await db
    .selectFrom('animals')
    .select('id')
    .where('farm_id', '=', farmId)
    .where((eb) =>
      eb.or([
        eb('mother_id', 'not in', eb.selectFrom('animals as own').select('own.id').where('own.farm_id', '=', farmId)),
        eb('father_id', 'not in', eb.selectFrom('animals as own').select('own.id').where('own.farm_id', '=', farmId)),
      ]),
    )
    .execute();
  expect(strays).toEqual([]);
}
