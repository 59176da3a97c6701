import { setTimeout } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { startLatencyProbe } from '#test/load-generator.ts';
import { startProduct, takeLongestBlockMs, type Product } from '#test/product.ts';
import { sampleInput, bodyFields, type SeededFarm } from '#test/samples.ts';

/** The result of an attack; `faults` must be empty. */
export interface Finding {
  readonly attack: string;
  readonly figure: string;
  readonly faults: readonly string[];
  readonly bystanderMs?: number;
  readonly peakMb?: number;
  readonly on?: string;
}

const longestWaitMs = 250;

/** Runs an attack on a product with the event loop probe, and says what a bystander and the event loop noticed of it. */
export async function observe<T>(product: Product, url: string, attack: () => Promise<T>) {
  const probe = startLatencyProbe(url, product.pid);
  await setTimeout(1000);
  probe.slowest();
  await takeLongestBlockMs(product);
  const result = await attack();
  const { ms, ownMs } = probe.slowest();
  const turnMs = await takeLongestBlockMs(product);
  await probe.stop();
  const [waited, atAll] = [Math.ceil(ownMs), Math.ceil(ms)];
  const faults = [
    ...(ownMs > longestWaitMs ? [`a bystander waited ${waited} ms`] : []),
    ...(turnMs > longestWaitMs ? [`the event loop was busy for ${turnMs} ms without a pause`] : []),
    ...(probe.failed > 0 ? [`a bystander was not answered ${probe.failed} times`] : []),
  ];
  // Without the time in which other programs had the processors, and with it.
  const wait = `a bystander waited ${waited} ms for the server at most (${atAll} ms with what else the machine was busy with)`;
  return { result, wait, faults, bystanderMs: ownMs };
}

/** Runs a tool with a pseudo-terminal (otherwise sqlmap reads its targets from stdin) and kills it after `seconds`. */
export async function runTool(name: string, args: readonly string[], seconds: number): Promise<string> {
  const command = [name, ...args].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
  const tool = spawn('script', ['-qec', command, '/dev/null'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'dumb', SHELL: '/bin/sh' },
  });
  let printed = '';
  for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const bound = globalThis.setTimeout(() => {
    printed += `\n${name} was stopped after ${seconds} s\n`;
    tool.kill('SIGKILL');
  }, seconds * 1000);
  await new Promise((ended) => tool.once('close', ended));
  clearTimeout(bound);
  return stripVTControlCharacters(printed).replaceAll('\r', '');
}

export type Target = Awaited<ReturnType<typeof startTarget>>;

/** These would end the session or the account that sends the requests. */
const ending = new Set(['logout', 'changePassword', 'deleteUser', 'changeUserRole']);

/** The product, and a request to each of its routes with every field that the route knows. */
export async function startTarget(env: Readonly<Record<string, string>> = {}) {
  const product = await startProduct({ RATE_LIMITS: 'off', LOG_LEVEL: 'error', ...env });
  const person = { username: 'target', email: 'target@example.org', password: 'correct horse' };
  let cookie = '';
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`${product.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return (await answer.json()) as Record<string, string>;
  };
  const setupToken = await setupTokenOf(product);
  const { farmId = '', id: userId = '' } = await post('/auth/register', { ...person, setupToken });
  // A full plan would change answers, which a scanner would take for an effect of its own input.
  await post('/admin/coupons', { code: 'EVERYTHING', discountPercent: 100 });
  await post('/select-plan', { planType: 'enterprise', billingCycle: 'yearly', couponCode: 'EVERYTHING' });
  const idOf = async (path: string, body: object): Promise<string> => (await post(path, body))['id'] ?? '';
  const animal = (tagNumber: string, sex: string, more: object) => idOf('/animals', { tagNumber, sex, species: 'goat', ...more });
  const doe = await animal('D-1', 'female', { birthDate: '2021-02-03' });
  const buck = await animal('B-1', 'male', { birthDate: '2021-01-02' });
  const offer = { birthDate: '2024-03-01', motherId: doe, fatherId: buck, forSale: true, salePrice: 5 };
  const kid = await animal('K-1', 'female', offer);
  const breeding = await idOf('/breeding-records', { motherId: doe, fatherId: buck, breedingDate: '2023-10-03' });
  const coupon = await idOf('/admin/coupons', { code: 'TARGET', discountPercent: 10 });
  const ids = { admin: coupon, animals: kid, 'breeding-records': breeding, 'for-sale': kid };
  const epoch = crypto.randomUUID();
  const farm = { person: { ...person, farmId, userId }, ids, doe, buck, kid, epoch } as unknown as SeededFarm;
  const asked = Object.entries<Route>(api).filter(([name, { file }]) => !file && !ending.has(name));
  return { product, cookie, requests: asked.map(([, route]) => requestOf(route, farm)) };
}

/** The setup link is printed shortly after the product is ready. */
async function setupTokenOf(product: Product): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const token = /setup=(\S+)/.exec(product.output())?.[1];
    if (token) return token;
    await setTimeout(50);
  }
  throw new Error(`No setup link:\n${product.output()}`);
}

function requestOf(route: Route, farm: SeededFarm) {
  const kinds = farm.ids as Readonly<Record<string, string | undefined>>;
  const ids: string[] = [];
  const path = route.path.replaceAll(/:\w+/g, () => {
    const id = kinds[route.path.split('/')[1] ?? ''] ?? crypto.randomUUID();
    ids.push(id);
    return id;
  });
  const query = Object.keys(route.query?.shape ?? {}).map((name) => `${name}=${sampleQuery[name] ?? '1'}`);
  const { params: _, ...rest } = route;
  const body = route.body && sampleInput(rest, farm, bodyFields(route)).body;
  return {
    method: route.method,
    path: `/api${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    ids,
    body: body && JSON.stringify(body),
  };
}

const sampleQuery: Readonly<Record<string, string>> = {
  search: 'K-1',
  species: 'goat',
  limit: '10',
  minPrice: '1',
  maxPrice: '900',
  sort: 'name',
  format: 'csv',
  sheet: 'animals',
  from: '2020-01-01',
  to: '2026-01-01',
  verdict: 'ready',
};
