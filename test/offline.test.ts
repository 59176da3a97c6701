import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Changes } from '#contract/changes.ts';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { type CollectionName, kinds } from '#domain/records/kinds.ts';
import { ProblemError } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { anyStep, requestOf, type Step } from '#test/farm-steps.ts';
import { collectionNames, idOf, noRows, type FarmRows, type RowOf } from '#web/offline/copy/farm-rows.ts';
import type { StoredOperation } from '#web/offline/queue/operation.ts';
import { applyOperations, replyOf } from '#web/offline/copy/overlay.ts';
import { eventPage, views, type ViewedCall } from '#web/offline/copy/views.ts';

const numRuns = Number(process.env['OFFLINE_RUNS'] ?? 4);
const timeout = 60_000 + numRuns * 4000;

/** The time of the server and of the device stands still while one of them works. */
const startTime = (): Date => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return new Date();
};

afterEach(() => vi.useRealTimers());

/** As a device has it. */
class Copy {
  readonly #person: Person;
  #since: string | undefined;
  #epoch: string | undefined;
  rows: FarmRows = noRows;

  constructor(person: Person) {
    this.#person = person;
  }

  async pull(limit = 1000): Promise<FarmRows> {
    while (await this.pullPage(limit));
    return this.rows;
  }

  /** Resolves with whether there are more. */
  async pullPage(limit: number): Promise<boolean> {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(this.#since !== undefined && { since: this.#since, epoch: this.#epoch ?? '' }),
    });
    const response = await this.#person.send({ method: 'GET', url: `/api/changes?${query.toString()}` });
    if (response.statusCode === 304) return false;
    const changes = response.json<Changes>();
    this.rows = withChanges(this.rows, changes);
    [this.#since, this.#epoch] = [String(changes.to), changes.epoch];
    return changes.more;
  }
}

/** The rows after a page of changes. Collections without changes stay the same maps. */
function withChanges(rows: FarmRows, changes: Pick<Changes, CollectionName | 'gone'>): FarmRows {
  const changed: Partial<Record<CollectionName, ReadonlyMap<string, RowOf<CollectionName>>>> = {};
  for (const name of collectionNames) {
    const written: readonly RowOf<CollectionName>[] = changes[name];
    const gone = changes.gone.filter(({ kind }) => kinds[kind].collection === name);
    if (written.length + gone.length === 0) continue;
    const next = new Map<string, RowOf<CollectionName>>(rows[name]);
    for (const row of written) next.set(idOf(row), row);
    for (const { id } of gone) next.delete(id);
    changed[name] = next;
  }
  return { ...rows, ...changed } as FarmRows;
}

/** What the server answers; undefined: it was refused. */
async function send(person: Person, { call, params, body }: StoredOperation): Promise<object | undefined> {
  try {
    return await person.call(call, { params, body });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(error.status, `${call}: ${error.message}`).toBeLessThan(500);
    return undefined;
  }
}

const waiting = (request: Pick<StoredOperation, 'call' | 'params' | 'body'>, seq: number): StoredOperation => ({
  ...request,
  seq,
  id: crypto.randomUUID(),
  shape: 1,
  needs: [],
  label: '',
  madeAt: new Date(Date.now() - 5000).toISOString(),
  clockSkewMs: 5000,
  state: 'waiting',
  attempts: 0,
});

const operationOf = (step: Step, rows: FarmRows, seq: number): StoredOperation | undefined => {
  const request = requestOf(step, rows, new Date().toISOString().slice(0, 10));
  return request && waiting({ ...request, call: step.call }, seq);
};

/** Resolves with a copy that is up to date after each step. `slow` reads one short page between the steps. */
async function takeSteps(person: Person, steps: readonly Step[], slow = new Copy(person)): Promise<Copy> {
  const copy = new Copy(person);
  for (const sex of ['female', 'female', 'male'] as const) {
    await person.addAnimal({ tagNumber: `S-${sex}`, sex });
  }
  for (const [index, step] of steps.entries()) {
    vi.setSystemTime(Date.now() + step.ms);
    const operation = operationOf(step, await copy.pull(), index);
    if (operation) await send(person, operation);
    await slow.pullPage(1 + (step.a % 5));
  }
  return copy;
}

const listed = [
  'listAnimals',
  'listReferenceAnimals',
  'listHealthRecords',
  'listBreedingRecords',
  'listAnimalStates',
  'listAnimalTags',
  'listEarlierTags',
  'listPlaces',
  'listGroups',
  'listProducts',
] as const;

const answerOf = <K extends ViewedCall>(rows: FarmRows, call: K, input: Call<Api[K]>) => views[call](rows, input, new Date());

