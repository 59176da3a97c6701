import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testPicture } from '#test/pictures.ts';
import { encodePicture } from './encode-picture.ts';
import { stripMetadata } from './strip-metadata.ts';
import { longTest } from '#test/long-run.ts';

const formats = ['jpeg', 'png', 'webp', 'gif'] as const;
test.each(formats)('a %s has the same pixels, colour profile and orientation without its metadata', async (format) => {
  const original = await sharp(await testPicture(90, 60).as('png'))
    .toFormat(format)
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Phone', Copyright: 'x'.repeat(1000) } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const stripped = stripMetadata(original, format);
  const [before, after] = await Promise.all([original, stripped].map((bytes) => sharp(bytes).raw().toBuffer()));
  expect(after?.equals(before ?? Buffer.of())).toBe(true);
  const [{ icc }, left] = await Promise.all([sharp(original).metadata(), sharp(stripped).metadata()]);
  expect(left.icc?.length).toBe(icc?.length);
  expect(left.exif?.toString('latin1') ?? '').not.toContain('Phone');
  if (format === 'jpeg' || format === 'png') expect(left.orientation).toBe(6);
});

longTest('EXIF whose directories contain each other takes no time', async () => {
  const head = Buffer.from('\xFF\xE1\0\0Exif\0\0', 'latin1');
  const exif = nestedDirectories(5000);
  head.writeUInt16BE(exif.length + 8, 2);
  const picture = await testPicture().as('jpeg');
  const before = process.cpuUsage();
  await encodePicture(Buffer.concat([picture.subarray(0, 2), head, exif, picture.subarray(2)]));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(5000);
});

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
