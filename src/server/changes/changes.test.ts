import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Changes } from '#contract/changes.ts';
import { recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ProblemError } from '#test/client.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { grows } from '#test/long-run.ts';

/** A copy of a farm, as on a phone. */
class Copy {
  readonly #person: Person;
  readonly rows = new Map<string, object>();
  #since: string | undefined;
  #epoch: string | undefined;

  constructor(person: Person) {
    this.#person = person;
  }

  /** Reads one page. Resolves with whether there are more. */
  async pull(limit?: number): Promise<boolean> {
    const query = new URLSearchParams({
      ...(this.#since !== undefined && { since: this.#since, epoch: this.#epoch ?? '' }),
      ...(limit !== undefined && { limit: String(limit) }),
    });
    const response = await this.#person.send({ method: 'GET', url: `/api/changes?${query.toString()}` });
    if (response.statusCode === 304) return false;
    if (response.statusCode >= 400) throw new ProblemError(response);
    const { epoch, to, more, gone, ...collections } = response.json<Changes>();
    const written = [
      ...collections.animals.map((row) => [`animal ${row.id}`, row] as const),
      ...collections.breedingRecords.map((row) => [`breedingRecord ${row.id}`, row] as const),
      ...collections.events.map((row) => [`event ${row.id}`, row] as const),
      ...collections.animalStates.map((row) => [`animalState ${row.animalId}`, row] as const),
    ];
    if (limit !== undefined) expect(written.length + gone.length).toBeLessThanOrEqual(limit);
    for (const [name, row] of written) this.rows.set(name, row);
    for (const { kind, id } of gone) this.rows.delete(`${kind} ${id}`);
    [this.#since, this.#epoch] = [String(to), epoch];
    return more;
  }

  async pullAll(limit?: number): Promise<void> {
    while (await this.pull(limit));
  }
}

/** The records of the list routes. */
async function listed(person: Person): Promise<Map<string, object>> {
  const animals = [...(await person.call('listAnimals')), ...(await person.call('listReferenceAnimals'))];
  return new Map<string, object>([
    ...animals.map((row) => [`animal ${row.id}`, row] as const),
    ...(await person.call('listBreedingRecords')).map((row) => [`breedingRecord ${row.id}`, row] as const),
    ...(await person.call('listEvents', { query: { includeVoided: 'true', limit: 1000 } })).map(
      (row) => [`event ${row.id}`, row] as const,
    ),
    ...(await person.call('listAnimalStates')).map((row) => [`animalState ${row.animalId}`, row] as const),
  ]);
}

const pick = fc.nat(1000);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      sex: fc.constantFrom('male' as const, 'female' as const),
      mother: pick,
      isReference: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('change' as const), which: pick, name: fc.constantFrom('Bella', 'Max') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('addAgain' as const), which: pick }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('mate' as const), mother: pick, father: pick, young: pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('changeMating' as const), which: pick, notes: fc.constantFrom('a', 'b') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteMating' as const), which: pick }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('record' as const), which: pick, day: fc.integer({ min: 1, max: 28 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give birth' as const), which: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), which: pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('import' as const), isUndone: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('pull' as const), copy: fc.nat(1), limit: fc.integer({ min: 1, max: 5 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Farm {
  readonly person: Person;
  readonly animals: { readonly id: string; readonly sex: 'male' | 'female' }[];
  readonly deleted: string[];
  readonly matings: string[];
}

const newFarm = (person: Person): Farm => ({ person, animals: [], deleted: [], matings: [] });

/** Steps that cannot be applied are skipped, and some are refused by the rules. */
async function write({ person, animals, deleted, matings }: Farm, one: Exclude<Step, { kind: 'pull' }>): Promise<void> {
  const oneOf = <T>(all: readonly T[], which: number): T | undefined => all[which % all.length];
  const ofSex = (sex: 'male' | 'female', which: number) =>
    oneOf(
      animals.filter((animal) => animal.sex === sex),
      which,
    )?.id;
  switch (one.kind) {
    case 'add': {
      const motherId = ofSex('female', one.mother) ?? null;
      const { sex, isReference } = one;
      const { id } = await person.addAnimal({ tagNumber: 'A', sex, isReference, motherId });
      animals.push({ id, sex });
      return;
    }
    case 'change': {
      const id = oneOf(animals, one.which)?.id;
      if (id) await person.call('changeAnimal', { params: { id }, body: { name: one.name } });
      return;
    }
    case 'delete': {
      const animal = oneOf(animals, one.which);
      if (!animal) return;
      await person.call('deleteAnimal', { params: { id: animal.id } });
      animals.splice(animals.indexOf(animal), 1);
      deleted.push(animal.id);
      return;
    }
    case 'addAgain': {
      const id = oneOf(deleted, one.which);
      if (!id) return;
      await person.addAnimal({ id, tagNumber: 'B' });
      deleted.splice(deleted.indexOf(id), 1);
      animals.push({ id, sex: 'female' });
      return;
    }
    case 'mate': {
      const [motherId, fatherId] = [ofSex('female', one.mother), ofSex('male', one.father)];
      const children = (await person.call('listAnimals')).filter((animal) => animal.motherId === motherId);
      const young = oneOf(children, one.young);
      if (!motherId || !fatherId) return;
      const offspringIds = young ? [young.id] : [];
      const { id } = await person.call('addBreedingRecord', {
        body: { motherId, fatherId, breedingDate: '2024-01-01', offspringIds },
      });
      matings.push(id);
      return;
    }
    case 'changeMating': {
      const id = oneOf(matings, one.which);
      if (id) await person.call('changeBreedingRecord', { params: { id }, body: { notes: one.notes, offspringIds: [] } });
      return;
    }
    case 'deleteMating': {
      const id = oneOf(matings, one.which);
      if (id) await person.call('deleteBreedingRecord', { params: { id } });
      return;
    }
    case 'record':
    case 'give birth':
    case 'void':
      return writeEvent(person, one, { any: oneOf(animals, one.which)?.id, female: ofSex('female', one.which) });
    case 'import': {
      const { id } = await person.upload('addImport', {
        name: 'a.csv',
        bytes: 'Tag,Sex,Species,Dam\nI-1,F,goat,\nI-2,M,goat,I-1\n',
      });
      await person.call('applyImport', { params: { id } });
      if (one.isUndone) await person.call('undoImport', { params: { id } });
    }
  }
}

async function writeEvent(
  person: Person,
  one: Extract<Step, { kind: 'record' | 'give birth' | 'void' }>,
  animal: { readonly any: string | undefined; readonly female: string | undefined },
): Promise<void> {
  const id = crypto.randomUUID();
  if (one.kind === 'void') {
    const events = await person.call('listEvents');
    const event = events[one.which % Math.max(events.length, 1)];
    if (event) await person.call('voidEvent', { params: { id: event.id }, body: {} });
  } else if (one.kind === 'record' && animal.any !== undefined) {
    const day = `2026-03-${String(one.day).padStart(2, '0')}`;
    await person.call('recordEvents', {
      body: { events: [{ id, kind: 'weighing', animalId: animal.any, day, weightGrams: 20_000 }] },
    });
  } else if (one.kind === 'give birth' && animal.female !== undefined) {
    const birth = { id, kind: 'birth' as const, animalId: animal.female, day: '2026-03-01' };
    await person.call('recordEvents', { body: { events: [{ ...birth, young: [{ sex: 'female', state: 'alive' }] }] } });
  }
}

async function attempt(farm: Farm, one: Exclude<Step, { kind: 'pull' }>): Promise<void> {
  try {
    await write(farm, one);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect([400, 404, 409], error.message).toContain(error.status);
  }
}

describeOnEachEngine({ name: 'the changes of a farm', usually: 'both' }, (server) => {
  test('make every copy equal to the lists, whatever is written and in whatever pages it is read', grows, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.integer({ min: 0, max: 3 })), { minLength: 30, maxLength: 50 }),
        async (steps) => {
          const [ours, theirs] = [
            await server().register({ plan: 'enterprise' }),
            await server().register({ plan: 'enterprise' }),
          ];
          const [farm, neighbour] = [newFarm(ours), newFarm(theirs)];
          const copies = [new Copy(ours), new Copy(ours)];
          for (const [one, whose] of steps) {
            if (one.kind === 'pull') await copies[one.copy]?.pull(one.limit);
            else await attempt(whose === 0 ? neighbour : farm, one);
          }
          const expected = await listed(ours);
          for (const [index, copy] of [...copies, new Copy(ours)].entries()) {
            await copy.pullAll(index + 2);
            expect(copy.rows).toEqual(expected);
          }
        },
      ),
      { numRuns: 4 },
    );
  });

  const add = async (person: Person) => (await person.addAnimal({ tagNumber: 'A' })).id;

  const get = (person: Person, query: Record<string, string | number>) =>
    person.send({
      method: 'GET',
      url: `/api/changes?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`,
    });

  const restore = ({ db, clock }: TestServer) => inTransaction(db, (tx) => recordRestore(tx, clock.now()));

  test('are none since the current revision', async () => {
    const person = await server().register();
    await add(person);
    const { to, epoch, animals, more } = await person.call('readChanges', { query: {} });
    expect([animals.length, more]).toEqual([1, false]);
    expect(await get(person, { since: to, epoch })).toMatchObject({ statusCode: 304, payload: '' });
    const id = await add(person);
    const next = await person.call('readChanges', { query: { since: String(to), epoch } });
    expect(next.animals.map((animal) => animal.id)).toEqual([id]);
  });

  test('of one revision can span several pages', async () => {
    const person = await server().register();
    const { to, epoch } = await person.call('readChanges', { query: {} });
    const { id } = await person.upload('addImport', { name: 'a.csv', bytes: 'Tag,Sex,Species\nA,F,goat\nB,F,goat\nC,F,goat\n' });
    await person.call('applyImport', { params: { id } });
    const first = await person.call('readChanges', { query: { since: String(to), epoch, limit: 2 } });
    expect([first.animals.length, first.more, first.to]).toEqual([2, true, expect.stringMatching(/^\d+_animal_[\da-f-]{36}$/)]);
    const second = await person.call('readChanges', { query: { since: String(first.to), epoch, limit: 2 } });
    expect([second.animals.length, second.more, second.to]).toEqual([1, false, expect.any(Number)]);
  });

  test('leave out of a full copy the deletions from before it began', async () => {
    const person = await server().register();
    const before = await add(person);
    const later = await add(person);
    await person.call('deleteAnimal', { params: { id: before } });
    const copy = await person.call('readChanges', { query: { limit: 1 } });
    expect([copy.animals.map(({ id }) => id), copy.gone]).toEqual([[later], []]);
    await person.call('deleteAnimal', { params: { id: later } });
    const { gone } = await person.call('readChanges', { query: { since: String(copy.to), epoch: copy.epoch } });
    expect(gone).toEqual([{ kind: 'animal', id: later }]);
  });

  test('since 0 are all records, whatever the epoch', async () => {
    const person = await server().register();
    await add(person);
    const all = await person.call('readChanges', { query: {} });
    expect(all.animals).toHaveLength(1);
    expect(await person.call('readChanges', { query: { since: '0' } })).toEqual(all);
    expect(await person.call('readChanges', { query: { since: '0', epoch: 'another' } })).toEqual(all);
  });

  test('are unknown after a restore, for a future revision, another epoch or after 400 days, so a new copy is made', async () => {
    const person = await server().register();
    await add(person);
    const { to, epoch } = await person.call('readChanges', { query: {} });
    const reset = { status: 410, code: 'sync.reset' };
    await expect(person.call('readChanges', { query: { since: String(Number(to) + 1), epoch } })).rejects.toMatchObject(reset);
    await expect(person.call('readChanges', { query: { since: String(to), epoch: 'another' } })).rejects.toMatchObject(reset);
    await expect(person.call('readChanges', { query: { since: String(to) } })).rejects.toMatchObject(reset);
    await restore(server());
    await person.signIn();
    await expect(person.call('readChanges', { query: { since: String(to), epoch } })).rejects.toMatchObject(reset);
    const anew = await person.call('readChanges', { query: {} });
    expect(anew.epoch).not.toBe(epoch);
    await add(person);
    const readAfter = async (days: number) => {
      server().clock.advance({ days });
      await person.signIn();
      return person.call('readChanges', { query: { since: String(anew.to), epoch: anew.epoch } });
    };
    expect((await readAfter(399)).animals).toHaveLength(1);
    await expect(readAfter(2)).rejects.toMatchObject(reset);
  });

  test.each([
    'x',
    '-1',
    '1_animal',
    '1_animal_x',
    '1_animal_00000000-0000-7000-8000-000000000000_',
    '1'.repeat(20),
    "1' or '1'='1",
  ])('have no place %s', async (since) => {
    const person = await server().register();
    expect((await get(person, { since, epoch: 'x' })).statusCode).toBe(400);
  });
});