describeOnEachEngine('a copy of a farm', (server) => {
  test('voids a birth together with the birth weight of its young, which go with it', async () => {
    startTime();
    const person = await server().register({ plan: 'enterprise' });
    const { id: animalId } = await person.addAnimal({ tagNumber: 'D-1' });
    const day = new Date().toISOString().slice(0, 10);
    const birth = crypto.randomUUID();
    const young = [{ sex: 'female' as const, state: 'alive' as const, weightGrams: 3100 }];
    await person.call('recordEvents', { body: { events: [{ id: birth, kind: 'birth', animalId, day, young }] } });
    const copy = new Copy(person);
    const rows = await copy.pull();
    const ids = [birth, ...rows.events.keys()].filter((id, index, all) => all.indexOf(id) === index);
    const operation = waiting({ call: 'voidEvents', params: {}, body: { ids } }, 0);
    const shown = applyOperations(rows, [operation], person.username);
    expect(replyOf(rows, shown, operation)).toEqual(await send(person, operation));
    expect([...shown.events.keys()].toSorted()).toEqual([...(await copy.pull()).events.keys()].toSorted());
  });

  test(
    'answers what the lists of the server answer, in their order, whatever pages were read meanwhile',
    { timeout },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyStep, { minLength: 40, maxLength: 60 }), async (steps) => {
          startTime();
          const person = await server().register({ plan: 'enterprise' });
          const slow = new Copy(person);
          const copy = await takeSteps(person, steps, slow);
          const rows = await new Copy(person).pull(7);
          for (const other of [copy, slow]) expect(await other.pull(2)).toEqual(rows);
          const same = async <K extends ViewedCall>(call: K, input: Call<Api[K]>) =>
            expect(answerOf(rows, call, input), call).toEqual(await person.call(call, ...([input] as never)));
          for (const call of listed) await same(call, { query: {} });
          const from = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
          const treatments = { kind: 'treatment,vaccination', limit: 200 };
          for (const query of [{}, { includeVoided: 'true' as const }, treatments, { from }, { to: from, limit: 3 }])
            await same('listEvents', { query });
          for (const id of rows.animals.keys()) {
            await same('readAnimal', { params: { id } });
            await same('readAnimalSummary', { params: { id } });
            await same('listEvents', { query: { animalId: id, includeVoided: 'true' } });
            await same('listAnimalTags', { query: { animalId: id } });
          }
          const events = await person.call('listEvents', { query: { includeVoided: 'true' } });
          const paged = [];
          for (let cursor: string | undefined, isLast = false; !isLast;) {
            const page = eventPage(rows, { includeVoided: 'true', limit: 4, cursor });
            paged.push(...(page?.items ?? []));
            cursor = page?.nextCursor;
            isLast = cursor === undefined;
          }
          expect(paged).toEqual(events);
          vi.useRealTimers();
        }),
        { numRuns, endOnFailure: true },
      );
    },
  );

  test('with the waiting operations is what the farm will be, but for the ids that the server makes', { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 20, maxLength: 40 }),
        fc.array(anyStep, { minLength: 5, maxLength: 25 }),
        async (before, later) => {
          startTime();
          const person = await server().register({ plan: 'enterprise' });
          const copy = await takeSteps(person, before);
          const rows = await copy.pull();
          const operations: StoredOperation[] = [];
          const given = new Set(idsIn(rows));
          for (const [seq, step] of later.entries()) {
            vi.setSystemTime(Date.now() + step.ms);
            const shown = applyOperations(rows, operations, person.username);
            const operation = operationOf(step, shown, seq);
            const made = new Set(idsIn(shown).filter((id) => !given.has(id)));
            // The server cannot know such an id yet.
            if (!operation || idsIn([operation.params, operation.body]).some((id) => made.has(id))) continue;
            const answer = await send(person, operation);
            operations.push({ ...operation, state: answer ? 'waiting' : 'refused' });
            if (!answer) continue;
            for (const id of idsIn(operation)) given.add(id);
            const next = applyOperations(rows, operations, person.username);
            expect(plain(replyOf(shown, next, operation), given), operation.call).toEqual(plain(answer, given));
          }
          const expected = applyOperations(rows, operations, person.username);
          expect(withoutMadeIds(expected, given)).toEqual(withoutMadeIds(await copy.pull(), given));
          vi.useRealTimers();
        },
      ),
      { numRuns, endOnFailure: true },
    );
  });
});

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

const idsIn = (value: unknown): string[] =>
  JSON.stringify(value ?? null, (_, each: unknown) =>
    each instanceof Map ? [...(each as Map<string, unknown>).values()] : each,
  ).match(uuid) ?? [];

/** The rows without what the server makes: ids that no request gives, and the digests of records that name one. */
const withoutMadeIds = (rows: FarmRows, given: ReadonlySet<string>) =>
  Object.fromEntries(
    collectionNames.map((name) => [
      name,
      [...rows[name].values()]
        .map((row) => plain(row, given))
        .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    ]),
  );

/** With its keys in one order. */
function plain(value: unknown, given: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return value.replaceAll(uuid, (id) => (given.has(id) ? id : 'made'));
  if (Array.isArray(value)) return value.map((each) => plain(each, given));
  if (typeof value !== 'object' || value === null) return value;
  const isDigest = 'breedingDate' in value && idsIn(value).some((id) => !given.has(id));
  const entries = Object.entries(isDigest ? { ...value, version: '' } : value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, plain(each, given)]));
}
