// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '#server/storage/folder-store.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { createDemoFarm } from '../scripts/demo-farm.ts';
import { addPhotos } from '../scripts/demo-photos.ts';

const today = '2026-11-21';
const herds: object[] = [];

describeOnEachEngine('the demonstration farm', (server) => {
  test('is the same on every engine, and has photos of the animals for sale', async () => {
    const person = await server().register({ plan: 'premium' });
    await createDemoFarm(server().db, person.farmId, today);
    const animals = await person.call('listAnimals');
    const tagOf = new Map(animals.map(({ id, tagNumber }) => [id, tagNumber]));
    const parents = (ids: readonly (string | null)[]) => ids.map((id) => tagOf.get(id ?? ''));
    const herd = animals.map(({ motherId, fatherId, ...rest }) => {
      return { ...rest, id: undefined, version: undefined, parents: parents([motherId, fatherId]) };
    });
    herds.push(herd.toSorted((a, b) => a.tagNumber.localeCompare(b.tagNumber)));
    expect(herd.length).toBeGreaterThan(30);
    expect(herds.at(-1)).toEqual(herds[0]);

    const folder = mkdtempSync(join(tmpdir(), 'bellwether-photos-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await addPhotos({ db: server().db, pictures: openFolder(folder) }, person.farmId, today, 2);
    const shown = (await person.call('listAnimals')).filter(({ imageUrl }) => imageUrl !== null);
    expect(shown.map(({ forSale }) => forSale)).toEqual([true, true]);
    expect(new Set(shown.map(({ imageUrl }) => imageUrl)).size).toBe(2);
  });
});
