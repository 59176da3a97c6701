import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { exportAll, importRows } from '../bench/operations.ts';
import { stockFarm, type BenchFarm } from '../bench/stock.ts';
import { fillMemory } from './attacks/memory.ts';
import { newPostgresDatabase } from '#test/engines.ts';
import { isLongForm } from '#test/figures.ts';
import { longestTurnMs, memoryMb, startProduct, watchTurns, type Product } from '#test/product.ts';

/** A start that finds nothing compiled takes 20 MB more than the next one. */
const idleMb = 145;
const afterWorkMb = 300;
const blockedMs = 50;

/** What bounds the memory is the same on both; `npm run test:attacks -- --only memory` fills it on each, for longer. */
const engines = isLongForm ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);

describe.each(engines)('the server on %s', (engine) => {
  let product: Product;
  let farm: BenchFarm;
  let neighbour: BenchFarm;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'bellwether-memory-'));
    const databaseUrl = engine === 'postgres' ? await newPostgresDatabase() : undefined;
    const { db } = openDatabase({ databaseUrl, dataDir });
    await migrate(db, engine);
    farm = await stockFarm(db, { animals: 10_000, checkupsEach: 2 });
    neighbour = await stockFarm(db, { animals: 10 });
    await db.destroy();
    const env = { DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    product = await startProduct(env, [watchTurns]);
  }, 60_000);
  afterAll(async () => {
    await product.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const read = async (path: string): Promise<void> => {
    const answer = await fetch(`${product.url}/api/${path}`, { headers: { cookie: farm.cookie } });
    expect(answer.status, path).toBe(200);
    await answer.arrayBuffer();
  };

  test(`holds less than ${idleMb} MB when nobody is there`, () => {
    expect(memoryMb(product)).toBeLessThan(idleMb);
  });

  test('what is loaded and compiled with the first list and the first photo stops it once', async () => {
    await read('animals?limit=1');
    await sendPhotos(1);
    expect(await longestTurnMs(product)).toBeLessThan(300);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a list of 10,000', () => read('animals?again')],
    ['20,000 checkups', () => read('health-records?again')],
    ['an .xlsx of 10,000 animals and 20,000 checkups', () => exportAll(product.url, farm, neighbour)],
    ['an archive of all that', () => read('archive')],
    ['an import of 3,000 rows', () => importRows(product.url, neighbour, neighbour, 3000)],
    ['large photos', () => sendPhotos(3)],
  ])(`%s never blocks the event loop for ${blockedMs} ms`, async (_, work) => {
    await longestTurnMs(product);
    await work();
    expect(await longestTurnMs(product)).toBeLessThan(blockedMs);
  });

  test(`holds less than ${afterWorkMb} MB after all that`, () => {
    expect(memoryMb(product)).toBeLessThan(afterWorkMb);
  });

  async function sendPhotos(count: number): Promise<void> {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'green', noise } })
      .jpeg()
      .toBuffer();
    await Promise.all(
      Array.from({ length: count }, async () => {
        const form = new FormData();
        form.set('image', new Blob([new Uint8Array(photo)]), 'goat.jpg');
        const headers = { cookie: farm.cookie };
        const { status } = await fetch(`${product.url}/api/upload`, { method: 'POST', headers, body: form });
        expect(status).toBe(200);
      }),
    );
  }
});

test.each(engines)(
  'on %s, clients that never read what they ask for cannot fill the memory, and others are answered meanwhile',
  { timeout: 240_000 },
  async (engine) => {
    const databaseUrl = engine === 'postgres' ? await newPostgresDatabase() : undefined;
    const findings = await fillMemory({ seconds: 2, isShort: true, ...(databaseUrl !== undefined && { databaseUrl }) });
    expect(findings.flatMap(({ attack, faults }) => faults.map((fault) => `${attack}: ${fault}`))).toEqual([]);
  },
);
