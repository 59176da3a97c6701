import sharp from 'sharp';
import { expect, test } from 'vitest';
import { removeUnusedPictures } from '#server/files/files.service.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

const photoOf = async (farmer: Person, index: number): Promise<string> => {
  const background = { r: (index * 20) % 256, g: 90, b: 160 };
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  return (await farmer.upload('uploadImage', { bytes: Buffer.from(bytes), name: `${index}.png`, type: 'image/png' })).imageUrl;
};

const photosOf = async (farmer: Person, count: number): Promise<string[]> => {
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) urls.push(await photoOf(farmer, index));
  return urls;
};

const nothing = { photos: [], clipUrl: null, shared: null };

describeOnEachEngine('the additional content of a listing', (server) => {
  const change = (farmer: Person, id: string, given: object) =>
    farmer.call('changeListingDetails', { params: { id }, body: { ...nothing, ...given } });
  const read = (farmer: Person, id: string) => farmer.call('readListingDetails', { params: { id } });
  const listing = (id: string) => server().call('readListing', { params: { id } });

  test('has up to twelve photos in order, and the first is the picture of the animal', async () => {
    const farmer = await server().register();
    const id = await farmer.offer();
    const photos = await photosOf(farmer, 12);
    await change(farmer, id, { photos });
    expect(await listing(id)).toMatchObject({ imageUrl: photos[0], images: photos });
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ imageUrl: photos[0] });
    const turned = photos.toReversed();
    await change(farmer, id, { photos: turned });
    expect(await listing(id)).toMatchObject({ imageUrl: turned[0], images: turned });
    const other = await photoOf(farmer, 13);
    await expect(change(farmer, id, { photos: [...photos, other] })).rejects.toMatchObject({ errors: [{ path: 'photos' }] });
    await expect(change(farmer, id, { photos: [other, other] })).rejects.toMatchObject({ errors: [{ path: 'photos' }] });
    await change(farmer, id, {});
    expect(await listing(id)).toMatchObject({ imageUrl: null, images: [] });
  });

  test('has a new picture of the animal as the new cover before the other photos', async () => {
    const farmer = await server().register();
    const id = await farmer.offer();
    const [first = '', second = '', third = ''] = await photosOf(farmer, 3);
    await change(farmer, id, { photos: [first, second] });
    await farmer.call('changeAnimal', { params: { id }, body: { imageUrl: third } });
    expect(await listing(id)).toMatchObject({ images: [third, second] });
    await farmer.call('changeAnimal', { params: { id }, body: { imageUrl: second } });
    expect((await read(farmer, id)).photos).toEqual([second]);
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

  test('keeps its photos in use until its animal is deleted, and a day more', async () => {
    const farmer = await server().register();
    const id = await farmer.offer();
    const photos = await photosOf(farmer, 3);
    await change(farmer, id, { photos });
    server().clock.advance({ hours: 30 });
    const { db, config, clock } = server();
    const pictures = openPictures(config);
    const stored = () => db.selectFrom('files').select('name').where('farm_id', '=', farmer.farmId).execute();
    await removeUnusedPictures({ db, pictures, now: clock.now });
    expect(await stored()).toHaveLength(3);
    await farmer.call('deleteAnimal', { params: { id } });
    server().clock.advance({ hours: 23 });
    await removeUnusedPictures({ db, pictures, now: clock.now });
    expect(await stored()).toHaveLength(3);
    server().clock.advance({ hours: 2 });
    await removeUnusedPictures({ db, pictures, now: clock.now });
    expect(await stored()).toEqual([]);
  });
});
