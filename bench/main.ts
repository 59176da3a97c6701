import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/config.ts';
import { openDatabase, type Engine } from '../src/server/db/engines/connect.ts';
import { migrate } from '../src/server/db/engines/migrate.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProduct, type Product } from '#test/product.ts';
import { bareDriver, startBareServer, type Statement } from './baselines.ts';
import { measure, type BenchRequest } from './load.ts';
import {
  changeSome,
  exportAll,
  importRows,
  mixedDay,
  operations,
  sendStored,
  signInConcurrently,
  type Farms,
} from './operations.ts';
import { readProcessUsage } from './process-cost.ts';
import { writeReport, type Row } from './report.ts';
import { createBenchFarm } from './stock.ts';

interface Size {
  readonly engines: readonly Engine[];
  readonly seconds: number;
  readonly listings: number;
  readonly farms: number;
}

const sizes = {
  quick: { engines: ['sqlite', 'postgres'], seconds: 1, listings: 5000, farms: 50 },
  full: { engines: ['sqlite', 'postgres'], seconds: 8, listings: 100_000, farms: 200 },
} as const satisfies Record<string, Size>;

const [mode = 'full', argument, ...more] = process.argv.slice(2);
const only = [argument, ...more].find((word) => word?.startsWith('--only='))?.slice(7);
const engine = [argument, ...more].find((word) => word === 'sqlite' || word === 'postgres');

async function bench(size: Size): Promise<void> {
  const rows: Row[] = [];
  for (const name of engine ? [engine] : size.engines) {
    await withProduct(name, size, async (setup) => {
      for await (const row of measureAll(name, size, setup)) {
        rows.push(row);
        console.log(`${row.engine.padEnd(9)}${row.name.padEnd(36)}${row.cells.join('  ')}`);
      }
    });
  }
  writeReport(rows, { isWritten: mode === 'full' && only === undefined && engine === undefined });
}

