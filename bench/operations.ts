import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { breeds, type BenchFarm } from './stock.ts';
import type { BenchRequest } from './load.ts';

export interface Farms {
  readonly small: BenchFarm;
  readonly middle: BenchFarm;
  readonly large: BenchFarm;
  /** The target of all writes, so that the other farms stay unchanged. */
  readonly growing: BenchFarm;
  readonly many: readonly BenchFarm[];
}

export interface Operation {
  readonly name: string;
  readonly request: () => BenchRequest;
  readonly connections: number;
  readonly rate?: number;
  /** What it is compared with: the same statements without a server, or a server that only answers 304. */
  readonly baseline?: 'driver' | 'bare 304';
}

function pickRandom<T>(list: readonly T[]): T {
  const one = list.at(Math.floor(Math.random() * list.length));
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}

let serial = 0;

const get = (farm: BenchFarm, path: string, headers: Record<string, string> = {}): BenchRequest => ({
  path: `/api${path}`,
  headers: { cookie: farm.cookie, ...headers },
});
const send = (farm: BenchFarm, method: 'POST' | 'PATCH', path: string, body: object): BenchRequest => ({
  method,
  path: `/api${path}`,
  headers: { cookie: farm.cookie },
  body: JSON.stringify(body),
});

const newAnimal = (farm: BenchFarm) =>
  send(farm, 'POST', '/animals', {
    tagNumber: `N-${(serial += 1)}`,
    species: 'goat',
    sex: 'female',
    breed: 'Boer',
    birthDate: '2025-03-01',
  });
const rename = (farm: BenchFarm) =>
  send(farm, 'PATCH', `/animals/${pickRandom(farm.animalIds)}`, { name: `Clover ${(serial += 1)}` });
const offer = (farm: BenchFarm) =>
  send(farm, 'PATCH', `/animals/${pickRandom(farm.animalIds)}`, {
    forSale: true,
    salePrice: 100 + ((serial += 1) % 900),
    saleDescription: 'Healthy',
  });
const checkup = (farm: BenchFarm) =>
  send(farm, 'POST', '/health-records', {
    animalId: pickRandom(farm.animalIds),
    date: '2026-05-01',
    healthStatus: '4',
    weightLbs: 80 + ((serial += 1) % 50),
    dewormed: serial % 2 === 0,
  });

const distances = [10, 25, 50, 100, 250, 500];
/** Random words, filters and orders, because no two visitors search for the same. */
const search = (): BenchRequest => {
  const words = [
    pickRandom(breeds),
    `${pickRandom(breeds)} T-0${Math.floor(Math.random() * 1000)}`,
    pickRandom(breeds).slice(0, 4),
  ];
  const near = `${(25 + Math.random() * 24).toFixed(2)},${(-124 + Math.random() * 57).toFixed(2)}`;
  const chances: readonly (readonly [chance: number, fields: Readonly<Record<string, string>>])[] = [
    [0.7, { search: pickRandom(words) }],
    [0.5, { sex: pickRandom(['male', 'female']) }],
    [0.3, { minAgeMonths: String(Math.floor(Math.random() * 24)) }],
    [0.2, { registered: pickRandom(['true', 'false']) }],
    [0.5, { near, withinKm: String(pickRandom(distances)) }],
  ];
  const chosen = chances.flatMap(([chance, fields]) => (Math.random() < chance ? Object.entries(fields) : []));
  const sort = pickRandom(['newest', 'price', '-price']);
  const query = new URLSearchParams([...chosen, ['sort', sort], ['minPrice', String(Math.floor(Math.random() * 900))]]);
  return { path: `/api/for-sale?${query}` };
};

const dashboard = ['/auth/me', '/animals', '/health-records', '/breeding-records', '/reference-animals'];

const day = (farms: readonly BenchFarm[]) => (): BenchRequest => {
  const farm = pickRandom(farms);
  const what = Math.random();
  if (what < 0.25) return get(farm, '/auth/me');
  if (what < 0.5) return get(farm, pickRandom(dashboard));
  if (what < 0.65) return get(farm, `/animals/${pickRandom(farm.animalIds)}`);
  if (what < 0.7) return search();
  if (what < 0.8) return newAnimal(farm);
  return pickRandom([rename, offer, checkup])(farm);
};

/** A cursor before all records makes the answer the whole list, and no two requests can share it. */
const changed = (farm: BenchFarm) => (): BenchRequest => get(farm, `/animals?cursor=2999-01-01T00:00:00.000Z_${randomUUID()}`);

/** One for each goal of performance.md. `etag` is that of the list of the middle farm. */
export const operations = ({ small, middle, large, growing, many }: Farms, etag: string): Operation[] => [
  { name: 'list of 10, changed', request: changed(small), connections: 32, baseline: 'driver' },
  { name: 'list of 1,000, changed', request: changed(middle), connections: 32, baseline: 'driver' },
  { name: 'list of 10,000, changed', request: changed(large), connections: 4, baseline: 'driver' },
  {
    name: 'list of 1,000, ETag matches',
    request: () => get(middle, '/animals', { 'if-none-match': etag }),
    connections: 32,
    baseline: 'bare 304',
  },
  { name: 'create, one by one', request: () => newAnimal(growing), connections: 1 },
  { name: 'create, 32 farms at once', request: () => newAnimal(pickRandom(many.slice(0, 32))), connections: 32 },
  { name: 'patch', request: () => rename(growing), connections: 32 },
  { name: 'market search, all different', request: search, connections: 32, baseline: 'driver' },
  { name: 'mixed day, 200 farms, 300/s', request: day(many), connections: 32, rate: 300 },
];

/** Also measures how long the watcher waits for a small request meanwhile. */
export async function importRows(url: string, farm: BenchFarm, watcher: BenchFarm, rows: number) {
  const task = { isDone: false };
  const waits: number[] = [];
  const watching = (async () => {
    while (!task.isDone) {
      const began = performance.now();
      await (await fetch(`${url}/api/auth/me`, { headers: { cookie: watcher.cookie } })).arrayBuffer();
      waits.push(performance.now() - began);
      await setTimeout(5);
    }
  })();
  const began = performance.now();
  const lines = Array.from(
    { length: rows },
    (_, index) => `I-${index},Daisy ${index},goat,${index % 10 ? 'F' : 'M'},2024-03-01,Boer`,
  );
  const form = new FormData();
  form.set('file', new Blob([['Tag,Name,Species,Sex,DOB,Breed', ...lines].join('\n')]), 'flock.csv');
  const headers = { cookie: farm.cookie };
  const staged = await fetch(`${url}/api/imports`, { method: 'POST', headers, body: form });
  const { id } = (await staged.json()) as { id: string };
  const applied = await fetch(`${url}/api/imports/${id}/apply`, { method: 'POST', headers });
  const answer = (await applied.json()) as { message?: string };
  if (!applied.ok) throw new Error(`The import answered ${applied.status}: ${answer.message}`);
  const seconds = (performance.now() - began) / 1000;
  task.isDone = true;
  await watching;
  return { seconds, p99: waits.toSorted((a, b) => a - b)[Math.floor((waits.length - 1) * 0.99)] ?? 0 };
}
