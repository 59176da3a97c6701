import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person, type TestServer } from '#test/engines.ts';
import { Phone, type Seen, signals } from '#test/phone.ts';

/** `npm run test:offline` asks for thousands. */
const histories = Number(process.env['OFFLINE_RUNS'] ?? 12);

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

type Save = Extract<Step, { kind: 'weigh' | 'add' | 'note' | 'mate' | 'delete' | 'sell' | 'undo' }>;

/** What identifies a save in the database. */
interface Made {
  readonly grams?: number;
  readonly animal?: string;
}

interface Request extends Made {
  readonly call: string;
  readonly input: object;
}

/** All that happened on the phones of one farm. */
class History {
  readonly phones: readonly [Phone, Phone];
  readonly #server: TestServer;
  readonly #people: readonly [Person, Person];
  readonly #animals: string[] = [];
  readonly made = new Map<string, Made & { readonly phone: Phone }>();
  #count = 0;

  constructor(server: TestServer, people: readonly [Person, Person], phones: readonly [Phone, Phone]) {
    [this.#server, this.#people, this.phones] = [server, people, phones];
  }

  async run(one: Step): Promise<void> {
    if (one.kind === 'restore') {
      await this.#server.markRestored();
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

  #save(on: Phone, one: Save): void {
    this.#count += 1;
    const name = `${one.kind} ${this.#count}`;
    const saved = this.#requestOf(on, one, name);
    if (!saved) return;
    const { call, input, ...made } = saved;
    this.made.set(name, { phone: on, ...made });
    on.save(name, call, input, one.window);
  }

  #requestOf({ window }: Phone, one: Save, name: string): Request | undefined {
    const animal = 'which' in one ? this.#animals[one.which % Math.max(this.#animals.length, 1)] : undefined;
    const row = animal === undefined ? undefined : window.rows.animals.get(animal);
    switch (one.kind) {
      case 'add': {
        const id = crypto.randomUUID();
        const sex = this.#animals.length % 3 === 0 ? 'male' : 'female';
        this.#animals.push(id);
        return { call: 'addAnimal', input: { body: { id, tagNumber: `T${this.#count}`, species: 'goat', sex } }, animal: id };
      }
      case 'weigh': {
        const grams = 20_000 + this.#count;
        const event = { kind: 'weighing', animalId: animal, day: '2026-03-01', weightGrams: grams };
        return animal === undefined ? undefined : { call: 'recordEvents', input: { body: { events: [event] } }, grams, animal };
      }
      case 'note':
        return row && { call: 'changeAnimal', input: { params: { id: row.id }, body: { version: row.version, notes: name } } };
      case 'mate': {
        const ofSex = (sex: string) => [...window.rows.animals.values()].find((each) => each.sex === sex)?.id;
        const [motherId, fatherId] = [ofSex('female'), ofSex('male')];
        if (motherId === undefined || fatherId === undefined) return undefined;
        return { call: 'addBreedingRecord', input: { body: { motherId, fatherId, breedingDate: '2026-01-01', notes: name } } };
      }
      case 'sell': {
        if (row?.status !== 'active') return undefined;
        const notes = this.#count % 2 === 0 ? { notes: name } : {};
        const body = { version: row.version, status: 'sold', day: '2026-03-02', ...notes };
        return { call: 'changeAnimal', input: { params: { id: row.id }, body } };
      }
      // Of a sale that the server may not have made yet.
      case 'undo': {
        const sale = [...window.rows.events.values()].find(({ kind, voidedAt }) => kind === 'sale' && voidedAt === null);
        return sale && { call: 'voidEvent', input: { params: { id: sale.id }, body: { version: sale.version } } };
      }
      default:
        return animal === undefined ? undefined : { call: 'deleteAnimal', input: { params: { id: animal } }, animal };
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
