import { expect, test } from 'vitest';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { removeUnusedPictures } from '../files/files.service.ts';

const photosOf = async (farmer: Person, count: number): Promise<string[]> => {
  const urls: string[] = [];
  for (let index = 1; index <= count; index += 1)
    urls.push((await farmer.upload('uploadImage', { bytes: await testPicture(8, index).as('png'), type: 'image/png' })).imageUrl);
  return urls;
};

const nothing = { photos: [], clipUrl: null, shared: null };

describeOnEachEngine('the additional content of a listing', (server) => {
  const change = (farmer: Person, id: string, given: object) =>
    farmer.call('changeListingDetails', { params: { id }, body: { ...nothing, ...given } });
  const listing = (id: string) => server().call('readListing', { params: { id } });

  test('has up to twelve photos in order, and the first is the picture of the animal', async () => {
    const farmer = await server().register();
    const id = await farmer.offer();
    const [other = '', ...photos] = await photosOf(farmer, 13);
    for (const ordered of [photos, photos.toReversed()]) {
      await change(farmer, id, { photos: ordered });
      expect(await listing(id)).toMatchObject({ imageUrl: ordered[0], images: ordered });
      expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ imageUrl: ordered[0] });
    }
    for (const wrong of [
      [...photos, other],
      [other, other],
    ])
      await expect(change(farmer, id, { photos: wrong })).rejects.toMatchObject({ errors: [{ path: 'photos' }] });
    await change(farmer, id, {});
    expect(await listing(id)).toMatchObject({ imageUrl: null, images: [] });
  });

  test('keeps its photos in use until its animal is deleted, and a day more', async () => {
    const farmer = await server().register();
    const id = await farmer.offer();
    await change(farmer, id, { photos: await photosOf(farmer, 3) });
    const { db, config, clock } = server();
    const leftAfter = async (hours: number) => {
      clock.advance({ hours });
      await removeUnusedPictures({ db, pictures: openPictures(config), now: clock.now });
      return (await db.selectFrom('files').select('name').where('farm_id', '=', farmer.farmId).execute()).length;
    };
    expect(await leftAfter(30)).toBe(3);
    await farmer.call('deleteAnimal', { params: { id } });
    expect([await leftAfter(23), await leftAfter(2)]).toEqual([3, 0]);
  });

  test('has a clip as an https URL', async () => {
    const farmer = await server().register();
    const id = await farmer.offer();
    for (const clipUrl of ['http://example.org/a', 'javascript:alert(1)', 'https://a:b@example.org', 'data:text/html,x', 'x']) {
      await expect(change(farmer, id, { clipUrl })).rejects.toMatchObject({ errors: [{ path: 'clipUrl' }] });
    }
    await change(farmer, id, { clipUrl: 'https://example.org/watch?v=1' });
    expect(await listing(id)).toMatchObject({ clipUrl: 'https://example.org/watch?v=1' });
  });
});
