import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export function testPicture(width = 64, height = 48) {
  const right = sharp({ create: { width: Math.ceil(width / 2), height, channels: 3, background: 'blue' } }).png();
  return {
    async as(format: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff'): Promise<Buffer<ArrayBuffer>> {
      return (await this.draw(sharp({ create: { width, height, channels: 3, background: 'red' } }))).toFormat(format).toBuffer();
    },
    async draw(base: Sharp): Promise<Sharp> {
      return base.composite([{ input: await right.toBuffer(), left: Math.floor(width / 2), top: 0 }]);
    },
  };
}

export async function phonePhoto(): Promise<Buffer<ArrayBuffer>> {
  return sharp(await testPicture().as('png'))
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 4366/100' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** 20,000 × 20,000 pixels in 48 KB decode to far more memory than the file's size. */
export function pixelBomb(width: number, height: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
