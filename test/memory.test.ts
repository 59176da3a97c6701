import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { exportAll, importRows } from '../bench/operations.ts';
import { stockFarm, type BenchFarm } from '../bench/stock.ts';
import { newPostgresDatabase } from './support/engines.ts';
import { startProduct, type Product } from './support/product.ts';

/** A start that finds nothing compiled takes 20 MB more than the next one. */
const idleMb = 145;
const afterWorkMb = 300;
const longestTurnMs = 50;

const readMb = ({ pid }: Product): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe.each(['sqlite', 'postgres'] as const)('the server on %s', (engine) => {
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
    product = await startProduct(env, ['./test/support/longest-turn.mjs']);
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

  /** Since this was asked last. */
  async function longestTurn(): Promise<number> {
    const told = (): string[] => [...product.printed().matchAll(/longest turn: ([\d.]+) ms/g)].map(([, ms = '']) => ms);
    const before = told().length;
    process.kill(product.pid, 'SIGUSR2');
    while (told().length === before) await setTimeout(20);
    return Number(told().at(-1));
  }

  test(`holds less than ${idleMb} MB when nobody is there`, () => {
    expect(readMb(product)).toBeLessThan(idleMb);
  });

  test('what is loaded and compiled with the first list and the first photo stops it once', async () => {
    await read('animals?limit=1');
    await sendPhotos(1);
    expect(await longestTurn()).toBeLessThan(300);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a list of 10,000', () => read('animals?again')],
    ['20,000 checkups', () => read('health-records?again')],
    ['an .xlsx of 10,000 animals and 20,000 checkups', () => exportAll(product.url, farm, neighbour)],
    ['an archive of all that', () => read('archive')],
    ['an import of 3,000 rows', () => importRows(product.url, neighbour, neighbour, 3000)],
    ['large photos', () => sendPhotos(3)],
  ])(`%s never blocks the event loop for ${longestTurnMs} ms`, async (_, work) => {
    await longestTurn();
    await work();
    expect(await longestTurn()).toBeLessThan(longestTurnMs);
  });

  test(`holds less than ${afterWorkMb} MB after all that`, () => {
    expect(readMb(product)).toBeLessThan(afterWorkMb);
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
