import sharp from 'sharp';
import { expect, test } from 'vitest';
import { testPicture } from '#test/pictures.ts';
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

longTest('a picture of millions of parts is refused at once', () => {
  const parts = (part: readonly number[]) => Buffer.from(Array.from({ length: 500_000 }, () => part).flat());
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), parts([0xff, 0xe0, 0, 2])]);
  const idat = parts([0, 0, 0, 0, ...Buffer.from('IDAT'), 0, 0, 0, 0]);
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), idat]);
  const webp = Buffer.concat([Buffer.from('RIFF\xFF\xFF\xFF\x0FWEBP', 'latin1'), parts([...Buffer.from('ANMF'), 0, 0, 0, 0])]);
  for (const [format, bytes] of Object.entries({ jpeg, png, webp } as const)) {
    expect(() => stripMetadata(bytes, format as 'jpeg')).toThrow(expect.objectContaining({ code: 'files.unreadable' }));
  }
});
