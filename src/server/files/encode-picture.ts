import type { Metadata } from 'sharp';
import { pictureSize, smallerSizes, type SmallerVersion } from '#domain/values/pictures.ts';
import { Problem } from '#server/problem.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { stripMetadata } from './strip-metadata.ts';

/** WebP, upright, without metadata or any data besides the pixels. */
export interface EncodedPicture {
  readonly full: Buffer;
  readonly width: number;
  readonly height: number;
  readonly smaller: Readonly<Record<SmallerVersion, Buffer>>;
}

const quality = 80;
// 40 megapixels at four bytes each, or half as many at two bytes per channel.
const maxDecodedBytes = 160_000_000;
const largePictureBytes = 64_000_000;

/** Loaded on first use, since it takes 10 MB and many servers resize nothing for days. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Uploads share no work, so a cache would be useless.
  sharp.cache(false);
  return sharp;
}

/** Anything but JPEG, PNG, GIF and WebP by content, or with a side longer than `maxSide` pixels, is rejected before decoding. */
export async function encodePicture(upload: Buffer, maxSide = 20_000): Promise<EncodedPicture> {
  const format = detectFormat(upload);
  const bytes = stripMetadata(upload, format);
  const decodedBytes = await measureDecodedBytes(bytes, format, maxSide);
  const sharp = await loadSharp();
  const encode = () =>
    encodeQueue.run(async () => {
      try {
        const { data: full, info } = await sharp(bytes, { limitInputPixels: maxDecodedBytes / 4, failOn: 'error', pages: 1 })
          .autoOrient()
          .resize({ width: pictureSize, height: pictureSize, fit: 'inside', withoutEnlargement: true })
          .webp({ quality })
          .timeout({ seconds: 20 })
          .toBuffer({ resolveWithObject: true });
        const card = await resize(full, smallerSizes.card);
        const { width, height } = info;
        return { full, width, height, smaller: { card, thumb: await resize(card, smallerSizes.thumb) } };
      } catch {
        throw new Problem('files.unreadable');
      }
    });
  return decodedBytes < largePictureBytes ? encode() : largePictures.run(encode);
}

/** For pictures stored before this version was introduced. `read` is called when a slot is free. */
export const createSmallerVersion = (read: () => Promise<Buffer>, version: SmallerVersion): Promise<Buffer> =>
  encodeQueue.run(async () => resize(await read(), smallerSizes[version]));

async function resize(picture: Buffer, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture)
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}

/** A page of cards may ask for thirty smaller versions at once, which may take half of the places. */
const encodeQueue = new Semaphore({ name: 'pictures', capacity: 2, waiting: 60 });
/** Two of these at once would take too much memory. */
const largePictures = new Semaphore({ name: 'large_pictures', capacity: 1, waiting: 10 });

type Format = 'jpeg' | 'png' | 'gif' | 'webp';

function detectFormat(bytes: Buffer): Format {
  const at = (start: number, end: number): string => bytes.toString('latin1', start, end);
  if (at(0, 3) === '\xFF\xD8\xFF') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1A\n') return 'png';
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (at(4, 8) === 'ftyp' && /^(?:hei|hev|mif1|msf1)/.test(at(8, 12)))
    throw new Problem('files.unsupported', { message: heicMessage });
  throw new Problem('files.unsupported');
}

const heicMessage =
  'Pictures in the HEIC format of iPhones cannot be read here. Choose Settings, Camera, Formats, Most Compatible on the phone, or send the picture as JPEG.';

/**
 * The number of decoded copies in the decoder's memory: two for an interlaced PNG until its last pass, and for a progressive JPEG without
 * chroma subsampling, whose coefficients have two bytes.
 */
const decoderCopies = ({ isProgressive, format, chromaSubsampling = '' }: Metadata): number =>
  isProgressive && (format === 'png' || chromaSubsampling.startsWith('4:4:4')) ? 2 : 1;

async function measureDecodedBytes(bytes: Buffer, format: Format, maxSide: number): Promise<number> {
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => undefined);
  if (!metadata) throw new Problem('files.unreadable');
  if (metadata.format !== format) throw new Problem('files.unsupported');
  const pixelBytes = (metadata.depth === 'uchar' ? 4 : 8) * decoderCopies(metadata);
  const decodedBytes = metadata.width * metadata.height * pixelBytes;
  if (decodedBytes > maxDecodedBytes || Math.max(metadata.width, metadata.height) > maxSide) {
    throw new Problem('files.too_large', {
      message: `Image is too large. Send one with at most ${maxDecodedBytes / pixelBytes / 1_000_000} megapixels.`,
    });
  }
  return decodedBytes;
}
