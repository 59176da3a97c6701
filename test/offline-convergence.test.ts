import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordRestore } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { Phone, type Seen, type Signal } from '#test/phone.ts';

/** `npm run test:offline` asks for thousands. */
const histories = Number(process.env['OFFLINE_RUNS'] ?? 12);

const signals = ['good', 'none', 'answers lost', 'login page', 'bad gateway'] as const satisfies readonly Signal[];
const pick = fc.nat(1000);
const phone = fc.nat(1);

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('weigh' as const), phone, which: pick, window: pick }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), phone, window: pick }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('note' as const), phone, which: pick, window: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('mate' as const), phone, which: pick, window: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), phone, which: pick, window: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('sell' as const), phone, which: pick, window: pick }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), phone, window: pick }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('signal' as const), phone, to: fc.constantFrom(...signals) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('synchronize' as const), phone, window: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), phone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open a window' as const), phone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('evict' as const), phone }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pause' as const) }) },
);
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) | { readonly kind: 'be told'; readonly phone: number };

/** All that happened on the phones of one farm. */
class History {
  readonly phones: readonly [Phone, Phone];
  readonly #server: TestServer;
  readonly #people: readonly [Person, Person];
  readonly #animals: string[] = [];
  /** What identifies each save in the database, by its name. */
  readonly made = new Map<string, { readonly phone: Phone; readonly grams?: number; readonly animal?: string }>();
  #count = 0;

