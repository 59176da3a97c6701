import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Api } from '#contract/index.ts';
import type { Call } from '#contract/route.ts';
import { ProblemError } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { anyStep, requestOf, type Step } from '#test/farm-steps.ts';
import { collectionNames, noRows, withChanges, type FarmRows } from '#web/offline/farm-rows.ts';
import type { StoredOperation } from '#web/offline/operation.ts';
import { applyOperations } from '#web/offline/overlay.ts';
import { eventPage, views, type ViewedCall } from '#web/offline/views.ts';

const numRuns = Number(process.env['OFFLINE_RUNS'] ?? 5);

/** The time of the server and of the device stands still while one of them works. */
const startTime = (): Date => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return new Date();
};

afterEach(() => vi.useRealTimers());

async function pull(person: Person, limit = 7): Promise<FarmRows> {
  let rows = noRows;
  for (let since: string | undefined, epoch: string | undefined, more = true; more;) {
    const changes = await person.call('readChanges', { query: { since, epoch, limit } });
    rows = withChanges(rows, changes);
    ({ epoch, more } = changes);
    since = String(changes.to);
  }
  return rows;
}

/** Whether the server has accepted it. */
async function isAccepted(person: Person, { call, params, body }: StoredOperation): Promise<boolean> {
  try {
    await person.call(call, { params, body } as never);
    return true;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(error.status, `${call}: ${error.message}`).toBeLessThan(500);
    return false;
  }
}

const operationOf = (step: Step, rows: FarmRows, seq: number): StoredOperation | undefined => {
  const request = requestOf(step, rows, new Date().toISOString().slice(0, 10));
  return (
    request && {
      ...request,
      seq,
      id: crypto.randomUUID(),
      shape: 1,
      call: step.call,
      needs: [],
      label: '',
      madeAt: new Date(Date.now() - 5000).toISOString(),
      clockSkewMs: 5000,
      state: 'waiting',
      attempts: 0,
    }
  );
};

async function takeSteps(person: Person, steps: readonly Step[]): Promise<void> {
  for (const sex of ['female', 'female', 'male'] as const) {
    await person.call('addAnimal', { body: { tagNumber: `S-${sex}`, species: 'goat', sex } });
  }
  for (const [index, step] of steps.entries()) {
    vi.setSystemTime(Date.now() + step.ms);
    const operation = operationOf(step, await pull(person, 1000), index);
    if (operation) await isAccepted(person, operation);
  }
}

const answerOf = <K extends ViewedCall>(rows: FarmRows, call: K, input: Call<Api[K]>) => views[call](rows, input, new Date());

describeOnEachEngine('a copy of a farm', (server) => {
  test('answers what the lists of the server answer, in their order', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 40, maxLength: 60 }), async (steps) => {
        startTime();
        const person = await server().register({ plan: 'enterprise' });
        await takeSteps(person, steps);
        const rows = await pull(person);
        const same = async <K extends ViewedCall>(call: K, input: Call<Api[K]>) =>
          expect(answerOf(rows, call, input), call).toEqual(await person.call(call, ...([input] as never)));
        for (const call of [
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
        ] as const) {
          await same(call, { query: {} });
        }
        const from = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10);
        for (const query of [
          {},
          { includeVoided: 'true' as const },
          { kind: 'treatment,vaccination', limit: 200 },
          { from },
          { to: from, limit: 3 },
        ]) {
          await same('listEvents', { query });
        }
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
      { numRuns },
    );
  });

  test(
    'with the waiting operations is what the farm will be, but for the ids that the server makes',
    { timeout: 600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyStep, { minLength: 20, maxLength: 40 }),
          fc.array(anyStep, { minLength: 5, maxLength: 25 }),
          async (before, made) => {
            startTime();
            const person = await server().register({ plan: 'enterprise' });
            await takeSteps(person, before);
            const rows = await pull(person, 1000);
            const operations: StoredOperation[] = [];
            for (const [seq, step] of made.entries()) {
              vi.setSystemTime(Date.now() + step.ms);
              const shown = applyOperations(rows, operations, person.username);
              const operation = operationOf(step, shown, seq);
              if (!operation) continue;
              const isDone = await isAccepted(person, operation);
              operations.push({ ...operation, state: isDone ? 'waiting' : 'refused' });
            }
            const accepted = operations.filter(({ state }) => state === 'waiting');
            const given = new Set([rows, accepted.map(({ body, params }) => [body, params])].flatMap(idsIn));
            const expected = applyOperations(rows, operations, person.username);
            expect(withoutMadeIds(expected, given)).toEqual(withoutMadeIds(await pull(person), given));
            vi.useRealTimers();
          },
        ),
        { numRuns },
      );
    },
  );
});

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

const idsIn = (value: unknown): string[] =>
  JSON.stringify(value, (_, each: unknown) => (each instanceof Map ? [...(each as Map<string, unknown>).values()] : each)).match(
    uuid,
  ) ?? [];

/** What the server makes: ids that no request gives, and the digests of records that name one. */
function withoutMadeIds(rows: FarmRows, given: ReadonlySet<string>): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(
    collectionNames.map((name) => [
      name,
      [...rows[name].values()]
        .map((row) => {
          const hasMade = idsIn(row).some((id) => !given.has(id));
          const plain = hasMade && name === 'breedingRecords' ? { ...row, version: '' } : row;
          return JSON.stringify(Object.fromEntries(Object.entries(plain).toSorted(([a], [b]) => (a < b ? -1 : 1)))).replaceAll(
            uuid,
            (id) => (given.has(id) ? id : 'made'),
          );
        })
        .toSorted()
        .map((text) => JSON.parse(text) as unknown),
    ]),
  );
}
