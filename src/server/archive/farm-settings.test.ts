import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { archivedFarm, buildArchive } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const storefront = { placeName: 'Olathe', precision: 'km10', story: 'Hills', emailFor: 'nobody', takesEnquiries: false } as const;
const ofFarm = { weightUnit: 'kg', dateFormat: 'dmy', keeps: 'sheep', breedingRules: { weaningDays: 75 } } as const;

describeOnEachEngine('the settings in an archive', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });
  const downloaded = async (person: Person) => {
    const { rawPayload } = await person.send({ method: 'GET', url: '/api/archive' });
    const { settings } = JSON.parse(Buffer.from(unzipSync(rawPayload)['farm.json'] ?? '').toString()) as { settings: object };
    return { zip: Buffer.from(rawPayload), settings };
  };

  test('are those of the farm, and a new farm that imports it exports the same', async () => {
    const [ada, bob] = [await farmer(), await farmer()];
    await ada.call('changeProfile', { body: ofFarm });
    await ada.call('changeStorefront', { body: { ...storefront, coordinates: '39.12, -94.58' } });
    await ada.call('addPerson', { body: { name: 'Sam' } });
    const archive = await downloaded(ada);
    expect(archive.settings).toMatchObject({ weightUnit: 'kg', keeps: 'sheep', storefront: { emailFor: 'nobody' } });
    for (const _ of [1, 2]) await bob.bringArchive(archive.zip);
    expect((await downloaded(bob)).settings).toEqual(archive.settings);
    expect((await bob.call('listPeople')).map(({ name }) => name)).toEqual(['Sam']);
  });

  test('are imported only if the farm has none, as exact as it shows its place, and not if they are wrong', async () => {
    const exact = { ...storefront, latitude: 39.1234, longitude: -94.5678, shared: ['birth', 'of another version'] };
    const bring = async (person: Person, more: object = {}) =>
      person.bringArchive(await buildArchive(archivedFarm({ settings: { ...ofFarm, storefront: { ...exact, ...more } } })));
    const [fresh, chosen] = [await farmer(), await farmer()];
    await bring(fresh);
    expect(await fresh.call('currentUser')).toMatchObject(ofFarm);
    const shown = await fresh.call('readStorefront');
    expect(shown).toMatchObject({ ...storefront, latitude: 39.1, longitude: -94.6, shared: ['birth'] });

    const seller = await farmer();
    await seller.offer();
    await bring(seller, { ...ofFarm, storefront: exact });
    expect(await seller.call('readStorefront')).toMatchObject({ ...storefront, placeName: null, precision: null, shared: [] });

    const own = { weightUnit: 'kg', dateFormat: 'ymd', keeps: 'goat', breedingRules: { close: 0.1 } } as const;
    await chosen.call('changeProfile', { body: own });
    await chosen.call('changeStorefront', { body: { placeName: 'Here', coordinates: null, precision: 'km1' } });
    await bring(chosen);
    expect(await chosen.call('currentUser')).toMatchObject(own);
    expect(await chosen.call('readStorefront')).toMatchObject({ placeName: 'Here', emailFor: 'everybody', story: null });
    await expect(bring(chosen, { latitude: 91 })).rejects.toMatchObject({ status: 400 });
  });
});
