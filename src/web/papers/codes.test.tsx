import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCode } from '#test/read-code.ts';
import { Bars, QrCode } from './codes.tsx';

/** What a reader makes of rectangles that are drawn as `M x y h w v h h -w z`. */
function read(label: string) {
  const svg = screen.getByRole('img', { name: label });
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const dark = svg.querySelectorAll('path')[1]?.getAttribute('d') ?? '';
  const scale = height > 10 ? 4 : 3;
  const [w, h] = [width * scale, height * scale];
  const pixels = new Uint8ClampedArray(w * h).fill(255);
  for (const [, x, y, dx, dy] of dark.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + Number(dy)) * scale; row += 1) {
      pixels.fill(0, row * w + Number(x) * scale, row * w + (Number(x) + Number(dx)) * scale);
    }
  }
  return readCode(pixels, w, h);
}

const barred = ['826071339300045', '036000000000001', '12345', 'G24-052', 'NM 0042 ~ a/B', '7'];

test('a reader finds the address of the animal in the square code, and its number in the bars, which no other letters have', async () => {
  const address = 'https://farm.example/animals/0198c0de-0000-7000-8000-000000000001';
  render(
    <>
      <QrCode text={address} label="Address" />
      {[...barred, 'Größe 1'].map((text) => (
        <Bars key={text} text={text} />
      ))}
    </>,
  );
  expect(await read('Address')).toEqual(['QRCode', address]);
  for (const text of barred) expect(await read(`Barcode of ${text}`)).toEqual(['Code128', text]);
  expect(screen.queryByRole('img', { name: 'Barcode of Größe 1' })).toBeNull();
});