  constructor(server: TestServer, people: readonly [Person, Person], phones: readonly [Phone, Phone]) {
    [this.#server, this.#people, this.phones] = [server, people, phones];
  }

  async run(one: Step): Promise<void> {
    if (one.kind === 'restore') {
      const now = this.#server.clock.now();
      await inTransaction(this.#server.db, (tx) => recordRestore(tx, now));
      const [owner] = this.#people;
      for (const person of this.#people) await this.#server.openSession(person, owner.farmId);
      return;
    }
    if (one.kind === 'pause') return new Promise((resolve) => setTimeout(resolve, 5));
    const on = this.phones[one.phone % 2] as Phone;
    switch (one.kind) {
      case 'be told':
        return on.whenTold();
      case 'signal':
        on.connection.signal = one.to;
        return;
      case 'synchronize':
        void on.windows[one.window % on.windows.length]?.synchronize();
        return;
      case 'kill':
        return on.killAndReopen();
      case 'open a window':
        if (on.windows.length < 3) await on.openWindow();
        return;
      case 'evict':
        return on.evict();
      default:
        return this.#save(on, one);
    }
  }

  #save(on: Phone, one: Extract<Step, { kind: 'weigh' | 'add' | 'note' | 'mate' | 'delete' | 'sell' | 'undo' }>): void {
    this.#count += 1;
    const name = `${one.kind} ${this.#count}`;
    const animal = 'which' in one ? this.#animals[one.which % Math.max(this.#animals.length, 1)] : undefined;
    switch (one.kind) {
      case 'add': {
        const id = crypto.randomUUID();
        const sex = this.#animals.length % 3 === 0 ? 'male' : 'female';
        this.#animals.push(id);
        this.made.set(name, { phone: on, animal: id });
        on.save(name, 'addAnimal', { body: { id, tagNumber: `T${this.#count}`, species: 'goat', sex } }, one.window);
        return;
      }
      case 'weigh': {
        if (!animal) return;
        const grams = 20_000 + this.#count;
        this.made.set(name, { phone: on, grams, animal });
        const event = { kind: 'weighing', animalId: animal, day: '2026-03-01', weightGrams: grams };
        on.save(name, 'recordEvents', { body: { events: [event] } }, one.window);
        return;
      }
      case 'note': {
        const row = animal === undefined ? undefined : on.window.rows.animals.get(animal);
        if (!row) return;
        this.made.set(name, { phone: on });
        on.save(name, 'changeAnimal', { params: { id: animal }, body: { version: row.version, notes: name } }, one.window);
        return;
      }
      case 'mate': {
        const [motherId, fatherId] = (['female', 'male'] as const).map(
          (sex) => [...on.window.rows.animals.values()].find((row) => row.sex === sex)?.id,
        );
        if (motherId === undefined || fatherId === undefined) return;
        this.made.set(name, { phone: on });
        const body = { motherId, fatherId, breedingDate: '2026-01-01', notes: name };
        on.save(name, 'addBreedingRecord', { body }, one.window);
        return;
      }
      case 'sell': {
        const row = animal === undefined ? undefined : on.window.rows.animals.get(animal);
        if (row?.status !== 'active') return;
        this.made.set(name, { phone: on });
        const body = { version: row.version, status: 'sold', day: '2026-03-02', ...(this.#count % 2 === 0 && { notes: name }) };
        on.save(name, 'changeAnimal', { params: { id: row.id }, body }, one.window);
        return;
      }
      // Of a sale that the server may not have made yet.
      case 'undo': {
        const sale = [...on.window.rows.events.values()].find(({ kind, voidedAt }) => kind === 'sale' && voidedAt === null);
        if (!sale) return;
        this.made.set(name, { phone: on });
        on.save(name, 'voidEvent', { params: { id: sale.id }, body: { version: sale.version } }, one.window);
        return;
      }
      case 'delete':
        if (!animal) return;
        this.made.set(name, { phone: on, animal });
        on.save(name, 'deleteAnimal', { params: { id: animal } }, one.window);
    }
  }
}

async function listed(person: Person) {
  return {
    listAnimals: await person.call('listAnimals'),
    listBreedingRecords: await person.call('listBreedingRecords'),
    listAnimalStates: await person.call('listAnimalStates'),
    listEvents: await person.call('listEvents', { query: { includeVoided: 'true', limit: 1000 } }),
  };
}

function checkCopies({ phones }: History, lists: Awaited<ReturnType<typeof listed>>): void {
  for (const window of phones.flatMap(({ windows }) => windows)) {
    for (const [call, list] of Object.entries(lists)) {
      const query = call === 'listEvents' ? { includeVoided: 'true', limit: 1000 } : {};
      expect({ call, list: window.answer(call, { query }) }).toEqual({ call, list });
    }
  }
}

async function check(history: History, person: Person): Promise<void> {
  const lists = await listed(person);
  checkCopies(history, lists);
  const deleted = new Set(
    [...history.made].flatMap(([name, { animal }]) => (name.startsWith('delete') && animal !== undefined ? [animal] : [])),
  );
  for (const [name, { phone: on, grams, animal = '' }] of history.made) {
    if (!name.startsWith('add') && !name.startsWith('weigh')) continue;
    const times =
      grams === undefined
        ? lists.listAnimals.filter(({ id }) => id === animal).length
        : lists.listEvents.filter((event) => event.kind === 'weighing' && event.weightGrams === grams).length;
    expect(times, `${name} is there more than once`).toBeLessThanOrEqual(1);
    const isThere = times === 1 || deleted.has(animal);
    const parked = on.window.status.operations.map(({ body }) => JSON.stringify(body ?? null));
    const isParked = parked.some((body) => body.includes(String(grams ?? animal)));
    const seen = on.evicted.has(name) ? undefined : on.seen.get(name);
    if (seen === 'saved') expect(isThere, `${name} was shown as saved and is lost`).toBe(true);
    if (seen === 'on this phone') expect(isThere || isParked, `${name} was on the phone and is lost`).toBe(true);
  }
}

/** So that each run has both an act that waited and one that did not. */
const withoutSignalForAWhile: Step[] = [
  { kind: 'add', phone: 0, window: 0 },
  { kind: 'be told', phone: 0 },
  { kind: 'signal', phone: 0, to: 'none' },
  { kind: 'add', phone: 0, window: 0 },
  { kind: 'be told', phone: 0 },
  { kind: 'signal', phone: 0, to: 'good' },
];

/** A window reads what the other has stored while it stores rows itself. */
const twoWindowsAfterARestore: Step[] = [
  { kind: 'restore' },
  { kind: 'open a window', phone: 0 },
  { kind: 'add', phone: 0, window: 0 },
  { kind: 'add', phone: 0, window: 1 },
  { kind: 'mate', phone: 0, which: 0, window: 0 },
];

describeOnEachEngine('What phones record', (server) => {
  test(
    'is on the server exactly once, whatever happens to lines, windows and phones, and every copy equals the lists',
    async () => {
      const told = new Set<Seen>();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          const [owner, worker] = [await server().register({ plan: 'enterprise' }), await server().register()];
          await server().addMember(owner, worker, 'manager');
          const history = new History(server(), [owner, worker], [await Phone.of(owner), await Phone.of(worker)]);
          try {
            for (const one of steps) await history.run(one);
            // What one phone sends changes the copy of the other.
            for (const on of [...history.phones, ...history.phones]) await on.settle();
            await check(history, owner);
            for (const { seen } of history.phones) for (const each of seen.values()) told.add(each);
          } finally {
            for (const on of history.phones) on.close();
          }
        }),
        { numRuns: histories, examples: [[withoutSignalForAWhile], [twoWindowsAfterARestore]] },
      );
      expect([...told]).toEqual(expect.arrayContaining(['saved', 'on this phone']));
    },
    Math.max(60_000, histories * 2000),
  );
});