interface BenchSetup {
  readonly product: Product;
  readonly farms: Farms;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

async function withProduct(
  name: Engine,
  { listings, farms }: Pick<Size, 'listings' | 'farms'>,
  work: (setup: BenchSetup) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-bench-'));
  const postgres = name === 'postgres' ? await startPostgres({ isDurable: true }) : undefined;
  const databaseUrl = postgres && `${postgres.url}postgres`;
  const { db } = openDatabase({ databaseUrl, dataDir });
  let product: Product | undefined;
  try {
    await migrate(db, name);
    const stocked: Farms = {
      small: await createBenchFarm(db, { animals: 10, checkupsEach: 5 }),
      middle: await createBenchFarm(db, { animals: 1000, checkupsEach: 5 }),
      large: await createBenchFarm(db, { animals: 10_000, checkupsEach: 5 }),
      growing: await createBenchFarm(db, { animals: 500 }),
      many: await repeat(farms, () => createBenchFarm(db, { animals: 50, checkupsEach: 5 })),
    };
    await repeat(20, () => createBenchFarm(db, { animals: listings / 20, isSeller: true }));
    if (databaseUrl) await analyze(databaseUrl);
    await db.destroy();
    product = await startProduct({
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    });
    await work({ product, farms: stocked, dataDir, databaseUrl });
  } finally {
    await product?.stop();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function* measureAll(
  name: Engine,
  { seconds }: Size,
  { product, farms, dataDir, databaseUrl }: BenchSetup,
): AsyncGenerator<Row> {
  const { url, pid } = product;
  const bare = await startBareServer();
  const isWanted = (what: string): boolean => only === undefined || what.includes(only);
  yield { engine: name, name: 'at rest', cells: ['', '', '', '', readProcessUsage(pid).rssMb.toFixed(0), '', ''] };
  const etag = (await fetch(`${url}/api/animals`, { headers: { cookie: farms.middle.cookie } })).headers.get('etag');
  const changesSince = await changeSome(url, farms.large, 10);
  for (const { compare, ...operation } of operations(farms, new Map([[farms.middle, etag ?? '']]), changesSince)) {
    if (!isWanted(operation.name)) continue;
    await waitUntilIdle(pid);
    const measured = await measure({ url, pid, seconds, ...operation });
    let [sent, asked] = ['', ''];
    if (compare) {
      const response = await fetch(`${url}${compare.path}`, { headers: { ...compare.headers, 'accept-encoding': 'identity' } });
      await bare.answer(Buffer.from(await response.arrayBuffer()));
      const { perSecond } = await measure({
        url: bare.url,
        pid: bare.pid,
        seconds: seconds / 2,
        connections: operation.connections,
        request: { path: '/' },
      });
      sent = ratio(measured.perSecond, perSecond);
      const statements = await statementsOf(compare, { dataDir, databaseUrl });
      const file = join(dataDir, 'bellwether.db');
      asked = ratio(
        measured.perSecond,
        await bareDriver({ ...(databaseUrl && { databaseUrl }), file }, statements, Math.min(2, seconds / 2)),
      );
    }
    const { perSecond, p50, p99, cpuMs, rssMb, failed } = measured;
    const note = failed > 0 ? ` (${failed} failed)` : '';
    yield {
      engine: name,
      name: operation.name + note,
      cells: [
        perSecond.toFixed(perSecond < 100 ? 1 : 0),
        p50.toFixed(1),
        p99.toFixed(1),
        cpuMs.toFixed(2),
        rssMb.toFixed(0),
        sent,
        asked,
      ],
    };
  }
  bare.stop();
  for (const [what, task] of longOperations({ url, farms })) {
    if (!isWanted(what)) continue;
    const before = readProcessUsage(pid).cpuMs;
    const said = await task();
    yield {
      engine: name,
      name: what,
      cells: [said, '', '', (readProcessUsage(pid).cpuMs - before).toFixed(0), readProcessUsage(pid).rssMb.toFixed(0), '', ''],
    };
  }
}

const longOperations = ({
  url,
  farms: { large, middle, growing, small, many },
}: {
  url: string;
  farms: Farms;
}): [string, () => Promise<string>][] => [
  [
    'export of 10,000 animals, 50,000 checkups',
    async () => {
      const { seconds, worstMs } = await exportAll(url, large, small);
      return `${seconds.toFixed(1)} s, others wait ${worstMs.toFixed(0)} ms at most`;
    },
  ],
  [
    'import of 10,000 rows',
    async () => {
      const { seconds, worstMs } = await importRows(url, growing, small, 10_000);
      return `${seconds.toFixed(1)} s, others wait ${worstMs.toFixed(0)} ms at most`;
    },
  ],
  [
    '500 stored weighings, sent 50 at a time',
    async () => {
      const durations = await sendStored(url, middle, 500);
      const [total, slowest] = [durations.reduce((sum, each) => sum + each, 0), Math.max(...durations)];
      return `${(total / 1000).toFixed(1)} s in ${durations.length} requests, ${slowest.toFixed(0)} ms at most`;
    },
  ],
  [
    '50 people sign in at once',
    async () => {
      const { seconds, idleMs, loadedMs, refused } = await signInConcurrently(url, many, small);
      const note = refused > 0 ? `, ${refused} refused` : '';
      return `${seconds.toFixed(1)} s, others wait ${loadedMs.toFixed(0)} ms at most (${idleMs.toFixed(0)} before)${note}`;
    },
  ],
];

const ratio = (ours: number, limit: number): string => `${limit.toFixed(0)} (${(ours / limit).toFixed(2)})`;

/** The last load must have no effect on the next one. */
async function waitUntilIdle(pid: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { cpuMs } = readProcessUsage(pid);
    await setTimeout(200);
    if (readProcessUsage(pid).cpuMs - cpuMs <= 10) return;
  }
}

/** Executes the request in this process, without a network, and records its statements. */
async function statementsOf(
  { path, headers }: BenchRequest,
  address: { dataDir: string; databaseUrl: string | undefined },
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { db } = openDatabase(address, {
    onQuery: ({ query: { sql, parameters } }) => statements.push({ sql, parameters }),
  });
  const config = readConfig({
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DATA_DIR: address.dataDir,
    DATABASE_URL: address.databaseUrl,
  });
  const app = await createApp({ db, config, webDir: 'no-such-folder' });
  // The first request also executes statements that the server executes only now and then.
  await app.inject({ method: 'GET', url: '/api/for-sale?search=warm' });
  statements.length = 0;
  await app.inject({ method: 'GET', url: path, headers: { ...headers } });
  await app.close();
  await db.destroy();
  return statements.filter(({ sql }) => /^(?:select|with)\b/.test(sql));
}

/** Mixed work at 300 requests per second. */
async function soak(minutes: number): Promise<void> {
  await withProduct('sqlite', { listings: 5000, farms: 200 }, async ({ product, farms }) => {
    for (let minute = 0; minute <= minutes; minute += 1) {
      console.log(`minute ${minute}: ${readProcessUsage(product.pid).rssMb.toFixed(0)} MB`);
      if (minute === minutes) return;
      const load = { url: product.url, pid: product.pid, request: mixedDay(farms.many), connections: 32, rate: 300 };
      const { failed, p99 } = await measure({ ...load, seconds: 48 });
      console.log(`  p99 ${p99.toFixed(0)} ms, ${failed} failed`);
      await setTimeout(1000);
    }
  });
}

/** Autovacuum would do this within a minute. */
async function analyze(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

async function repeat<T>(times: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let time = 0; time < times; time += 1) made.push(await make());
  return made;
}

if (mode === 'soak') await soak(Number(argument ?? 30));
else await bench(mode === 'quick' ? sizes.quick : sizes.full);
