import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { smallerUrl, smallerVersions } from '#domain/values/pictures.ts';
import { readConfig } from '#server/config.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { S3Server, type S3Fault } from '#test/s3.ts';
import { newFolder } from '#test/temporary-folder.ts';
import type { FileStore } from './file-store.ts';
import { openFolder } from './folder-store.ts';
import { openStore } from './open-store.ts';
import { openS3, StoreUnavailable } from './s3-store.ts';

const store = await S3Server.start();
afterEach(() => {
  store.fault = undefined;
});
afterAll(() => store.stop());

const storeWith = (env: Record<string, string>): FileStore => openStore(readConfig({ ...store.env, ...env }), 'uploads');

const kinds: [string, () => FileStore][] = [
  ['a bucket', () => storeWith({})],
  ['a folder', () => openFolder(newFolder())],
];

describe.each(kinds)('%s', (_, openOne) => {
  test('returns stored content byte for byte, and nothing once it is removed', async () => {
    const files = openOne();
    const bytes = randomBytes(300_000);
    expect([await files.get('a-b.webp'), await files.has('a-b.webp')]).toEqual([undefined, false]);
    await files.put('a-b.webp', Buffer.from('old'));
    await files.put('a-b.webp', bytes);
    const stored = await files.get('a-b.webp');
    expect(stored?.bytes).toBe(300_000);
    expect(stored && bytes.equals(await buffer(stored.content))).toBe(true);
    expect(await files.has('a-b.webp')).toBe(true);
    await files.remove('a-b.webp');
    await files.remove('a-b.webp');
    expect(await files.has('a-b.webp')).toBe(false);
  });

  test('stores a local file, and lists all files or those with a prefix', async () => {
    const files = openOne();
    const folder = newFolder();
    writeFileSync(join(folder, 'source'), randomBytes(200_000));
    const names = ['day/2026-01-01/data.db', 'day/2026-01-02/data.db', 'hour/1', 'hour/2', 'hour/3'];
    for (const name of names) await files.putFile(name, join(folder, 'source'));
    const listed = async (prefix?: string) => {
      const found: Record<string, number> = {};
      for await (const { name, bytes } of files.list(prefix)) found[name] = bytes;
      return found;
    };
    expect(await listed()).toEqual(Object.fromEntries(names.map((name) => [name, 200_000])));
    expect(await listed('hour/')).toEqual(Object.fromEntries(names.slice(2).map((name) => [name, 200_000])));
    for (const name of names) await files.remove(name);
    expect(await listed()).toEqual({});
  });

  test.each(['../a', 'a/../b', '/a', '', 'a\0', 'a?x'])('refuses %j as a name', async (name) => {
    const files = openOne();
    await expect((async () => files.put(name, Buffer.from('x')))()).rejects.toThrow('Not a name');
  });
});

describe('a bucket that cannot be used', () => {
  test.each([
    ['S3_ACCESS_KEY_ID', 'wrong', 'InvalidAccessKeyId'],
    ['S3_SECRET_ACCESS_KEY', 'wrong', 'SignatureDoesNotMatch'],
    ['S3_REGION', 'wrong', 'AccessDenied'],
    ['S3_URL', `${store.env['S3_URL']}x`, 'NoSuchBucket'],
  ])('with a wrong %s says so, and not that a file is missing', async (key, value, reason) => {
    const files = storeWith({ [key]: value });
    await expect(files.put('a', Buffer.from('x'))).rejects.toThrow(new RegExp(`S3_URL.*cannot be used.*${reason}`));
    await expect(files.get('a')).rejects.toThrow(StoreUnavailable);
  });

  test('is awaited until the timeout, also if it stops half-way through a file', async () => {
    const files = openS3(readConfig(store.env).s3!, 'uploads/', 500);
    await files.put('a', randomBytes(100_000));
    store.fault = { kind: 'silent half way' };
    const stored = await files.get('a');
    await expect(buffer(stored!.content)).rejects.toThrow(/did not answer in time/);
    store.fault = { kind: 'hanging' };
    await expect(files.put('a', Buffer.from('x'))).rejects.toThrow(/did not answer in time/);
    await expect(files.get('a')).rejects.toThrow(/did not answer in time/);
  });
});

describeOnEachEngine(
  'pictures in a bucket',
  (testServer) => {
    let sizes = 40;
    const freshPicture = () => testPicture((sizes += 2), 30).as('png');
    const upload = async (farmer: Person, bytes: Buffer<ArrayBuffer>) =>
      (await farmer.upload('uploadImage', { bytes, name: 'a.png', type: 'image/png' })).imageUrl;
    const look = (url: string) => testServer().send({ method: 'GET', url });
    beforeAll(() => store.objects.clear());

    test('are stored only there and served with the same headers as from a folder', async () => {
      const farmer = await testServer().register();
      const url = await upload(farmer, await freshPicture());
      const keys = [url, ...smallerVersions.map((version) => smallerUrl(url, version))].map((one) => one.slice(1));
      expect([...store.objects.keys()].toSorted()).toEqual(keys.toSorted());
      const { statusCode, headers, rawPayload } = await look(url);
      expect([statusCode, rawPayload.equals(store.objects.get(url.slice(1))!)]).toEqual([200, true]);
      const shown = { 'content-type': 'image/webp', 'content-length': String(rawPayload.length) };
      expect(headers).toMatchObject({ ...shown, 'content-security-policy': "sandbox; default-src 'none'" });
      expect((await look(`/uploads/${'0'.repeat(32)}.webp`)).statusCode).toBe(404);
    });

    test.each<[string, S3Fault]>([
      ['resets every connection', { kind: 'resetting' }],
      ['refuses the keys', { kind: 'failing', status: 403 }],
    ])('cannot be stored while the store %s: 503 with a sentence, and no animal can use one', async (_, fault) => {
      const farmer = await testServer().register();
      const picture = await freshPicture();
      const url = await upload(farmer, picture);
      const other = await freshPicture();
      store.fault = fault;
      const away = { status: 503, code: 'files.away', headers: { 'retry-after': '5' } };
      await expect(upload(farmer, other)).rejects.toMatchObject(away);
      const shown = await look(url);
      expect([shown.statusCode, shown.json<{ code: string }>().code]).toEqual([503, 'files.away']);
      expect(shown.headers['cache-control']).toBe('no-store');
      const pending = testServer().db.selectFrom('files').select('name').where('stored_at', 'is', null);
      const { name } = await pending.where('farm_id', '=', farmer.farmId).executeTakeFirstOrThrow();
      const used = farmer.addAnimal({ imageUrl: `/uploads/${name}` });
      await expect(used).rejects.toMatchObject({ errors: [{ path: 'imageUrl' }] });
      expect(await farmer.addAnimal({ imageUrl: url })).toMatchObject({ imageUrl: url });
      store.fault = undefined;
      expect(await upload(farmer, other)).toBe(`/uploads/${name}`);
      expect((await look(`/uploads/${name}`)).statusCode).toBe(200);
    });
  },
  { env: store.env },
);
