import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openFolder } from '#server/storage/folder-store.ts';
import { createDemoFarm } from '../scripts/demo-farm.ts';
import { addPhotos } from '../scripts/demo-photos.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { longTest } from '#test/long-run.ts';

const today = '2026-11-21';
const herds: object[] = [];

describeOnEachEngine('the demonstration farm', (server) => {
  let person: Person;

  // The services accept every step of its raising.
  beforeAll(async () => {
    person = await server().register({ plan: 'premium' });
    await createDemoFarm(server().db, person.farmId, today);
  });

  test('has places with animals, and animals in withdrawal for products that are invented', async () => {
    const [moves, treatments] = await Promise.all([
      person.call('listEvents', { query: { kind: 'move' } }),
      person.call('listEvents', { query: { kind: 'treatment' } }),
    ]);
    expect([moves.length, treatments.length].every((count) => count > 3)).toBe(true);
    expect(await person.call('listPlaces')).toHaveLength(4);
    for (const { withdrawals } of await person.call('listProducts')) {
      for (const { source } of withdrawals) expect(source).toBe('Invented for this demonstration');
    }
  });

  test('is the same farm on every engine', async () => {
    const animals = await person.call('listAnimals');
    const tagOf = new Map(animals.map(({ id, tagNumber }) => [id, tagNumber]));
    const herd = animals.map(({ motherId, fatherId, ...rest }) => ({
      ...rest,
      id: undefined,
      version: undefined,
      imageUrl: undefined,
      mother: tagOf.get(motherId ?? ''),
      father: tagOf.get(fatherId ?? ''),
    }));
    herds.push(herd.toSorted((a, b) => a.tagNumber.localeCompare(b.tagNumber)));
    expect(herds.at(-1)).toEqual(herds[0]);
  });

  longTest('has photos of the animals for sale', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bellwether-photos-'));
    const pictures = openFolder(folder);
    await addPhotos({ db: server().db, pictures }, person.farmId, today, 2);
    const shown = (await person.call('listAnimals')).filter(({ imageUrl }) => imageUrl !== null);
    expect(shown.map(({ forSale }) => forSale)).toEqual([true, true]);
    expect(new Set(shown.map(({ imageUrl }) => imageUrl)).size).toBe(2);
    rmSync(folder, { recursive: true });
  });
});
