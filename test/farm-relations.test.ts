import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { NewBreedingRecord } from '#contract/breeding.ts';
import { ProblemError } from '#test/client.ts';
import { sharesParent } from '#domain/records/breeding.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { expectInvariants } from '#test/invariants.ts';

const pick = fc.nat(1000);
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 3 });

const animalFields = fc.record(
  {
    name: fc.constantFrom('Bella', 'Max', null),
    sex: fc.constantFrom<Sex>('male', 'female'),
    species: fc.constantFrom(...Array<string>(9).fill('goat'), 'sheep'),
    birthDate: fc.constantFrom(null, null, '2020-06-01', '2021-06-01', '2022-06-01'),
    birthYear: fc.constantFrom(null, null, 2020, 2022),
    status: fc.constantFrom('active', 'active', 'active', 'sold', 'died'),
    forSale: fc.boolean(),
    salePrice: fc.constantFrom(null, 100, 250.5),
    isReference: fc.constantFrom(false, false, false, true),
    motherId: some(pick),
    fatherId: some(pick),
  },
  { requiredKeys: [] },
);
const breedingFields = {
  fatherId: pick,
  motherId: pick,
  breedingDate: fc.constantFrom('2022-01-01', '2023-01-01', '2024-01-01'),
  expectedDueDate: fc.constantFrom(null, '2026-01-01'),
  actualBirthDate: fc.constantFrom(null, '2022-06-01', ...Array<string>(4).fill('2024-06-01')),
  offspringIds: fc.uniqueArray(pick, { maxLength: 3, selector: (n) => n % 3 }),
  outcome: fc.constantFrom('pending', 'successful', 'unsuccessful'),
};
const newBreeding = fc.record(breedingFields, { requiredKeys: ['fatherId', 'motherId', 'breedingDate'] });
const changedBreeding = fc.record(breedingFields, { requiredKeys: [] });
const date = fc.constantFrom('2020-12-31', '2026-01-01');
const edit = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('addAnimal' as const), body: animalFields }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('changeAnimal' as const), which: pick, body: animalFields }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteAnimal' as const), which: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('addHealthRecord' as const), which: pick, date }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('addBreedingRecord' as const), body: newBreeding }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('changeBreedingRecord' as const), which: pick, body: changedBreeding }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteBreedingRecord' as const), which: pick }) },
);
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

type Sex = 'male' | 'female';

interface Known {
  readonly animals: { readonly id: string; readonly owner: Person; readonly sex: Sex }[];
  readonly breedings: { readonly id: string; readonly owner: Person }[];
}

describeOnEachEngine('the records of a farm', (server) => {
  test('satisfy all invariants whatever two farms do, in any order and concurrently', { timeout: 600_000 }, async () => {
    const outcomes = { accepted: 0, refused: 0 };
    const attempt = async (farmer: Person, known: Known, step: Edit): Promise<void> => {
      try {
        await apply(farmer, known, step);
        outcomes.accepted += 1;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        expect([400, 404], error.message).toContain(error.status);
        outcomes.refused += 1;
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(edit, fc.nat(4)), { minLength: 60, maxLength: 80 }),
        fc.integer({ min: 1, max: 6 }),
        async (edits, concurrent) => {
          const register = () => server().register({ plan: 'enterprise' });
          const farmers = [await register(), await register()] as const;
          const known: Known = { animals: [], breedings: [] };
          for (const farmer of farmers) {
            const [motherId, fatherId] = [3, 5];
            const [ewe, ram] = [{ sex: 'female' }, { sex: 'male' }] as const;
            for (const body of [ewe, ram, { motherId }, { ...ram, fatherId }, { motherId, fatherId }])
              await apply(farmer, known, { kind: 'addAnimal', body });
            const pair = { motherId, fatherId, breedingDate: '2022-01-01' } as const;
            for (const offspringIds of [[], [1], [1, 2]])
              await apply(farmer, known, { kind: 'addBreedingRecord', body: { ...pair, offspringIds } });
          }
          for (let start = 0; start < edits.length; start += concurrent) {
            const burst = edits.slice(start, start + concurrent);
            await Promise.all(burst.map(([step, who]) => attempt(farmers[who === 0 ? 1 : 0], known, step)));
            await expectInvariants(server());
          }
        },
      ),
      { numRuns: 6, seed: 20_261_121 },
    );
    // Too few accepted or refused edits would prove nothing.
    expect(outcomes.accepted).toBeGreaterThan(96);
    expect(outcomes.refused).toBeGreaterThan(96);
  });
});

