import { expect, test } from 'vitest';
import { readCode } from '#test/read-code.ts';
import { code128 } from './code128.ts';

/** Decodes the bars, drawn with quiet zones as they are printed. */
function read(widths: readonly number[]) {
  const [scale, height, quiet] = [3, 60, 10];
  const width = (widths.reduce((sum, each) => sum + each, 0) + 2 * quiet) * scale;
  const row = new Uint8ClampedArray(width).fill(255);
  let x = quiet * scale;
  for (const [index, each] of widths.entries()) {
    if (index % 2 === 0) row.fill(0, x, x + each * scale);
    x += each * scale;
  }
  const pixels = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) pixels.set(row, y * width);
  return readCode(pixels, width, height);
}

test.each(['826071339300045', '036000000000001', '982000196588496', '1234', '12345', 'G24-052', 'NM 0042 ~ a/B', '7'])(
  'a reader reads %s out of its bars',
  async (text) => {
    expect(await read(code128(text)!)).toEqual(['Code128', text]);
  },
);

test('a text with a character outside Code 128 has no bars', () => {
  expect([code128('Größe 1'), code128('')]).toEqual([undefined, undefined]);
});

test('an EID of 15 digits needs less than 45 mm at a quarter of a millimetre', () => {
  const modules = code128('826071339300045')!.reduce((sum, each) => sum + each, 0);
  expect(modules * 0.25).toBeLessThan(45);
});
