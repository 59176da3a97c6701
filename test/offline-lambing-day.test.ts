import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { engines, openTestServer, type Person, type TestServer } from '#test/engines.ts';
import { readAllRows } from '#test/database-rows.ts';
import { Phone, type Sender, signals } from '#test/phone.ts';
import { startProduct, type Product } from '#test/product.ts';
import { NetworkError } from '#web/lib/server/api.ts';
import { createRandom } from '../scripts/demo-random.ts';
import { buildServerIfStale } from '../scripts/server.ts';

/** `npm run test:offline` asks for 20 days of 500 writes. */
const [days, writes] = [Number(process.env['OFFLINE_DAYS'] ?? 1), Number(process.env['OFFLINE_WRITES'] ?? 25)];
const [ewes, rams] = [120, 2];
const today = '2026-03-01';

/** A farm with two people, served by a process that can be killed. */
class FarmServer {
  readonly #server: TestServer;
  readonly #env: Readonly<Record<string, string>>;
  readonly owner: Person;
  readonly worker: Person;
  #product: Product;

  private constructor(server: TestServer, env: Readonly<Record<string, string>>, people: [Person, Person], product: Product) {
    [this.#server, this.#env, this.#product] = [server, env, product];
    [this.owner, this.worker] = people;
  }

  static async open(server: TestServer): Promise<FarmServer> {
    const { config, engine } = server;
    const [owner, worker] = [await server.register({ plan: 'enterprise' }), await server.register()];
    await server.addMember(owner, worker, 'manager');
    for (let count = 0; count < ewes + rams; count += 1) {
      const sex = count < ewes ? 'female' : 'male';
      await owner.call('addAnimal', { body: { tagNumber: `E-${count}`, species: 'sheep', sex, birthDate: '2022-02-01' } });
    }
    const env = {
      DATA_DIR: config.dataDir,
      RATE_LIMITS: 'off',
      ...(engine === 'postgres' && config.databaseUrl !== undefined && { DATABASE_URL: config.databaseUrl }),
    };
    const product = await startProduct(env);
    return new FarmServer(server, { ...env, PORT: new URL(product.url).port }, [owner, worker], product);
  }

  /** Over HTTP, as a phone does. */
  senderOf({ cookies }: Person): Sender {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      send: async ({ method, url, payload, headers }) => {
        const request = { method, headers: { ...headers, cookie }, ...(payload !== undefined && { body: payload }) };
        try {
          const response = await fetch(new URL(url, this.#product.url), request);
          const text = await response.text();
          return { statusCode: response.status, payload: text, headers: Object.fromEntries(response.headers) };
        } catch (error) {
          throw new NetworkError(error);
        }
      },
    };
  }

  async restart(): Promise<void> {
    await this.#product.kill();
    this.#product = await startProduct(this.#env);
  }

  rows(): ReturnType<typeof readAllRows> {
    return readAllRows(this.#server, this.owner.farmId);
  }

  close(): Promise<void> {
    return this.#product.kill();
  }
}

interface Write {
  readonly phone: Phone;
  /** What the log of changes says exactly once if it was done. */
  readonly trace: string;
}

/** What two people record in a day. The same seed gives the same entries and disturbances. */
class Day {
  readonly made = new Map<string, Write>();
  readonly young: string[] = [];
  readonly #phones: readonly [Phone, Phone];
  readonly #random: () => number;
  #unlambed: string[];

  constructor(phones: readonly [Phone, Phone], seed: number) {
    this.#phones = phones;
    this.#random = createRandom(seed);
    this.#unlambed = [...phones[0].window.rows.animals.values()].filter(({ sex }) => sex === 'female').map(({ id }) => id);
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.#random() * list.length)];
    if (found === undefined) throw new Error('There is nothing to pick from');
    return found;
  }

  happens(probability: number): boolean {
    return this.#random() < probability;
  }

  record(): Phone {
    const phone = this.pick(this.#phones);
    const id = crypto.randomUUID();
    const name = `${this.made.size + 1}`;
    const animals = [...phone.window.rows.animals.keys()];
    const event = (fields: object): void => {
      this.made.set(name, { phone, trace: `created ${id}` });
      phone.save(name, 'recordEvents', { body: { events: [{ id, day: today, ...fields }] } }, Math.floor(this.#random() * 3));
    };
    const kind = this.#random();
    const dam = this.#unlambed.at(-1);
    if (kind < 0.2 && dam !== undefined) {
      this.#unlambed.pop();
      const young = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, (_, index) => {
        const lamb = crypto.randomUUID();
        this.young.push(lamb);
        const sex = this.pick(['male', 'female']);
        return { id: lamb, sex, state: 'alive', weightGrams: 4000 + index, tagNumber: `L-${name}-${index}` };
      });
      event({ kind: 'birth', animalId: dam, young });
    } else if (kind < 0.55) {
      event({ kind: 'weighing', animalId: this.pick(animals), weightGrams: 4000 + this.made.size });
    } else if (kind < 0.75) {
      const withdrawals = [{ product: 'meat', days: 28 }];
      event({ kind: 'treatment', animalId: this.pick(animals), productName: 'Long-acting antibiotic', dose: 2, withdrawals });
    } else if (kind < 0.9) {
      event({ kind: 'note', animalId: this.pick(animals), note: name });
    } else {
      const row = phone.window.rows.animals.get(this.pick(animals));
      this.made.set(name, { phone, trace: `notes ${id}` });
      const body = { version: row?.version, notes: id };
      phone.save(name, 'changeAnimal', { params: { id: row?.id }, body }, Math.floor(this.#random() * 3));
    }
    return phone;
  }

  async disturb(farm: FarmServer): Promise<void> {
    const phone = this.pick(this.#phones);
    if (this.happens(0.2)) phone.connection.signal = this.happens(0.6) ? 'good' : this.pick(signals);
    if (phone.connection.signal === 'good' && this.happens(0.5)) void this.pick(phone.windows).synchronize();
    if (this.happens(0.05)) await phone.killAndReopen();
    if (this.happens(0.03) && phone.windows.length < 3) await phone.openWindow();
    if (this.happens(0.02)) await farm.restart();
  }
}

async function expectCopies(phones: readonly Phone[], owner: Person): Promise<void> {
  for (const call of ['listAnimals', 'listAnimalStates', 'listEvents'] as const) {
    const query = call === 'listEvents' ? { limit: 1000 } : {};
    const list = await owner.call(call, { query });
    for (const window of phones.flatMap(({ windows }) => windows))
      expect({ call, list: window.answer(call, { query }) }).toEqual({ call, list });
  }
}

/** What was done, by the log of changes: how often each. */
async function countTraces(farm: FarmServer): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { id, fields } of (await farm.rows()).get('changes') ?? []) {
    const changed = fields === null ? null : (JSON.parse(fields as string) as Record<string, readonly unknown[]>);
    const trace = changed === null ? `created ${String(id)}` : `notes ${String(changed['notes']?.[1])}`;
    times.set(trace, (times.get(trace) ?? 0) + 1);
  }
  return times;
}

async function expectDoneOnce(day: Day, farm: FarmServer): Promise<void> {
  const times = await countTraces(farm);
  const told = { saved: 0, 'on this phone': 0, refused: 0, nothing: 0 };
  for (const [name, { phone, trace }] of day.made) {
    const count = times.get(trace) ?? 0;
    const seen = phone.seen.get(name) ?? 'nothing';
    told[seen] += 1;
    const isParked = phone.window.status.operations.some(({ body }) => JSON.stringify(body).includes(trace.split(' ')[1] ?? ''));
    expect(count, `${name} was done more than once`).toBeLessThanOrEqual(1);
    if (seen === 'saved') expect(count, `${name} was shown as saved and is lost`).toBe(1);
    if (seen === 'on this phone') expect(count === 1 || isParked, `${name} was on the phone and is lost`).toBe(true);
    if (seen === 'refused') expect(count, `${name} was refused and is there`).toBe(0);
  }
  for (const id of day.young) expect(times.get(`created ${id}`) ?? 0, `lamb ${id}`).toBeLessThanOrEqual(1);
  console.log(`${day.made.size} writes: ${JSON.stringify(told)}`);
}

beforeAll(buildServerIfStale, 120_000);

describe.each(engines)('A lambing day on two phones (%s)', (engine) => {
  test.each(Array.from({ length: days }, (_, index) => index + 1))(
    'with signal on and off, windows and servers killed, loses, doubles and invents nothing: day %i',
    async (seed) => {
      const server = await openTestServer(engine);
      onTestFinished(() => server.close());
      const farm = await FarmServer.open(server);
      onTestFinished(() => farm.close());
      const { owner, worker } = farm;
      const phones = [await Phone.of(owner, farm.senderOf(owner)), await Phone.of(worker, farm.senderOf(worker))] as const;
      onTestFinished(() => phones.forEach((phone) => phone.close()));
      const day = new Day(phones, seed);
      while (day.made.size < writes) {
        const phone = day.record();
        if (day.happens(0.5)) await phone.whenTold();
        await day.disturb(farm);
      }
      // What one phone sends changes the copy of the other.
      for (const phone of [...phones, ...phones]) await phone.settle();
      await expectDoneOnce(day, farm);
      await expectCopies(phones, owner);
    },
    60_000 + writes * 1000,
  );
});
