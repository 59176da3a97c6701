import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { Api } from '#contract/index.ts';
import type { Reply } from '#contract/route.ts';
import { maxOperations } from '#contract/sync.ts';
import { breeds, password, type BenchFarm } from './stock.ts';
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
  readonly request: BenchRequest | (() => BenchRequest);
  readonly connections: number;
  readonly rate?: number;
  readonly compare?: BenchRequest;
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
/** Random, because no two visitors search for the same. */
const search = (): BenchRequest => {
  const words = [
    pickRandom(breeds),
    `${pickRandom(breeds)} T-0${Math.floor(Math.random() * 1000)}`,
    pickRandom(breeds).slice(0, 4),
  ];
  const query = new URLSearchParams({
    search: pickRandom(words),
    minPrice: String(Math.floor(Math.random() * 900)),
    maxPrice: '1000',
  });
  return { path: `/api/for-sale?${query}` };
};

const distances = [10, 25, 50, 100, 250, 500];
/** Like `search`, with all filters and sort orders of the marketplace. */
const filteredSearch = (): BenchRequest => {
  const chances: readonly (readonly [chance: number, fields: Readonly<Record<string, string>>])[] = [
    [0.4, { search: pickRandom(breeds) }],
    [0.5, { sex: pickRandom(['male', 'female']) }],
    [0.3, { minAgeMonths: String(Math.floor(Math.random() * 24)) }],
    [0.2, { registered: pickRandom(['true', 'false']) }],
    [
      0.5,
      {
        near: `${(25 + Math.random() * 24).toFixed(2)},${(-124 + Math.random() * 57).toFixed(2)}`,
        withinKm: String(pickRandom(distances)),
      },
    ],
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
const changed = (farm: BenchFarm, path: '/animals' | '/health-records') => (): BenchRequest => {
  const date = path === '/animals' ? '' : '2999-01-01_';
  return get(farm, `${path}?cursor=${date}2999-01-01T00:00:00.000Z_${randomUUID()}`);
};

export const operations = (
  { small, middle, large, growing, many }: Farms,
  etags: ReadonlyMap<BenchFarm, string>,
  changesSince: BenchRequest,
): Operation[] => [
  { name: 'changes, 10 of 10,000', request: changesSince, connections: 1, compare: changesSince },
  { name: 'me', request: get(small, '/auth/me'), connections: 32, compare: get(small, '/auth/me') },
  ...(
    [
      [small, '10'],
      [middle, '1,000'],
    ] as const
  ).map(([farm, heads]) => ({
    name: `list of ${heads}, changed`,
    request: changed(farm, '/animals'),
    connections: 32,
    compare: changed(farm, '/animals')(),
  })),
  {
    name: 'list of 1,000, unchanged, whole',
    request: get(middle, '/animals'),
    connections: 32,
    compare: get(middle, '/animals'),
  },
  {
    name: 'list of 1,000, ETag matches',
    request: get(middle, '/animals', { 'if-none-match': etags.get(middle) ?? '' }),
    connections: 32,
  },
  { name: 'list of 10,000, changed', request: changed(large, '/animals'), connections: 4, compare: changed(large, '/animals')() },
  { name: 'list of 10,000, unchanged, whole', request: get(large, '/animals'), connections: 32, compare: get(large, '/animals') },
  { name: '50,000 checkups, changed', request: changed(large, '/health-records'), connections: 2 },
  {
    name: 'one animal',
    request: get(middle, `/animals/${middle.animalIds[7]}`),
    connections: 32,
    compare: get(middle, `/animals/${middle.animalIds[7]}`),
  },
  { name: 'dashboard, one of its requests', request: () => get(middle, pickRandom(dashboard)), connections: 32 },
  { name: 'create, one by one', request: () => newAnimal(growing), connections: 1 },
  { name: 'create, 32 at once', request: () => newAnimal(growing), connections: 32 },
  { name: 'create, 32 farms at once', request: () => newAnimal(pickRandom(many.slice(0, 32))), connections: 32 },
  { name: 'patch', request: () => rename(growing), connections: 32 },
  { name: 'sale table, each row', request: () => offer(growing), connections: 32 },
  { name: 'checkup', request: () => checkup(growing), connections: 32 },
  { name: 'market search, all different', request: search, connections: 32, compare: search() },
  { name: 'market search by all filters', request: filteredSearch, connections: 32, compare: filteredSearch() },
  { name: 'mixed day, 200 farms, 300/s', request: day(many), connections: 32, rate: 300 },
];

/** Reads a copy of the farm, changes some of its animals, and resolves with the request for the changes. */
export async function changeSome(url: string, farm: BenchFarm, count: number): Promise<BenchRequest> {
  const read = async (query: string): Promise<{ to: number | string; epoch: string; more: boolean }> => {
    const response = await fetch(`${url}/api/changes?limit=5000${query}`, { headers: { cookie: farm.cookie } });
    return (await response.json()) as Awaited<ReturnType<typeof read>>;
  };
  const next = ({ to, epoch }: { to: number | string; epoch: string }) => `since=${to}&epoch=${epoch}`;
  let copy = await read('');
  while (copy.more) copy = await read(`&${next(copy)}`);
  for (const id of farm.animalIds.slice(0, count)) {
    const headers = { cookie: farm.cookie, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: `Clover ${(serial += 1)}` });
    const { ok, status } = await fetch(`${url}/api/animals/${id}`, { method: 'PATCH', headers, body });
    if (!ok) throw new Error(`The change answered ${status}`);
  }
  return get(farm, `/changes?${next(copy)}`);
}

/** Sends what a phone has recorded offline: one weighing for each of `count` animals. Resolves with the time of each request. */
export async function sendStored(url: string, farm: BenchFarm, count: number): Promise<readonly number[]> {
  const headers = { cookie: farm.cookie, 'content-type': 'application/json' };
  const { epoch } = (await (await fetch(`${url}/api/changes?limit=1`, { headers })).json()) as { epoch: string };
  const today = new Date().toISOString().slice(0, 10);
  let waiting = farm.animalIds.slice(0, count).map((animalId) => {
    const weighing = { id: uuidv7(), kind: 'weighing', animalId, day: today, weightGrams: 20_000 };
    return { id: uuidv7(), call: 'recordEvents', body: { events: [weighing] } };
  });
  const durations: number[] = [];
  while (waiting.length > 0) {
    const body = JSON.stringify({ device: 'bench', epoch, ops: waiting.slice(0, maxOperations) });
    const began = performance.now();
    const response = await fetch(`${url}/api/sync`, { method: 'POST', headers, body });
    const { results } = (await response.json()) as Reply<Api['sync']>;
    durations.push(performance.now() - began);
    const saved = new Set(results.flatMap(({ id, outcome }) => (outcome === 'applied' ? id : [])));
    if (saved.size === 0) throw new Error('Nothing was saved');
    waiting = waiting.filter(({ id }) => !saved.has(id));
  }
  return durations;
}

export const mixedDay = (farms: readonly BenchFarm[]) => day(farms);

export const signIn = ({ username }: BenchFarm): BenchRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  body: JSON.stringify({ username, password }),
});

