import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { maxImageBytes } from '#contract/files.ts';
import { useTestServer, type Person } from '#test/engines.ts';
import { testPicture, pixelBomb } from '#test/pictures.ts';

type Bytes = Buffer<ArrayBuffer>;

// The content of pictures does not reach the database, so one engine is enough.
const server = useTestServer('sqlite');
let farmer: Person;
beforeAll(async () => {
  farmer = await server().register();
});

const script = '<script>alert(1)</script><?php system($_GET[0]) ?>';
const text = (content: string): Bytes => Buffer.from(content, 'latin1');
const join2 = (...parts: Uint8Array[]): Bytes => Buffer.concat(parts);
const image = (width = 64, height = 48) => testPicture(width, height);
const cut = (bytes: Bytes, share: number): Bytes => bytes.subarray(0, Math.floor(bytes.length * share));

const send = async (bytes: Bytes | string, name = 'goat.jpg', type = 'image/jpeg') => {
  const response = await farmer.sendFile('uploadImage', { bytes, name, type });
  return { status: response.statusCode, ...response.json<{ code?: string; message?: string; imageUrl?: string }>() };
};

const bomb = pixelBomb(20_000, 20_000);

const unsupported: [string, () => Bytes | Promise<Bytes>][] = [
  ['an SVG', () => text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  ['a page', () => text(`<!doctype html>${script}`)],
  ['an archive', () => text('PK\x03\x04')],
  ['a TIFF', () => image().as('tiff')],
  ['an AVIF', () => image().as('avif')],
];
const unreadable: typeof unsupported = [
  ['a JPEG head before a page', () => text(`\xFF\xD8\xFF\xE0${script}`)],
  ['a PNG head before a page', () => text(`\x89PNG\r\n\x1A\n${script}`)],
  ['a GIF head before a script', () => text('GIF89a/*alert(1)//')],
  ['a PNG cut in half', async () => cut(await image(400, 300).as('png'), 0.5)],
  ['a PNG of impossible size', () => pngHead(0xff_ff_ff_ff, 0xff_ff_ff_ff)],
];
const tooLarge: typeof unsupported = [
  ['a picture of 400 megapixels in 48 KB', () => bomb],
  ['a line of 40 megapixels', () => pngHead(40_000_000, 1)],
];

/** Only the header claims the size; there are no pixels. */
function pngHead(width: number, height: number): Bytes {
  const png = pixelBomb(1, 1);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

test.each([
  [415, 'files.unsupported', unsupported],
  [400, 'files.unreadable', unreadable],
  [413, 'files.too_large', tooLarge],
] as const)('with %d, as %s, each of these is refused (ASVS 1.3.4, 5.2.2)', async (status, code, refused) => {
  const before = kept();
  for (const [what, make] of refused) expect([what, await send(await make())]).toMatchObject([what, { status, code }]);
  expect(kept()).toEqual(before);
});

test('a HEIC picture of a phone is refused with instructions', async () => {
  const answer = await send(text('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00'), 'IMG_0001.HEIC', 'image/heic');
  expect(answer).toMatchObject({ status: 415, message: expect.stringContaining('Most Compatible') });
});

const accepted: [string, () => Promise<Bytes>][] = [
  ['a JPEG with a script behind its end', async () => join2(await image().as('jpeg'), text(script))],
  ['a PNG with an archive behind its end', async () => join2(await image().as('png'), text(`PK\x03\x04${script}`))],
  ['a GIF with a script behind its end', async () => join2(await image().as('gif'), text(`*/=1;${script}`))],
  ['a WebP with a script behind its end', async () => join2(await image().as('webp'), text(script))],
  [
    'a picture with EXIF',
    () =>
      pipe(
        sharp({ create: plain })
          .jpeg()
          .withExif({ IFD0: { Copyright: script } }),
      ),
  ],
  ['a picture of four inks', () => pipe(sharp({ create: plain }).toColourspace('cmyk').jpeg())],
  ['a picture of 16 bits a colour', () => pipe(sharp({ create: plain }).toColourspace('rgb16').png())],
  ['a film of a GIF', () => film('gif')],
  ['a film of a WebP', () => film('webp')],
  ['an animation of 2,000 frames', () => film('gif', 2000)],
  ['a long thin line', async () => pixelBomb(20_000, 1)],
];
const plain = { width: 40, height: 30, channels: 3, background: 'red' } as const;
const pipe = (picture: Sharp): Promise<Bytes> => picture.toBuffer();

test.each(accepted)('of %s only the pixels are stored', async (_, make) => {
  const answer = await send(await make());
  expect(answer).toMatchObject({ status: 200 });
  await expectOnlyPixels(answer.imageUrl ?? '');
});

test('the file name is ignored (ASVS 5.3.2)', async () => {
  for (const name of ['../../../etc/passwd', 'goat.php', 'a"; filename="b', 'x'.repeat(5000), '\u202Egpj.exe', '']) {
    const answer = await send(await image(50, 50).as('png'), name, 'text/html');
    expect(answer.imageUrl ?? answer.code).toMatch(/^\/uploads\/[\da-f]{32}\.webp$|^request\.invalid$/);
  }
  expect(kept().filter((file) => !/^[\da-f]{32}(?:-card|-thumb)?\.webp$/.test(file))).toEqual([]);
});

test('a picture of more than 10 MB is refused, and one of exactly 10 MB accepted (ASVS 5.2.1)', async () => {
  const png = await image().as('png');
  const padded = (size: number): Bytes => join2(png, Buffer.alloc(size - png.length));
  expect(await send(padded(maxImageBytes))).toMatchObject({ status: 200 });
  expect(await send(padded(maxImageBytes + 1))).toMatchObject({ status: 413, message: 'Image is too large' });
});

test('the form must have exactly one file in the field image', async () => {
  const png = await image(50, 50).as('png');
  const part = (disposition: string, content: Bytes | string = png): Bytes =>
    join2(text(`--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`), Buffer.from(content), text('\r\n'));
  const file = part('name="image"; filename="a.png"');
  const end = text('--b--\r\n');
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const post = (payload: Bytes) => farmer.send({ method: 'POST', url: '/api/upload', headers, payload });
  expect((await post(join2(part('name="note"', 'hello'), file, part('name="more"', 'x'), end))).statusCode).toBe(200);
  const other = part('name="photo"; filename="a.png"');
  const bad: [string, Bytes][] = [
    ['two files', join2(file, file, end)],
    ['a file in another field', join2(other, end)],
    ['a text', join2(part('name="image"', 'hello'), end)],
    ['an empty file', join2(part('name="image"; filename="a.png"', ''), end)],
    ['an end that never comes', file],
    ['the name of a prototype', join2(part('name="__proto__"; filename="a.png"'), end)],
    ['too many fields', join2(...Array.from({ length: 50 }, (_, i) => part(`name="f${i}"`, 'x')), file, end)],
  ];
  for (const [what, payload] of bad) {
    const { statusCode } = await post(payload);
    expect([what, statusCode >= 400 && statusCode < 500]).toEqual([what, true]);
  }
});

test('a damaged picture is refused or stored as pixels only', async () => {
  const originals = await Promise.all((['jpeg', 'png', 'gif', 'webp'] as const).map((format) => image(120, 90).as(format)));
  const damage = fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      damage,
      fc.option(fc.double({ min: 0.02, max: 1, noNaN: true })),
      async (whole, at, end) => {
        const bytes = Buffer.from(whole);
        for (const [position, value] of at) bytes[position % bytes.length] = value;
        const { status, imageUrl } = await send(cut(bytes, end ?? 1));
        expect([200, 400, 413, 415]).toContain(status);
        if (imageUrl) await expectOnlyPixels(imageUrl);
      },
    ),
    { numRuns: 150 },
  );
});

