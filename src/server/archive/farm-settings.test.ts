import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { archivedFarm, buildArchive } from '#test/archives.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

describeOnEachEngine('an archive', (server) => {
  const farmer = () => server().register({ plan: 'enterprise' });
  const bring = (person: Person, bytes: Uint8Array<ArrayBuffer>) => person.upload('importArchive', { name: 'farm.zip', bytes });

  const downloaded = async (person: Person) => {
    const { rawPayload } = await person.send({ method: 'GET', url: '/api/archive' });
    const { settings } = JSON.parse(Buffer.from(unzipSync(rawPayload)['farm.json'] ?? '').toString()) as { settings: object };
    return { zip: Buffer.from(rawPayload), settings };
  };

  test('contains the settings of the farm, and a new farm that imports it exports the same', async () => {
    const [ada, bob] = [await farmer(), await farmer()];
    await ada.call('changeProfile', {
      body: { weightUnit: 'kg', dateFormat: 'ymd', keeps: 'sheep', breedingRules: { weaningDays: 75 } },
    });
    const place = { placeName: 'Olathe', coordinates: '39.12, -94.58', precision: 'km10' } as const;
    await ada.call('changeStorefront', { body: { ...place, story: 'Hills', emailFor: 'nobody', takesEnquiries: false } });
    await ada.call('addPerson', { body: { name: 'Sam' } });
    const archive = await downloaded(ada);
    expect(archive.settings).toMatchObject({
      weightUnit: 'kg',
      keeps: 'sheep',
      storefront: { story: 'Hills', emailFor: 'nobody' },
    });
    await bring(bob, archive.zip);
    expect((await downloaded(bob)).settings).toEqual(archive.settings);
    await bring(bob, archive.zip);
    expect((await bob.call('listPeople')).map(({ name }) => name)).toEqual(['Sam']);
  });

  test('settings are imported only if the farm has none', async () => {
    const settings = {
      weightUnit: 'kg',
      dateFormat: 'dmy',
      keeps: 'sheep',
      breedingRules: { weaningDays: 75 },
      storefront: {
        placeName: 'Olathe',
        latitude: 39.1234,
        longitude: -94.5678,
        precision: 'km10',
        story: 'Hills',
        emailFor: 'nobody',
        takesEnquiries: false,
        shared: ['birth', 'of another version'],
      },
    };
    const [fresh, chosen, old] = [await farmer(), await farmer(), await farmer()];
    const zip = await buildArchive(archivedFarm({ settings }));
    await bring(fresh, zip);
    const { storefront, ...ofFarm } = settings;
    expect(await fresh.call('currentUser')).toMatchObject(ofFarm);
    const { shared, ...shown } = storefront;
    expect(await fresh.call('readStorefront')).toMatchObject({ ...shown, latitude: 39.1, longitude: -94.6, slug: null });
    expect((await fresh.call('readStorefront')).shared).not.toContain(shared[1]);

    const own = { weightUnit: 'kg', dateFormat: 'ymd', keeps: 'goat', breedingRules: { close: 0.1 } } as const;
    await chosen.call('changeProfile', { body: own });
    await chosen.call('changeStorefront', { body: { placeName: 'Here', coordinates: null, precision: 'km1' } });
    await bring(chosen, zip);
    expect(await chosen.call('currentUser')).toMatchObject(own);
    expect(await chosen.call('readStorefront')).toMatchObject({ placeName: 'Here', emailFor: 'everybody', story: null });

    await bring(old, await buildArchive(archivedFarm()));
    expect(await old.call('currentUser')).toMatchObject({ weightUnit: 'lbs', keeps: null, breedingRules: null });
    const wrong = { ...settings, storefront: { ...storefront, latitude: 91 } };
    await expect(bring(old, await buildArchive(archivedFarm({ settings: wrong })))).rejects.toMatchObject({ status: 400 });
  });
});
