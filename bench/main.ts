import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/config.ts';
import { openDatabase, type Engine } from '../src/server/db/engines/connect.ts';
import { migrate } from '../src/server/db/engines/migrate.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProduct, type Product } from '#test/product.ts';
import { bareDriver, startBareServer, type Statement } from './baselines.ts';
import { measure, type BenchRequest } from './load.ts';
import { importRows, operations, type Farms, type Operation } from './operations.ts';
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

const {
  values: { only },
  positionals: words,
} = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const unknown = words.filter((word) => !['quick', 'sqlite', 'postgres'].includes(word));
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: the bench knows only quick, sqlite, postgres and --only=NAME`);
const isQuick = words.includes('quick');
const onlyEngine = words.find((word) => word === 'sqlite' || word === 'postgres');

async function bench(size: Size): Promise<void> {
  const rows: Row[] = [];
  for (const name of onlyEngine ? [onlyEngine] : size.engines) {
    await withProduct(name, size, async (setup) => {
      for await (const row of measureAll(name, size, setup)) {
        rows.push(row);
        console.log(`${row.engine.padEnd(9)}${row.name.padEnd(36)}${row.cells.join('  ')}`);
      }
    });
  }
  writeReport(rows, { isWritten: !isQuick && only === undefined && onlyEngine === undefined });
}

interface BenchSetup extends Address {
  readonly product: Product;
  readonly farms: Farms;
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
  engine: Engine,
  { seconds }: Size,
  { product: { url, pid }, farms, dataDir, databaseUrl }: BenchSetup,
): AsyncGenerator<Row> {
  const isWanted = (what: string): boolean => only === undefined || what.includes(only);
  yield { engine, name: 'at rest', cells: ['', '', '', '', readProcessUsage(pid).rssMb.toFixed(0), ''] };
  const etag = (await fetch(`${url}/api/animals`, { headers: { cookie: farms.middle.cookie } })).headers.get('etag') ?? '';
  for (const operation of operations(farms, etag).filter(({ name }) => isWanted(name))) {
    await waitUntilIdle(pid);
    const { perSecond, p50, p99, cpuMs, rssMb, failed } = await measure({ url, pid, seconds, ...operation });
    const baseline = await measureBaseline(operation, { dataDir, databaseUrl }, seconds / 2);
    yield {
      engine,
      name: operation.name + (failed > 0 ? ` (${failed} failed)` : ''),
      cells: [
        perSecond.toFixed(perSecond < 100 ? 1 : 0),
        p50.toFixed(1),
        p99.toFixed(1),
        cpuMs.toFixed(2),
        rssMb.toFixed(0),
        baseline === undefined ? '' : `${baseline.toFixed(0)} (${(perSecond / baseline).toFixed(2)})`,
      ],
    };
  }
  if (!isWanted('import')) return;
  const before = readProcessUsage(pid).cpuMs;
  const { seconds: took, p99 } = await importRows(url, farms.growing, farms.small, 10_000);
  const { cpuMs, rssMb } = readProcessUsage(pid);
  yield {
    engine,
    name: `import of 10,000 rows in ${took.toFixed(1)} s; p99 of others meanwhile`,
    cells: ['', '', p99.toFixed(0), (cpuMs - before).toFixed(0), rssMb.toFixed(0), ''],
  };
}

interface Address {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

async function measureBaseline(
  { baseline, request, connections }: Operation,
  address: Address,
  seconds: number,
): Promise<number | undefined> {
  if (baseline === undefined) return undefined;
  if (baseline === 'driver') return bareDriver(address, await statementsOf(request(), address), Math.min(2, seconds));
  const { url, pid, stop } = await startBareServer();
  const { perSecond } = await measure({ url, pid, seconds, connections, request: () => ({ path: '/' }) });
  stop();
  return perSecond;
}

/** The last load must have no effect on the next one. */
async function waitUntilIdle(pid: number): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { cpuMs } = readProcessUsage(pid);
    await setTimeout(200);
    if (readProcessUsage(pid).cpuMs - cpuMs <= 10) return;
  }
}

/** Executes the request in this process, without a network, and records its statements. */
async function statementsOf({ path, headers }: BenchRequest, address: Address): Promise<Statement[]> {
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

await bench(isQuick ? sizes.quick : sizes.full);
