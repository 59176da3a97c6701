// @module-tag grows
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { api, type Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { maxOperations } from '#contract/sync.ts';
import { readAllRows } from '#test/database-rows.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { expectInvariants } from '#test/invariants.ts';
import { seedFarm } from '#test/samples.ts';
import { isLongRun } from '#test/long-run.ts';

type Result = Reply<Api['sync']>['results'][number];

interface Entry {
  readonly op: {
    readonly id: string;
    readonly call: keyof Api;
    readonly params?: { readonly id: string };
    readonly body?: object;
    readonly needs: readonly string[];
  };
  /** The entry that the change log contains once if the operation was applied. */
  readonly trace: string;
  state: 'waiting' | 'saved' | 'parked';
}

type Fields = Readonly<Record<string, readonly unknown[]>> | null;

function traceOf({ id, fields }: { readonly id: unknown; readonly fields: Fields }): string {
  if (fields === null) return `created ${String(id)}`;
  if (fields['tagNumber']?.length === 1) return `deleted ${String(id)}`;
  if (fields['voidedAt']?.length === 2) return `voided ${String(id)}`;
  return `named ${String(fields['name']?.[1])}`;
}

/** The sending part of a browser: answered operations are settled, and all others are sent again. */
class Phone {
  readonly #person: Person;
  readonly #epoch: string;
  readonly entries: Entry[] = [];

  constructor(person: Person, epoch: string) {
    this.#person = person;
    this.#epoch = epoch;
  }

  write(trace: string, op: Omit<Entry['op'], 'id' | 'needs'> & { readonly needs?: readonly string[] }): string {
    const id = uuidv7();
    this.entries.push({ op: { needs: [], ...op, id }, trace, state: 'waiting' });
    return id;
  }

  get waiting(): readonly Entry[] {
    return this.entries.filter(({ state }) => state === 'waiting');
  }

  async send(entries: readonly Entry[]): Promise<readonly Result[]> {
    if (entries.length === 0) return [];
    const ops = entries.map(({ op }) => op) as never;
    return (await this.#person.call('sync', { body: { device: 'phone', epoch: this.#epoch, ops } })).results;
  }

  hear(results: readonly Result[]): void {
    for (const { id, outcome } of results) {
      const entry = this.entries.find(({ op }) => op.id === id);
      if (!entry || entry.state === 'saved' || outcome === 'later') continue;
      entry.state = outcome === 'applied' || outcome === 'replayed' ? 'saved' : 'parked';
    }
  }
}

const pick = fc.nat(1000);
const phone = fc.nat(1);
const write = fc.record({
  what: fc.constantFrom(
    ...([
      'animal',
      'animal',
      'weighing',
      'weighing',
      'place',
      'rename',
      'delete',
      'birth',
      'void',
      'foreign',
      'invalid',
    ] as const),
  ),
  phone,
  which: pick,
  isBasedOnOld: fc.boolean(),
});
const send = fc.record({
  what: fc.constant('send' as const),
  phone,
  fate: fc.constantFrom('arrives', 'arrives', 'request lost', 'answer lost', 'twice at once', 'both phones at once'),
  most: fc.integer({ min: 1, max: 12 }),
  isReversed: fc.boolean(),
  /** Repetitions of settled operations. */
  repeats: fc.nat(3),
});
type Write = typeof write extends fc.Arbitrary<infer W> ? W : never;
type Send = typeof send extends fc.Arbitrary<infer S> ? S : never;

interface Known {
  readonly animals: { readonly id: string; readonly by: string | undefined }[];
  readonly events: { readonly id: string; readonly by: string }[];
  readonly foreign: string;
}

function one<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`There is no number ${index}`);
  return found;
}

function record(phones: readonly Phone[], known: Known, { what, phone: index, which, isBasedOnOld }: Write): void {
  const at = one(phones, index);
  const animal = one(known.animals, which % known.animals.length);
  const event = known.events[which % Math.max(known.events.length, 1)];
  const needs = animal.by === undefined ? [] : [animal.by];
  const unique = uuidv7();
  const goat = { id: unique, tagNumber: `T-${which}`, species: 'goat', sex: 'female', birthDate: '2020-01-01' } as const;
  const weigh = (animalId: string) => ({
    events: [{ id: unique, kind: 'weighing', animalId, day: '2026-05-01', weightGrams: 1000 + which }],
  });
  switch (what) {
    case 'animal':
      known.animals.push({ id: unique, by: at.write(`created ${unique}`, { call: 'addAnimal', body: goat }) });
      return;
    case 'weighing':
      known.events.push({
        id: unique,
        by: at.write(`created ${unique}`, { call: 'recordEvents', body: weigh(animal.id), needs }),
      });
      return;
    case 'place':
      at.write(`created ${unique}`, { call: 'addPlace', body: { id: unique, name: `Pen ${which % 5}` } });
      return;
    case 'rename': {
      const body = { name: unique, ...(isBasedOnOld && { version: 1 }) };
      at.write(`named ${unique}`, { call: 'changeAnimal', params: { id: animal.id }, body, needs });
      return;
    }
    case 'delete':
      at.write(`deleted ${animal.id}`, { call: 'deleteAnimal', params: { id: animal.id }, needs });
      if (known.animals.length > 1) known.animals.splice(known.animals.indexOf(animal), 1);
      return;
    case 'birth': {
      const young = [{ id: uuidv7(), sex: 'male', state: 'alive' }];
      const birth = { id: unique, kind: 'birth', animalId: animal.id, day: '2026-03-01', young };
      at.write(`created ${unique}`, { call: 'recordEvents', body: { events: [birth] }, needs });
      return;
    }
    case 'void':
      if (!event) return;
      known.events.splice(known.events.indexOf(event), 1);
      at.write(`voided ${event.id}`, { call: 'voidEvent', params: { id: event.id }, body: {}, needs: [event.by] });
      return;
    case 'foreign':
      at.write(`created ${unique}`, { call: 'recordEvents', body: weigh(known.foreign) });
      return;
    case 'invalid':
      at.write(`created ${unique}`, { call: 'addAnimal', body: { ...goat, species: 'dragon' } });
  }
}