async function whileWatching<T>(
  url: string,
  farm: BenchFarm,
  work: () => Promise<T>,
): Promise<{ result: T; worstMs: number; seconds: number }> {
  const task = { isDone: false };
  let worstMs = 0;
  const watching = (async () => {
    while (!task.isDone) {
      const began = performance.now();
      await (await fetch(`${url}/api/auth/me`, { headers: { cookie: farm.cookie } })).arrayBuffer();
      worstMs = Math.max(worstMs, performance.now() - began);
      await setTimeout(5);
    }
  })();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  task.isDone = true;
  await watching;
  return { result, worstMs, seconds };
}

export const exportAll = (url: string, farm: BenchFarm, watcher: BenchFarm) =>
  whileWatching(url, watcher, async () => {
    const response = await fetch(`${url}/api/export?format=xlsx`, { headers: { cookie: farm.cookie } });
    if (!response.ok) throw new Error(`The export answered ${response.status}`);
    return (await response.arrayBuffer()).byteLength;
  });

export const importRows = (url: string, farm: BenchFarm, watcher: BenchFarm, rows: number) =>
  whileWatching(url, watcher, async () => {
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
    const answer = (await applied.json()) as { applied?: { created?: number }; message?: string };
    if (!applied.ok) throw new Error(`The import answered ${applied.status}: ${answer.message}`);
    return rows;
  });

/** Also measures another small request before and during the sign-ins. */
export async function signInConcurrently(url: string, farms: readonly BenchFarm[], watcher: BenchFarm) {
  const idle = await whileWatching(url, watcher, () => setTimeout(1000));
  const loaded = await whileWatching(url, watcher, () =>
    Promise.all(
      farms.slice(0, 50).map(async (farm) => {
        const { body = '' } = signIn(farm);
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
        await response.arrayBuffer();
        return response.status;
      }),
    ),
  );
  return {
    idleMs: idle.worstMs,
    loadedMs: loaded.worstMs,
    seconds: loaded.seconds,
    refused: loaded.result.filter((status) => status !== 200).length,
  };
}
