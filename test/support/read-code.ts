import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const { buffer: wasmBinary } = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')),
);
prepareZXingModule({ overrides: { wasmBinary } });

/** The kind and the text of the code that a reader finds in a picture in shades of grey. */
export async function readCode(pixels: Uint8ClampedArray, width: number, height: number): Promise<(string | undefined)[]> {
  const picture = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  const [code] = await readBarcodes(picture);
  return [code?.format, code?.text];
}
