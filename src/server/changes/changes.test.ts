import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Changes } from '#contract/changes.ts';
import { recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ProblemError } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { grows } from '#test/long-run.ts';

type Collections = Pick<Changes, 'animals' | 'breedingRecords' | 'events' | 'animalStates'>;

const rowsOf = ({ animals, breedingRecords, events, animalStates }: Collections): (readonly [string, object])[] => [
  ...animals.map((row) => [`animal ${row.id}`, row] as const),
  ...breedingRecords.map((row) => [`breedingRecord ${row.id}`, row] as const),
  ...events.map((row) => [`event ${row.id}`, row] as const),
  ...animalStates.map((row) => [`animalState ${row.animalId}`, row] as const),
];

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
    const written = rowsOf(collections);
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
const listed = async (person: Person): Promise<Map<string, object>> =>
  new Map(
    rowsOf({
      animals: [...(await person.call('listAnimals')), ...(await person.call('listReferenceAnimals'))],
      breedingRecords: await person.call('listBreedingRecords'),
      events: await person.call('listEvents', { query: { includeVoided: 'true', limit: 1000 } }),
      animalStates: await person.call('listAnimalStates'),
    }),
  );

const pick = fc.nat(1000);
const anySex = fc.constantFrom('male' as const, 'female' as const);
const one = <K extends string, F extends object>(weight: number, kind: K, fields: { [N in keyof F]: fc.Arbitrary<F[N]> }) => ({
  weight,
  arbitrary: fc.record(fields).map((drawn) => ({ kind, ...drawn })),
});
const step = fc.oneof(
  one(6, 'add', { sex: anySex, mother: pick, isReference: fc.boolean() }),
  one(4, 'change', { which: pick, name: fc.constantFrom('Bella', 'Max') }),
  one(2, 'delete', { which: pick }),
  one(1, 'addAgain', { which: pick }),
  one(4, 'mate', { mother: pick, father: pick, young: pick }),
  one(2, 'changeMating', { which: pick, notes: fc.constantFrom('a', 'b') }),
  one(1, 'deleteMating', { which: pick }),
  one(4, 'record', { which: pick, day: fc.integer({ min: 10, max: 28 }) }),
  one(2, 'give birth', { which: pick }),
  one(2, 'void', { which: pick }),
  one(1, 'import', { isUndone: fc.boolean() }),
  one(8, 'pull', { copy: fc.nat(1), limit: fc.integer({ min: 1, max: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Farm {
  readonly person: Person;
  readonly animals: { readonly id: string; readonly sex: 'male' | 'female' }[];
  readonly deleted: string[];
  readonly matings: string[];
}

const newFarm = (person: Person): Farm => ({ person, animals: [], deleted: [], matings: [] });

const oneOf = <T>(all: readonly T[], which: number): T | undefined => all[which % all.length];
const ofSex = ({ animals }: Farm, sex: 'male' | 'female', which: number): string | undefined => {
  const some = animals.filter((animal) => animal.sex === sex);
  return oneOf(some, which)?.id;
};

type Write = Exclude<Step, { kind: 'pull' }>;
type Writes = { readonly [K in Write['kind']]: (farm: Farm, step: Extract<Write, { kind: K }>) => Promise<unknown> };

/** Steps that cannot be applied are skipped, and some are refused by the rules. */
const writes: Writes = {
  add: async (farm, { sex, isReference, mother }) => {
    const motherId = ofSex(farm, 'female', mother) ?? null;
    const { id } = await farm.person.addAnimal({ tagNumber: 'A', sex, isReference, motherId });
    farm.animals.push({ id, sex });
  },
  change: async ({ person, animals }, { which, name }) => {
    const animal = oneOf(animals, which);
    if (animal) await person.changeAnimal(animal.id, { name });
  },
  delete: async ({ person, animals, deleted }, { which }) => {
    const animal = oneOf(animals, which);
    if (!animal) return;
    await person.call('deleteAnimal', { params: { id: animal.id } });
    animals.splice(animals.indexOf(animal), 1);
    deleted.push(animal.id);
  },
  addAgain: async ({ person, animals, deleted }, { which }) => {
    const id = oneOf(deleted, which);
    if (!id) return;
    await person.addAnimal({ id, tagNumber: 'B' });
    deleted.splice(deleted.indexOf(id), 1);
    animals.push({ id, sex: 'female' });
  },
  mate: async (farm, { mother, father, young }) => {
    const [motherId, fatherId] = [ofSex(farm, 'female', mother), ofSex(farm, 'male', father)];
    if (!motherId || !fatherId) return;
    const children = (await farm.person.call('listAnimals')).filter((animal) => animal.motherId === motherId);
    const offspringIds = children.length > 0 ? [oneOf(children, young)?.id ?? ''] : [];
    const body = { motherId, fatherId, breedingDate: '2024-01-01', offspringIds };
    farm.matings.push((await farm.person.call('addBreedingRecord', { body })).id);
  },
  changeMating: async ({ person, matings }, { which, notes }) => {
    const id = oneOf(matings, which);
    if (id) await person.call('changeBreedingRecord', { params: { id }, body: { notes, offspringIds: [] } });
  },
  deleteMating: async ({ person, matings }, { which }) => {
    const id = oneOf(matings, which);
    if (id) await person.call('deleteBreedingRecord', { params: { id } });
  },
  record: async ({ person, animals }, { which, day }) => {
    const animal = oneOf(animals, which);
    const weighing = { kind: 'weighing', day: `2026-03-${day}`, weightGrams: 20_000 };
    if (animal) await person.record({ ...weighing, animalId: animal.id });
  },
  'give birth': async (farm, { which }) => {
    const animalId = ofSex(farm, 'female', which);
    const birth = { kind: 'birth', day: '2026-03-01', young: [{ sex: 'female', state: 'alive' }] };
    if (animalId) await farm.person.record({ ...birth, animalId });
  },
  void: async ({ person }, { which }) => {
    const event = oneOf(await person.call('listEvents'), which);
    if (event) await person.voidEvent(event.id);
  },
  import: async ({ person }, { isUndone }) => {
    const bytes = 'Tag,Sex,Species,Dam\nI-1,F,goat,\nI-2,M,goat,I-1\n';
    const { id } = await person.upload('addImport', { name: 'a.csv', bytes });
    await person.call('applyImport', { params: { id } });
    if (isUndone) await person.call('undoImport', { params: { id } });
  },
};

async function attempt(farm: Farm, each: Write): Promise<void> {
  try {
    await writes[each.kind](farm, each as never);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect([400, 404, 409], error.message).toContain(error.status);
  }
}

describeOnEachEngine({ name: 'the changes of a farm', usually: 'both' }, (server) => {
  test('make every copy equal to the lists, whatever is written and in whatever pages it is read', grows, async () => {
    const steps = fc.array(fc.tuple(step, fc.integer({ min: 0, max: 3 })), { minLength: 30, maxLength: 50 });
    const run = async (some: readonly [Step, number][]) => {
      const [ours, theirs] = [await server().register({ plan: 'enterprise' }), await server().register({ plan: 'enterprise' })];
      const [farm, neighbour] = [newFarm(ours), newFarm(theirs)];
      const copies = [new Copy(ours), new Copy(ours)];
      for (const [each, whose] of some) {
        if (each.kind === 'pull') await copies[each.copy]?.pull(each.limit);
        else await attempt(whose === 0 ? neighbour : farm, each);
      }
      const expected = await listed(ours);
      for (const [index, copy] of [...copies, new Copy(ours)].entries()) {
        await copy.pullAll(index + 2);
        expect(copy.rows).toEqual(expected);
      }
    };
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: 4 });
  });

  const add = async (person: Person) => (await person.addAnimal({ tagNumber: 'A' })).id;
  const read = (person: Person, query: object = {}) => person.call('readChanges', { query });

  test('are all since 0, whatever the epoch, and none since the current revision', async () => {
    const person = await server().register();
    await add(person);
    const all = await read(person);
    expect([all.animals.length, all.more]).toEqual([1, false]);
    expect(await read(person, { since: '0' })).toEqual(all);
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
    await inTransaction(server().db, (tx) => recordRestore(tx, server().clock.now()));
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
