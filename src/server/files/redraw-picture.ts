import type { Metadata } from 'sharp';
import { pictureSize, smallerSizes, type SmallerVersion } from '#domain/pictures.ts';
import { Problem } from '#server/problem.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';

/** A picture drawn anew as WebP: upright, without metadata, without anything that was hidden behind the pixels. */
export interface RedrawnPicture {
  readonly full: Buffer;
  readonly smaller: Readonly<Record<SmallerVersion, Buffer>>;
}

const quality = 80;
// 40 megapixels at four bytes each; half as many where a colour takes two bytes.
const maxDecodedBytes = 160_000_000;
const maxSide = 20_000;
const big = 64_000_000;

/** Loaded with the first picture: it takes 10 MB, and many servers have nothing to draw for days. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // No two uploads share work: nothing to remember between them.
  sharp.cache(false);
  return sharp;
}

/** What the bytes say they are decides, not the name; anything but JPEG, PNG, GIF and WebP is refused unread. */
export async function redrawPicture(bytes: Buffer): Promise<RedrawnPicture> {
  const decodedBytes = await measure(bytes, formatOf(bytes));
  const sharp = await loadSharp();
  return drawing.run(
    async () => {
      try {
        const full = await sharp(bytes, { limitInputPixels: maxDecodedBytes / 4, failOn: 'error', pages: 1 })
          .autoOrient()
          .resize({ width: pictureSize, height: pictureSize, fit: 'inside', withoutEnlargement: true })
          .webp({ quality })
          .timeout({ seconds: 20 })
          .toBuffer();
        const card = await shrink(full, smallerSizes.card);
        return { full, smaller: { card, thumb: await shrink(card, smallerSizes.thumb) } };
      } catch {
        throw new Problem('files.unreadable');
      }
    },
    decodedBytes < big ? 1 : 2,
  );
}

/** For a picture that was drawn here before there was a version of this size. It is read when its turn has come. */
export const drawSmaller = (read: () => Promise<Buffer>, version: SmallerVersion): Promise<Buffer> =>
  drawing.run(async () => shrink(await read(), smallerSizes[version]));

async function shrink(picture: Buffer, size: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(picture)
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}

/** Two pictures at once, and a big one alone. */
const drawing = createFairQueue({ name: 'pictures', capacity: 2, waiting: 30 });

type Format = 'jpeg' | 'png' | 'gif' | 'webp';

function formatOf(bytes: Buffer): Format {
  const at = (start: number, end: number): string => bytes.toString('latin1', start, end);
  if (at(0, 3) === '\xFF\xD8\xFF') return 'jpeg';
  if (at(0, 8) === '\x89PNG\r\n\x1A\n') return 'png';
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'gif';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp';
  if (at(4, 8) === 'ftyp' && /^(?:hei|hev|mif1|msf1)/.test(at(8, 12))) throw new Problem('files.unsupported', { message: heic });
  throw new Problem('files.unsupported');
}

const heic =
  'Pictures in the HEIC format of iPhones cannot be read here. Choose Settings, Camera, Formats, Most Compatible on the phone, or send the picture as JPEG.';

/**
 * How often the decoder holds the picture. One that comes in layers is kept whole until the last one: a PNG twice, and a JPEG of
 * full colour as numbers of two bytes each.
 */
const heldTimes = ({ isProgressive, format, chromaSubsampling = '' }: Metadata): number =>
  isProgressive && (format === 'png' || chromaSubsampling.startsWith('4:4:4')) ? 2 : 1;

/** The memory the decoded picture would take, told by its head alone. */
async function measure(bytes: Buffer, format: Format): Promise<number> {
  const sharp = await loadSharp();
  const head = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => undefined);
  if (!head) throw new Problem('files.unreadable');
  if (head.format !== format) throw new Problem('files.unsupported');
  const pixelBytes = (head.depth === 'uchar' ? 4 : 8) * heldTimes(head);
  const decodedBytes = head.width * head.height * pixelBytes;
  if (decodedBytes > maxDecodedBytes || Math.max(head.width, head.height) > maxSide) {
    throw new Problem('files.too_large', {
      message: `Image is too large. Send one with at most ${maxDecodedBytes / pixelBytes / 1_000_000} megapixels.`,
    });
  }
  return decodedBytes;
}