const kept = (): string[] => {
  const folder = join(server().config.dataDir, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
};

async function expectOnlyPixels(imageUrl: string): Promise<void> {
  const { rawPayload } = await farmer.send({ method: 'GET', url: imageUrl });
  const { format, exif, xmp, iptc, icc, pages, comments } = await sharp(rawPayload).metadata();
  expect({ format, exif, xmp, iptc, icc, comments, pages: pages ?? 1 }).toEqual({ format: 'webp', pages: 1 });
  // The container ends where it declares its end, so nothing is hidden behind it.
  expect(rawPayload.readUInt32LE(4) + 8).toBe(rawPayload.length);
  for (const word of ['script', 'alert', 'php', 'PK\x03\x04']) expect(rawPayload.includes(word, 0, 'latin1')).toBe(false);
}

async function film(format: 'gif' | 'webp', frames = 12): Promise<Bytes> {
  const raw = Buffer.alloc(8 * 8 * 3 * frames);
  for (let i = 0; i < raw.length; i += 1) raw[i] = Math.floor(i / (8 * 8 * 3)) % 2 ? 255 : i % 200;
  const strip = sharp(raw, { raw: { width: 8, height: 8 * frames, channels: 3, pageHeight: 8 } });
  return strip.toFormat(format, { loop: 0, delay: Array.from({ length: frames }, () => 20) }).toBuffer();
}
