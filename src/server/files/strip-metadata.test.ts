import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { phonePhoto, testPicture } from '#test/pictures.ts';
import { encodePicture } from './encode-picture.ts';
import { stripMetadata } from './strip-metadata.ts';
import { longTest, sampledTest } from '#test/long-run.ts';

const formats = ['jpeg', 'png', 'webp', 'gif'] as const;
const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

test.each(formats)('a %s has the same pixels, colour profile and orientation without its metadata', async (format) => {
  const original = await sharp(await testPicture(90, 60).as('png'))
    .toFormat(format)
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Phone', Copyright: 'x'.repeat(1000) } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const stripped = stripMetadata(original, format);
  expect((await pixelsOf(stripped)).equals(await pixelsOf(original))).toBe(true);
  const [before, after] = await Promise.all([original, stripped].map((bytes) => sharp(bytes).metadata()));
  expect(after?.icc?.length).toBe(before?.icc?.length);
  expect(after?.exif?.toString('latin1') ?? '').not.toContain('Phone');
  if (format === 'jpeg' || format === 'png') expect(after?.orientation).toBe(6);
});

test('the photo of a phone stays upright', async () => {
  const photo = await phonePhoto();
  const { width, height } = await sharp(photo).metadata();
  const stored = await sharp((await encodePicture(photo)).full).metadata();
  expect([stored.width, stored.height]).toEqual([height, width]);
});

test('bytes between the segments of a JPEG are left out', async () => {
  const picture = await testPicture().as('jpeg');
  const end = 4 + picture.readUInt16BE(4);
  const padded = Buffer.concat([picture.subarray(0, end), Buffer.alloc(3), picture.subarray(end)]);
  expect(stripMetadata(padded, 'jpeg').equals(stripMetadata(picture, 'jpeg'))).toBe(true);
});

sampledTest(['jpeg', 'png', 'webp'] as const, 0)(
  'EXIF of a %s whose directories contain each other takes no time',
  async (format) => {
    const exif = nestedDirectories(format === 'jpeg' ? 5000 : 60_000);
    const bytes = insertExif(await testPicture().as(format), format, exif);
    const before = process.cpuUsage();
    await encodePicture(bytes);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
  },
);

longTest('a picture of millions of parts is refused at once', () => {
  const parts = (part: readonly number[]) => Buffer.from(Array.from({ length: 500_000 }, () => part).flat());
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), parts([0xff, 0xe0, 0, 2])]);
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    parts([0, 0, 0, 0, ...Buffer.from('IDAT'), 0, 0, 0, 0]),
  ]);
  const webp = Buffer.concat([Buffer.from('RIFF\xFF\xFF\xFF\x0FWEBP', 'latin1'), parts([...Buffer.from('ANMF'), 0, 0, 0, 0])]);
  for (const [format, bytes] of Object.entries({ jpeg, png, webp } as const)) {
    expect(() => stripMetadata(bytes, format as 'jpeg')).toThrow(expect.objectContaining({ code: 'files.unreadable' }));
  }
});

/** Each of its entries refers to the directory itself, as the directory of GPS or of the camera's settings. */
function nestedDirectories(count: number): Buffer {
  const exif = Buffer.alloc(14 + 12 * count);
  exif.write('II*\0', 'latin1');
  exif.writeUInt32LE(8, 4);
  exif.writeUInt16LE(count, 8);
  for (let at = 10; at + 16 <= exif.length; at += 12) {
    exif.writeUInt16LE([0x8769, 0x8825, 0xa005][(at / 2) % 3] ?? 0, at);
    exif.writeUInt16LE(4, at + 2);
    exif.writeUInt32LE(1, at + 4);
    exif.writeUInt32LE(8, at + 8);
  }
  return exif;
}

function insertExif(picture: Buffer, format: 'jpeg' | 'png' | 'webp', exif: Buffer): Buffer {
  if (format === 'jpeg') {
    const head = Buffer.from('\xFF\xE1\0\0Exif\0\0', 'latin1');
    head.writeUInt16BE(exif.length + 8, 2);
    return Buffer.concat([picture.subarray(0, 2), head, exif, picture.subarray(2)]);
  }
  if (format === 'png') {
    const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('eXIf'), exif, Buffer.alloc(4)]);
    chunk.writeUInt32BE(exif.length);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
    return Buffer.concat([picture.subarray(0, 33), chunk, picture.subarray(33)]);
  }
  const head = Buffer.from('VP8X\x0A\0\0\0\x08\0\0\0', 'latin1');
  const sizes = Buffer.from([63, 0, 0, 47, 0, 0]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(exif.length);
  const whole = Buffer.concat([picture.subarray(0, 12), head, sizes, picture.subarray(12), Buffer.from('EXIF'), length, exif]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
