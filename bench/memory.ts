import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { openDatabase, type Engine } from '#server/db/engines/connect.ts';
import { migrate } from '#server/db/engines/migrate.ts';
import { startPostgres } from '#test/postgres.ts';
import { asInImage, takeLongestBlockMs, memoryMb, startProduct, eventLoopProbe, type Product } from '#test/product.ts';
import { memoryLimits as limits } from './limits.ts';
import { exportAll, importRows } from './operations.ts';
import { reportLimits, type Measured } from './report.ts';
import { createBenchFarm, type BenchFarm } from './stock.ts';

export async function benchMemory(engines: readonly Engine[], { isWritten }: { isWritten: boolean }): Promise<boolean> {
  const rows: Measured[] = [];
  for (const engine of engines) {
    await withEngine(engine, async (databaseUrl) => {
      for await (const row of measureServer(engine, databaseUrl)) {
        rows.push(row);
        console.log(`${row.engine.padEnd(9)}${row.name.padEnd(70)}${row.figure.padStart(8)}  ${row.limit}`);
      }
    });
  }
  return reportLimits('memory', rows, { isWritten });
}

const starts = [
  { how: 'npm start', settings: {}, limit: limits.plain },
  { how: 'as in the image', settings: asInImage, limit: limits.image },
] as const;

async function* measureServer(engine: Engine, databaseUrl: string | undefined): AsyncGenerator<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-memory-'));
  const { db } = openDatabase({ databaseUrl, dataDir });
  await migrate(db, engine);
  const farm = await createBenchFarm(db, { animals: 10_000, checkupsEach: 2 });
  const neighbour = await createBenchFarm(db, { animals: 10 });
  await db.destroy();
  // Whether the first backup falls into the idle measurement would depend on the load of the machine.
  const quiet = { BACKUPS: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' };
  const env = { ...quiet, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  try {
    for (const { how, settings, limit } of starts) {
      const row = (name: string, value: number, limitValue: number, unit: string): Measured => ({
        engine,
        name: `${how}: ${name}`,
        figure: `${value.toFixed(0)} ${unit}`,
        limit: `≤ ${limitValue} ${unit}`,
        isWithin: value <= limitValue,
      });
      // The first start after a build fills the compile cache; the second is measured.
      await (await startProduct({ ...env, ...settings })).end('SIGTERM');
      const began = performance.now();
      const idle = await startProduct({ ...env, ...settings });
      yield row('from start to ready', performance.now() - began, limits.readyMs, 'ms');
      await setTimeout(3000);
      yield row('memory when idle', memoryMb(idle), limit.idleMb, 'MB');
      await idle.end('SIGTERM');

      const product = await startProduct({ ...env, ...settings }, [eventLoopProbe]);
      try {
        await read(product, farm, 'animals?limit=1');
        await sendPhotos(product, farm, 1);
        yield row('longest pause at the first list and photo', await takeLongestBlockMs(product), limits.firstUseMs, 'ms');
        for (const [name, work] of longWork(product, farm, neighbour)) {
          await takeLongestBlockMs(product);
          await work();
          yield row(`longest pause during ${name}`, await takeLongestBlockMs(product), limits.blockedMs, 'ms');
        }
        yield row('memory after all of that', memoryMb(product), limit.afterWorkMb, 'MB');
      } finally {
        await product.kill();
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const longWork = (product: Product, farm: BenchFarm, neighbour: BenchFarm): [string, () => Promise<unknown>][] => [
  ['a list of 10,000', () => read(product, farm, 'animals?again')],
  ['20,000 checkups', () => read(product, farm, 'health-records?again')],
  ['an .xlsx of 10,000 animals and 20,000 checkups', () => exportAll(product.url, farm, neighbour)],
  ['an archive of all that', () => read(product, farm, 'archive')],
  ['an import of 3,000 rows', () => importRows(product.url, neighbour, neighbour, 3000)],
  ['three photos of 12 megapixels', () => sendPhotos(product, farm, 3)],
  ['100 tasks of 1,000 animals, each changed twice', () => addHeavyTasks(product, farm)],
  ...['acts', 'history', 'chores?limit=1000', 'changes', `animals/${farm.animalIds[0]}/history`].map(
    (path): [string, () => Promise<unknown>] => [
      `/api/${path.replace(/[\da-f-]{36}/, ':id')} after that`,
      () => read(product, farm, path),
    ],
  ),
];

/** The heaviest rows that the log of changes can get in one request each. */
async function addHeavyTasks({ url }: Product, { cookie, animalIds }: BenchFarm): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { cookie, 'content-type': 'application/json' };
    const { status } = await fetch(`${url}/api/${path}`, { method, headers, body: JSON.stringify(body) });
    if (status >= 400) throw new Error(`${path} answered ${status}`);
  };
  for (let index = 0; index < 100; index += 1) {
    const id = crypto.randomUUID();
    const named = (start: number) => ({ animalIds: animalIds.slice(start, start + 1000), note: '🐐'.repeat(2000) });
    await send('POST', 'chores', { id, name: `Task ${index}`, day: '2026-05-02', ...named(0) });
    for (const start of [1000, 2000]) await send('PATCH', `chores/${id}`, named(start));
  }
}

async function read({ url }: Product, { cookie }: BenchFarm, path: string): Promise<void> {
  const answer = await fetch(`${url}/api/${path}`, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function sendPhotos({ url }: Product, { cookie }: BenchFarm, count: number): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'green', noise } })
    .jpeg()
    .toBuffer();
  await Promise.all(
    Array.from({ length: count }, async () => {
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(photo)]), 'goat.jpg');
      const { status } = await fetch(`${url}/api/upload`, { method: 'POST', headers: { cookie }, body: form });
      if (status !== 200) throw new Error(`The upload answered ${status}`);
    }),
  );
}

async function withEngine(engine: Engine, work: (databaseUrl: string | undefined) => Promise<void>): Promise<void> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    await work(postgres && `${postgres.url}postgres`);
  } finally {
    await postgres?.stop();
  }
}
