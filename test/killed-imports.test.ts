// @module-tag long
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { archivedAnimal, archivedEvent, archivedFarm, buildArchive } from '#test/archives.ts';
import { HttpVisitor } from '#test/http-visitor.ts';
import type { Product } from '#test/product.ts';
import { useDataFolder } from '#test/product-folder.ts';

const rows = 6000;

describe('a server that is killed while it fills a farm', () => {
  const { dataDir, start } = useDataFolder();

  const read = (query: string): unknown[] => {
    using db = new DatabaseSync(join(dataDir(), 'bellwether.db'), { readOnly: true });
    const rowsFound = db.prepare(query).all();
    return rowsFound.map((row) => ({ ...row }));
  };
  const count = (table: string): number => (read(`select count(*) as n from ${table}`)[0] as { n: number }).n;

  /** Records of the farm, without the versions and revisions that a change and its undo leave behind. */
  const recordsOf = async ({ url }: Product, farmer: HttpVisitor): Promise<readonly { readonly id: string }[]> =>
    (await farmer.listAnimals(url)).map((animal) => ({ ...animal, version: 0, updatedAt: '' }));

  async function farmWithHerd(): Promise<{ first: Product; farmer: HttpVisitor; before: readonly { readonly id: string }[] }> {
    const [first, farmer] = [await start(), new HttpVisitor()];
    await farmer.register(first.url, 'shepherd');
    await first.addHerd('shepherd', 300);
    return { first, farmer, before: await recordsOf(first, farmer) };
  }

  /** A server that takes back by itself what the killed one has left. */
  async function startAgain(): Promise<Product> {
    const next = await start();
    await expect.poll(() => read('select filling from farms'), { timeout: 120_000, interval: 200 }).toEqual([{ filling: null }]);
    return next;
  }

  async function killAfter(product: Product, request: Promise<unknown>, animals: number): Promise<void> {
    const ended = request.then(
      () => 'answered',
      () => 'cut off',
    );
    await expect.poll(() => count('animals'), { interval: 5 }).toBeGreaterThan(animals);
    await product.kill();
    expect(await ended).toBe('cut off');
    expect(count('animals')).toBeLessThan(300 + rows);
    expect(read('select filling is not null as filling from farms')).toEqual([{ filling: 1 }]);
  }

  test('takes the part of an import back by itself, and the import can be applied again', async () => {
    const { first, farmer, before } = await farmWithHerd();
    // The first rows change animals of the herd.
    const lines = Array.from({ length: rows }, (_, n) => {
      const tag = n < 200 ? `T-${String(n).padStart(5, '0')}` : `N-${n}`;
      return `${tag},${n % 10 === 0 ? 'M' : 'F'},${n % 2 === 0 ? 'goat' : 'sheep'},note ${n}`;
    });
    const bytes = `Tag,Sex,Species,Notes\n${lines.join('\n')}`;
    const { body } = await farmer.upload(first.url, '/imports', { name: 'flock.csv', bytes });
    const { id, questions } = body as { id: string; questions: unknown };
    expect(questions).toEqual([]);
    const apply = ({ url }: Product) => farmer.send(url, 'POST', `/imports/${id}/apply`);
    await killAfter(first, apply(first), 1000);

    const next = await startAgain();
    expect(await recordsOf(next, farmer)).toEqual(before);
    expect(count('changes')).toBe(0);
    expect((await apply(next)).body).toMatchObject({ state: 'applied' });
    expect(count('import_outcomes')).toBe(rows);
  });

  test('takes the part of an archive back by itself', async () => {
    const { first, farmer, before } = await farmWithHerd();
    const animals = Array.from({ length: rows }, (_, n) => archivedAnimal({ tagNumber: `N-${n}` }));
    const known = before.slice(0, 50);
    const old = known.map(({ id }) => archivedEvent({ animalId: id }));
    const bytes = await buildArchive(
      archivedFarm({
        animals: [...animals, ...known.map(({ id }) => archivedAnimal({ id }))],
        events: [...old, ...animals.map(({ id }) => archivedEvent({ animalId: id }))],
      }),
    );
    const states = () => read('select animal_id, state from animal_states order by animal_id');
    const statesBefore = states();
    await killAfter(first, farmer.upload(first.url, '/archive', { bytes }), 1000);

    const next = await startAgain();
    expect(await recordsOf(next, farmer)).toEqual(before);
    expect([count('events'), count('animal_tags')]).toEqual([0, 0]);
    expect(states()).toEqual(statesBefore);
    expect((await farmer.upload(next.url, '/archive', { bytes })).status).toBe(200);
    expect(count('animals')).toBe(300 + rows);
  });
});
