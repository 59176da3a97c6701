// @module-tag long
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpVisitor } from '#test/http-visitor.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { pixelBomb } from '#test/pictures.ts';
import { asInImage, startProduct, type Product } from '#test/product.ts';

let product: Product;
const bomber = new HttpVisitor();
beforeAll(async () => {
  product = await startProduct({ ...asInImage, RATE_LIMITS: 'off' });
  await bomber.register(product.url);
});
afterAll(async () => void (await product?.stop()));

const send = async (bytes: Uint8Array<ArrayBuffer>): Promise<number> =>
  (await bomber.upload(product.url, '/upload', { field: 'image', name: 'goat.jpg', bytes })).status;

/** Pixels that take the most memory to read: all of 40 megapixels, none of which a decoder can pass on before it has the last. */
async function worst(): Promise<Uint8Array<ArrayBuffer>[]> {
  const picture = () => sharp({ create: { width: 6320, height: 6320, channels: 3, background: 'red' } });
  return [
    await picture().jpeg({ progressive: true, quality: 30 }).withMetadata({ orientation: 6 }).toBuffer(),
    await picture().jpeg().withMetadata({ orientation: 8 }).toBuffer(),
    await picture().resize(4400, 4400).ensureAlpha(0.5).png({ progressive: true }).toBuffer(),
    await picture().webp({ effort: 0 }).toBuffer(),
    pixelBomb(6320, 6320),
  ];
}

const peakMegabytes = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1]) / 1000;

test('ten pixel bombs at once leave the server process below 400 MB (ASVS 5.2.6)', async () => {
  const pictures = await worst();
  const bomb = pixelBomb(20_000, 20_000);
  const layered = await sharp({ create: { width: 6320, height: 6320, channels: 4, background: 'red' } })
    .png({ progressive: true })
    .toBuffer();
  for (const bytes of [bomb, layered]) {
    expect(await Promise.all(Array.from({ length: 10 }, () => send(bytes)))).toEqual(Array<number>(10).fill(413));
  }
  const mixed = await Promise.all([...pictures, ...pictures].map((bytes) => send(bytes)));
  expect(
    mixed.every((status) => status < 500 || status === 503),
    mixed.join(),
  ).toBe(true);
  recordMeasurement('pixel bombs: peak memory of the server, 10 at once', `${Math.round(peakMegabytes())} MB`);
  expect(peakMegabytes()).toBeLessThan(400);
});
