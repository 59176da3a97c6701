// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archivedAnimal, archivedEvent, archivedFarm, buildArchive } from '#test/archives.ts';
import { startProduct, type Product } from '#test/product.ts';

const rows = 6000;

describe('a server that is killed while it fills a farm', () => {
  let dataDir: string;
  const running: Product[] = [];
  const start = async (): Promise<Product> => {
    const product = await startProduct({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
    running.push(product);
    return product;
  };
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'bellwether-killed-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((product) => product.kill()));
    rmSync(dataDir, { recursive: true, force: true });
  });

  const read = (query: string): unknown[] => {
    using db = new DatabaseSync(join(dataDir, 'bellwether.db'), { readOnly: true });
    return db
      .prepare(query)
      .all()
      .map((row) => ({ ...row }));
  };
  const count = (table: string): number => (read(`select count(*) as n from ${table}`)[0] as { n: number }).n;

  /** Records of the farm, without the versions and revisions that a change and its undo leave behind. */
  const recordsOf = async ({ url }: Product, cookie: string): Promise<unknown> => {
    const archive = await fetch(`${url}/api/animals`, { headers: { cookie } });
    expect(archive.status).toBe(200);
    const animals = (await archive.json()) as object[];
    return animals.map((animal) => ({ ...animal, version: 0, updatedAt: '' }));
  };

  async function farmWithHerd(product: Product): Promise<string> {
    const person = { username: 'shepherd', email: 'shepherd@example.org', password: 'correct horse' };
    const registered = await fetch(`${product.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    await product.addHerd('shepherd', 300);
    return registered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  async function killAfter(product: Product, request: Promise<Response>, animals: number): Promise<void> {
    const ended = request.then(
      (response) => response.text(),
      () => 'cut off',
    );
    await expect.poll(() => count('animals'), { interval: 5 }).toBeGreaterThan(animals);
    await product.kill();
    expect(await ended).toBe('cut off');
    expect(count('animals')).toBeLessThan(300 + rows);
    expect(read('select filling is not null as filling from farms')).toEqual([{ filling: 1 }]);
  }

  const upload = async ({ url }: Product, cookie: string, path: string, name: string, content: Buffer | string) => {
    const body = new FormData();
    body.set('file', new Blob([content as string]), name);
    return fetch(`${url}/api${path}`, { method: 'POST', headers: { cookie, origin: url }, body });
  };

  test('takes the part of an import back by itself, and the import can be applied again', async () => {
    const first = await start();
    const cookie = await farmWithHerd(first);
    const before = await recordsOf(first, cookie);
    // The first rows change animals of the herd.
    const lines = Array.from({ length: rows }, (_, n) => {
      const tag = n < 200 ? `T-${String(n).padStart(5, '0')}` : `N-${n}`;
      return `${tag},${n % 10 === 0 ? 'M' : 'F'},${n % 2 === 0 ? 'goat' : 'sheep'},note ${n}`;
    });
    const staged = await upload(first, cookie, '/imports', 'flock.csv', `Tag,Sex,Species,Notes\n${lines.join('\n')}`);
    const { id, questions } = (await staged.json()) as { id: string; questions: unknown };
    expect(questions).toEqual([]);
    const apply = (product: Product) =>
      fetch(`${product.url}/api/imports/${id}/apply`, { method: 'POST', headers: { cookie, origin: product.url } });
    await killAfter(first, apply(first), 1000);

    const next = await start();
    await expect.poll(() => read('select filling from farms'), { timeout: 120_000, interval: 200 }).toEqual([{ filling: null }]);
    expect(await recordsOf(next, cookie)).toEqual(before);
    expect(count('changes')).toBe(0);
    expect(await (await apply(next)).json()).toMatchObject({ state: 'applied' });
    expect(count('import_outcomes')).toBe(rows);
  });

  test('takes the part of an archive back by itself', async () => {
    const first = await start();
    const cookie = await farmWithHerd(first);
    const before = await recordsOf(first, cookie);
    const animals = Array.from({ length: rows }, (_, n) => archivedAnimal({ tagNumber: `N-${n}` }));
    const old = (before as { id: string }[]).slice(0, 50).map(({ id }) => archivedEvent({ animalId: id }));
    const file = await buildArchive(
      archivedFarm({
        animals: [...animals, ...(before as { id: string }[]).slice(0, 50).map(({ id }) => archivedAnimal({ id }))],
        events: [...old, ...animals.map(({ id }) => archivedEvent({ animalId: id }))],
      }),
    );
    const states = () => read('select animal_id, state from animal_states order by animal_id');
    const statesBefore = states();
    await killAfter(first, upload(first, cookie, '/archive', 'farm.zip', file), 1000);

    const next = await start();
    await expect.poll(() => read('select filling from farms'), { timeout: 120_000, interval: 200 }).toEqual([{ filling: null }]);
    expect(await recordsOf(next, cookie)).toEqual(before);
    expect([count('events'), count('animal_tags')]).toEqual([0, 0]);
    expect(states()).toEqual(statesBefore);
    expect((await upload(next, cookie, '/archive', 'farm.zip', file)).status).toBe(200);
    expect(count('animals')).toBe(300 + rows);
  });
});
