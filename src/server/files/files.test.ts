import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { smallerUrl, smallerVersions } from '#domain/values/pictures.ts';
import type { Client } from '#test/client.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { testPicture, phonePhoto } from '#test/pictures.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { removeUnusedPictures } from './files.service.ts';
import { openPictures } from '#server/storage/open-store.ts';

const upload = async (person: Client, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  (await person.upload('uploadImage', { bytes, name: 'IMG_0001.jpg', type: 'image/jpeg' })).imageUrl;

const look = (person: Client, url: string) => person.send({ method: 'GET', url });

/** The size makes each picture unique. */
let sizes = 40;
const freshPicture = () => testPicture((sizes += 2), 30).as('png');

const uses: readonly (readonly [what: string, path: string, use: (person: Person, url: string) => Promise<unknown>])[] = [
  ['an animal', 'imageUrl', (person, imageUrl) => person.addAnimal({ imageUrl })],
  ['a product', 'photo', (person, photo) => person.call('addProduct', { body: { name: randomUUID(), kind: 'dewormer', photo } })],
  [
    'a listing',
    'photos.0',
    async (person, photo) => {
      const { id } = await person.addAnimal();
      return person.call('changeListingDetails', { params: { id }, body: { photos: [photo], clipUrl: null, shared: null } });
    },
  ],
  ['the logo', 'logoUrl', (person, logoUrl) => person.call('changeProfile', { body: { logoUrl } })],
  ['the plan of places', 'planPicture', (person, planPicture) => person.call('changeProfile', { body: { planPicture } })],
  [
    'a note',
    'events.0.photo',
    async (person, photo) => person.record({ kind: 'note', animalId: (await person.addAnimal()).id, photo }),
  ],
];

const everyVersion = (url: string): string[] => [url, ...smallerVersions.map((version) => smallerUrl(url, version))];

describeOnEachEngine('pictures', (server) => {
  const cleanUp = (pictures = openPictures(server().config)) =>
    removeUnusedPictures({ db: server().db, now: server().clock.now, pictures });
  const statusesOf = async (url: string): Promise<number[]> =>
    Promise.all(everyVersion(url).map(async (address) => (await look(server().visitor(), address)).statusCode));

  test('a picture comes back as WebP for everyone who knows its address (ASVS 3.2.1, 5.4.1)', async () => {
    const farmer = await server().register();
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const url = await upload(farmer, await testPicture(200, 100).as(format));
      expect(url).toMatch(/^\/uploads\/[\da-f]{32}\.webp$/);
      const response = await look(server().visitor(), url);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
      const { data, info } = await sharp(response.rawPayload).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ format: 'raw', width: 200, height: 100 });
      expect([data[0], data[(200 - 1) * info.channels + 2]].every((value) => (value ?? 0) > 200)).toBe(true);
    }
  });

  test('a stored photo is upright and has no location metadata (ASVS 14.2.8)', async () => {
    const farmer = await server().register();
    const photo = await phonePhoto();
    expect(photo.includes('Phone')).toBe(true);
    const url = await upload(farmer, photo);
    for (const address of everyVersion(url)) {
      const { rawPayload } = await look(farmer, address);
      const { exif, xmp, iptc, icc, orientation, width, height } = await sharp(rawPayload).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      expect(rawPayload.includes('Phone')).toBe(false);
      // The rotation turns the left side into the top.
      expect([width, height]).toEqual([48, 64]);
      const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
      expect(data[0]).toBeGreaterThan(200);
      expect(data[data.length - info.channels + 2]).toBeGreaterThan(200);
    }
  });

  test('a large picture is stored at 2,048, 640 and 256 pixels, and a small one is never enlarged', async () => {
    const farmer = await server().register();
    const large = await upload(farmer, await testPicture(4000, 1000).as('png'));
    const small = await upload(farmer, await testPicture(30, 40).as('png'));
    const sizeOf = async (url: string) => {
      const { width, height } = await sharp((await look(farmer, url)).rawPayload).metadata();
      return [width, height];
    };
    expect(await sizeOf(large)).toEqual([2048, 512]);
    expect(await sizeOf(smallerUrl(large, 'card'))).toEqual([640, 160]);
    expect(await sizeOf(smallerUrl(large, 'thumb'))).toEqual([256, 64]);
    for (const url of everyVersion(small)) expect(await sizeOf(url)).toEqual([30, 40]);
  });

  test('a picture uploaded again has the same URL and uses no more space, and URLs of farms are unrelated', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const picture = await freshPicture();
    const urls = await Promise.all(Array.from({ length: 5 }, () => upload(farmer, picture)));
    expect(new Set(urls).size).toBe(1);
    const rows = await server().db.selectFrom('files').selectAll().where('farm_id', '=', farmer.farmId).execute();
    expect(rows).toHaveLength(1);
    expect(await upload(rival, picture)).not.toBe(urls[0]);
    const { rawPayload } = await look(farmer, urls[0] ?? '');
    const plainHash = createHash('sha256').update(rawPayload).digest('hex').slice(0, 32);
    expect((await look(farmer, `/uploads/${plainHash}.webp`)).statusCode).toBe(404);
  });

  test.each(uses)('%s can use a picture of its own farm, and no other address', async (_, path, use) => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const own = await upload(farmer, await freshPicture());
    await use(farmer, own);
    const refused = { status: 400, errors: [{ path }] };
    await expect(use(rival, own)).rejects.toMatchObject(refused);
    const strange = ['javascript:alert(1)', `/uploads/..${own}`, `${own}?x`, `//evil${own}`, '/uploads/', own.slice(9)];
    for (const url of [...strange, smallerUrl(own, 'card')]) await expect(use(farmer, url)).rejects.toMatchObject(refused);
  });

  test('an unknown picture URL is not found, and nothing outside the folder is ever read', async () => {
    const farmer = await server().register();
    await upload(farmer, await freshPicture());
    writeFileSync(join(server().config.dataDir, 'secret.webp'), 'secret');
    const outside = '../secret.webp ..%2Fsecret.webp %2e%2e%2fsecret.webp ..\\secret.webp ..%5Csecret.webp /etc/passwd . %00';
    const unknown = `a.webp ${'0'.repeat(32)}.webp ${'0'.repeat(32)}.webp%00.png`;
    for (const name of `${outside} ${unknown}`.split(' ')) {
      expect([name, (await look(farmer, `/uploads/${name}`)).statusCode]).toEqual([name, 404]);
    }
  });

  test('a farm has room for 500 pictures and 500 MB, also for concurrent uploads (ASVS 5.2.4)', async () => {
    const [many, heavy] = [await server().register(), await server().register()];
    const picture = await freshPicture();
    const url = await upload(many, picture);
    const row = ({ farmId }: Person, bytes: number) => {
      const name = `${randomUUID().replaceAll('-', '')}.webp`;
      return { farm_id: farmId, name, bytes, created_at: server().clock.now().toISOString() };
    };
    const rows = Array.from({ length: 496 }, () => row(many, 1));
    await server().insert('files', [...rows, row(heavy, 500 * 1024 * 1024)]);
    const pictures = await Promise.all(Array.from({ length: 8 }, freshPicture));
    const results = await Promise.allSettled(pictures.map((each) => upload(many, each)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const full = { status: 403, code: 'files.quota' };
    for (const farm of [many, heavy]) await expect(upload(farm, await freshPicture())).rejects.toMatchObject(full);
    expect(await upload(many, picture)).toBe(url);
  });

  test('the clean-up removes pictures unused for a day with their files, and none that is used, even by a voided note', async () => {
    const [farmer, rival] = [await server().register(), await server().register()];
    const shared = await freshPicture();
    const kept = [await upload(rival, shared)];
    await rival.addAnimal({ imageUrl: kept[0] });
    for (const [, , use] of uses) {
      const url = await upload(farmer, await freshPicture());
      await use(farmer, url);
      kept.push(url);
    }
    const [note] = await farmer.call('listEvents', { query: { kind: 'note' } });
    await farmer.call('voidEvent', { params: { id: note?.id ?? '' }, body: {} });
    const unused = await upload(farmer, shared);
    const after = async (hours: number, ...urls: readonly string[]) => {
      server().clock.advance({ hours });
      await cleanUp();
      return new Set((await Promise.all(urls.map(statusesOf))).flat());
    };
    expect(await after(23, ...kept, unused)).toEqual(new Set([200]));
    await upload(farmer, shared);
    expect(await after(2, ...kept, unused)).toEqual(new Set([200]));
    expect(await after(23, ...kept)).toEqual(new Set([200]));
    expect(await after(0, unused)).toEqual(new Set([404]));
    expect(await upload(farmer, shared)).toBe(unused);
    expect(await after(0, unused)).toEqual(new Set([200]));
  });

  test('the clean-up removes what an interrupted write has left behind, after a day', async () => {
    const folder = join(server().config.dataDir, 'uploads');
    await upload(await server().register(), await freshPicture());
    const name = `${randomUUID()}.unfinished`;
    writeFileSync(join(folder, name), 'half');
    for (const [since, isThere] of [
      [server().clock.now(), true],
      [new Date(0), false],
    ] as const) {
      utimesSync(join(folder, name), since, since);
      await cleanUp();
      expect(readdirSync(folder).includes(name)).toBe(isThere);
    }
  });

  test('a picture stays for a day after its last use, until when an undo brings it back', async () => {
    const farmer = await server().register();
    const [url, replaced] = [await upload(farmer, await freshPicture()), await upload(farmer, await freshPicture())];
    const { id } = await farmer.addAnimal({ imageUrl: replaced });
    await farmer.changeAnimal(id, { imageUrl: url });
    server().clock.advance({ days: 20 });
    await farmer.call('deleteAnimal', { params: { id } });
    server().clock.advance({ hours: 23 });
    await cleanUp();
    expect(await statusesOf(replaced)).not.toContain(200);
    await farmer.undoNewestAct();
    expect(await farmer.call('readAnimal', { params: { id } })).toMatchObject({ imageUrl: url });
    expect(await statusesOf(url)).not.toContain(404);
    await farmer.changeAnimal(id, { imageUrl: null });
    server().clock.advance({ hours: 25 });
    await cleanUp();
    expect(await statusesOf(url)).not.toContain(200);
  });

  test('a slow removal of pictures blocks no writes, and a picture uploaded again meanwhile remains', async () => {
    const [farmer, other] = [await server().register(), await server().register()];
    const picture = await freshPicture();
    const unused = await upload(farmer, picture);
    server().clock.advance({ hours: 25 });
    const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const store = openPictures(server().config);
    const remove = async (name: string): Promise<void> => {
      asked.resolve();
      await go.promise;
      await store.remove(name);
    };
    const cleaning = cleanUp({ ...store, remove });
    await asked.promise;
    await expect(farmer.addAnimal({ imageUrl: unused })).rejects.toMatchObject({ status: 400 });
    const again = await upload(farmer, picture);
    await farmer.addAnimal({ imageUrl: again });
    await other.addAnimal();
    go.resolve();
    await cleaning;
    expect(new Set(await statusesOf(unused))).toEqual(new Set([404]));
    expect(new Set(await statusesOf(again))).toEqual(new Set([200]));
    expect(await upload(farmer, picture)).toBe(unused);
  });

  test('a missing smaller version is made on the first request, and once', async () => {
    const farmer = await server().register();
    const url = await upload(farmer, await testPicture(2000, 1000).as('png'));
    const thumb = smallerUrl(url, 'thumb');
    await openPictures(server().config).remove(thumb.slice(9));
    const drawing = listSemaphores().find(({ name }) => name === 'pictures') ?? expect.fail();
    const before = drawing.totals.begun;
    const answers = await Promise.all(Array.from({ length: 10 }, () => look(server().visitor(), thumb)));
    answers.push(await look(server().visitor(), thumb));
    expect(drawing.totals.begun).toBe(before + 1);
    for (const { statusCode, headers, rawPayload } of answers) {
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 });
    }
  });
});