async function sendOver(phones: readonly Phone[], { phone: index, fate, most, isReversed, repeats }: Send): Promise<void> {
  const batchOf = (each: Phone): readonly Entry[] => {
    const settled = each.entries.filter(({ state }) => state !== 'waiting').slice(-repeats);
    const batch = [...(repeats > 0 ? settled : []), ...each.waiting.slice(0, most)];
    return isReversed ? batch.toReversed() : batch;
  };
  const at = one(phones, index);
  const batch = batchOf(at);
  switch (fate) {
    case 'request lost':
      return;
    case 'answer lost':
      await at.send(batch);
      return;
    case 'twice at once': {
      const [, heard] = await Promise.all([at.send(batch), at.send(batch)]);
      at.hear(heard);
      return;
    }
    case 'both phones at once':
      await Promise.all(phones.map(async (each) => each.hear(await each.send(batchOf(each)))));
      return;
    default:
      at.hear(await at.send(batch));
  }
}

/** Sends until there is no progress, since operations of one phone may need those of the other. */
async function drain(phones: readonly Phone[]): Promise<void> {
  const countWaiting = (): number => phones.reduce((count, { waiting }) => count + waiting.length, 0);
  for (let before = -1; before !== countWaiting();) {
    before = countWaiting();
    for (const each of phones) {
      const entries = each.waiting;
      for (let from = 0; from < entries.length; from += maxOperations) {
        each.hear(await each.send(entries.slice(from, from + maxOperations)));
      }
    }
  }
}

async function expectDoneOnce(server: TestServer, { farmId }: Person, phones: readonly Phone[]): Promise<void> {
  const rows = await readAllRows(server, farmId);
  const log = (rows.get('changes') ?? []).map(({ id, fields }) =>
    traceOf({ id, fields: fields === null ? null : (JSON.parse(fields as string) as Fields) }),
  );
  const receipts = new Set(rows.get('receipts')?.map(({ id }) => id));
  const entries = phones.flatMap((each) => each.entries);
  const saved = entries.filter(({ state }) => state === 'saved');
  expect(new Set(saved.map(({ op }) => op.id))).toEqual(receipts);
  // Two operations may delete the same animal, and only one is applied.
  expect(new Set(saved.map(({ trace }) => trace)).size).toBe(saved.length);
  const done = new Set(saved.map(({ trace }) => trace));
  for (const { op, trace } of entries) {
    const times = log.filter((each) => each === trace).length;
    expect(times, JSON.stringify(op)).toBe(done.has(trace) ? 1 : 0);
  }
  const isSaved = new Map(entries.map(({ op, state }) => [op.id, state === 'saved']));
  for (const { op, state } of entries) {
    if (state === 'waiting') expect(op.needs.some((id) => isSaved.get(id) === false)).toBe(true);
  }
}

describeOnEachEngine('two phones on a network that loses requests and responses', (server) => {
  test('save each entry once or not at all, know which, and keep the cap and other farms', { timeout: 300_000 }, async () => {
    const neighbour = await seedFarm(await server().register({ plan: 'enterprise' }), api.addAnimal);
    const theirs = await readAllRows(server(), neighbour.person.farmId);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: write }, { weight: 2, arbitrary: send }), { minLength: 10, maxLength: 60 }),
        async (steps) => {
          const [owner, worker] = [await server().register({ plan: 'guest' }), await server().register()];
          await server().addMember(owner, worker, 'manager');
          const first = await owner.call('addAnimal', { body: { tagNumber: 'A', species: 'goat', sex: 'female' } });
          const { epoch } = await owner.call('readChanges', { query: {} });
          const { animalLimit } = await owner.call('currentUser');
          const phones = [new Phone(owner, epoch), new Phone(worker, epoch)];
          const known: Known = { animals: [{ id: first.id, by: undefined }], events: [], foreign: neighbour.kid };
          for (const step of steps) {
            if (step.what === 'send') await sendOver(phones, step);
            else record(phones, known, step);
          }
          await drain(phones);
          await expectDoneOnce(server(), owner, phones);
          const active = (await owner.call('listAnimals')).filter(({ status }) => status === 'active');
          expect(active.length).toBeLessThanOrEqual(animalLimit ?? 0);
        },
      ),
      { numRuns: isLongRun ? 30 : 4 },
    );
    await expectInvariants(server());
    expect(await readAllRows(server(), neighbour.person.farmId)).toEqual(theirs);
  });
});