async function apply(farmer: Person, { animals, breedings }: Known, step: Edit): Promise<void> {
  // Mostly a valid reference, sometimes one of another sex or another farm.
  const oneOf = <T extends { id: string; owner: Person }>(all: readonly T[], n: number): string => {
    const choice = n % 8 === 0 ? all : all.filter(({ owner }) => owner === farmer);
    return choice[n % choice.length]?.id ?? uuidv7();
  };
  const animal = (n: number, sex?: Sex): string =>
    oneOf(n % 7 === 0 || !sex ? animals : animals.filter((one) => one.sex === sex), n);
  const named = (body: object): object =>
    Object.fromEntries(
      Object.entries(body).map(([field, value]) => {
        const isParent = field === 'motherId' || field === 'fatherId';
        return [field, isParent && value !== null ? animal(Number(value), field === 'motherId' ? 'female' : 'male') : value];
      }),
    );
  /** A record with offspring mostly names a pair that has some, and these are its children. */
  const withYoung = async ({ offspringIds, ...body }: { offspringIds?: number[] }): Promise<object> => {
    const [n, ...more] = offspringIds ?? [];
    if (n === undefined) return { ...named(body), ...(offspringIds && { offspringIds }) };
    const herd = await farmer.call('listAnimals');
    const known = herd.filter(({ motherId, fatherId }) => motherId !== null && fatherId !== null);
    const { motherId = null, fatherId = null } = known[n % known.length] ?? {};
    const pair = n % 6 === 0 || motherId === null ? named(body) : { ...body, motherId, fatherId };
    const children = herd.filter((one) => sharesParent(one, { motherId: null, fatherId: null, ...pair }));
    const young = [n, ...more].map((one) => (one % 9 === 0 ? undefined : children[one % children.length]?.id) ?? animal(one));
    return { ...pair, offspringIds: [...new Set(young)] };
  };
  switch (step.kind) {
    case 'addAnimal': {
      const { id, sex } = await farmer.addAnimal(named(step.body));
      animals.push({ id, sex, owner: farmer });
      return;
    }
    case 'changeAnimal':
      await farmer.call('changeAnimal', { params: { id: animal(step.which) }, body: named(step.body) });
      return;
    case 'deleteAnimal': {
      const id = animal(step.which);
      await farmer.call('deleteAnimal', { params: { id } });
      forget(animals, id);
      return;
    }
    case 'addHealthRecord':
      await farmer.call('addHealthRecord', { body: { animalId: animal(step.which), date: step.date, healthStatus: '4' } });
      return;
    case 'addBreedingRecord': {
      const { id } = await farmer.call('addBreedingRecord', { body: (await withYoung(step.body)) as NewBreedingRecord });
      breedings.push({ id, owner: farmer });
      return;
    }
    case 'changeBreedingRecord': {
      const id = oneOf(breedings, step.which);
      await farmer.call('changeBreedingRecord', { params: { id }, body: await withYoung(step.body) });
      return;
    }
    case 'deleteBreedingRecord': {
      const id = oneOf(breedings, step.which);
      await farmer.call('deleteBreedingRecord', { params: { id } });
      forget(breedings, id);
    }
  }
}

const forget = (all: { id: string }[], id: string): void =>
  void all.splice(
    all.findIndex((one) => one.id === id),
    1,
  );
