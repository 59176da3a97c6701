import { crc32 } from 'node:zlib';
import { Problem } from '#server/problem.ts';

const unreadable = (): Problem => new Problem('files.unreadable');

/** Far more than programs write into 10 MB; a hostile file could have millions. */
const maxParts = 50_000;

/**
 * The picture without texts, comments, thumbnails and EXIF, of which only the orientation stays. A decoder reads all metadata before the
 * first pixel and without a time limit: EXIF of 700 kB whose directories contain each other takes minutes.
 */
export function stripMetadata(bytes: Buffer, format: 'jpeg' | 'png' | 'gif' | 'webp'): Buffer {
  try {
    if (format === 'jpeg') return Buffer.concat(jpegParts(bytes));
    if (format === 'png') return Buffer.concat(pngParts(bytes));
    if (format === 'webp') return webpWithout(bytes);
    return bytes;
  } catch (error) {
    if (error instanceof RangeError) throw unreadable();
    throw error;
  }
}

const [applicationData, colourProfile, adobe] = [0xe0, 0xe2, 0xee];
const [exifSegment, comment, startOfScan, endOfImage] = [0xe1, 0xfe, 0xda, 0xd9];
const exifName = 'Exif\0\0';

/** The segments before the first scan (ITU-T T.81, B.1.1.4) and the rest. */
function jpegParts(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  for (let count = 0; ; count += 1) {
    // Bytes between two segments are skipped, as decoders do.
    at = bytes.indexOf(0xff, at);
    if (at === -1 || count > maxParts) throw unreadable();
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan || marker === endOfImage) return [...parts, bytes.subarray(at)];
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, end);
    const content = segment.subarray(4);
    if (marker === exifSegment && content.toString('latin1', 0, exifName.length) === exifName) {
      const orientation = readOrientation(content.subarray(exifName.length));
      if (orientation !== undefined) parts.push(jpegExif(orientation));
    } else if (isPictureSegment(marker, content)) parts.push(segment);
    at = end;
  }
}

function isPictureSegment(marker: number, content: Buffer): boolean {
  if (marker === colourProfile) return content.toString('latin1', 0, 11) === 'ICC_PROFILE';
  const isMetadata = (marker > applicationData && marker <= 0xef) || marker === comment;
  return !isMetadata || marker === adobe;
}

function jpegExif(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(exifName, 'latin1'), orientationAsExif(orientation)]);
  const head = Buffer.from([0xff, exifSegment, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const pictureChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'sRGB', 'iCCP', 'cICP', 'sBIT']);

function pngParts(bytes: Buffer): Buffer[] {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (pictureChunks.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'eXIf') {
      const orientation = readOrientation(bytes.subarray(at + 8, end - 4));
      if (orientation !== undefined) parts.push(pngChunk(type, orientationAsExif(orientation)));
    }
    if (type === 'IEND') break;
    if (parts.length > maxParts) throw unreadable();
    at = end;
  }
  return parts;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
  return chunk;
}

const webpPictureChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
const [hasExif, hasXmp] = [0x08, 0x04];

/** In WebP the orientation is lost too; no camera writes it there. */
function webpWithout(bytes: Buffer): Buffer {
  const parts: Buffer[] = [bytes.subarray(0, 12)];
  // What follows the declared end belongs to no picture.
  const declaredEnd = Math.min(bytes.length, bytes.readUInt32LE(4) + 8);
  for (let at = 12; at + 8 <= declaredEnd;) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    const type = bytes.toString('latin1', at, at + 4);
    const chunk = type === 'VP8X' ? Buffer.from(bytes.subarray(at, end)) : bytes.subarray(at, end);
    if (type === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~(hasExif | hasXmp), 8);
    if (webpPictureChunks.has(type)) parts.push(chunk);
    if (parts.length > maxParts) throw unreadable();
    at = end;
  }
  const stripped = Buffer.concat(parts);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}

const orientationTag = 0x0112;

/** From the first directory of EXIF, which is in the format of TIFF; undefined if it has none. */
function readOrientation(exif: Buffer): number | undefined {
  const isLittleEndian = exif.toString('latin1', 0, 2) === 'II';
  const read = (at: number, length: 2 | 4): number => {
    if (at + length > exif.length) return -1;
    return isLittleEndian ? exif.readUIntLE(at, length) : exif.readUIntBE(at, length);
  };
  const directory = read(4, 4);
  if (directory < 8) return undefined;
  const entries = read(directory, 2);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (read(at, 2) === orientationTag) {
      const orientation = read(at + 8, 2);
      return orientation > 1 && orientation <= 8 ? orientation : undefined;
    }
  }
  return undefined;
}

/** A directory with one entry of type SHORT. */
function orientationAsExif(orientation: number): Buffer {
  const exif = Buffer.alloc(26);
  exif.write('MM\0*', 'latin1');
  exif.writeUInt32BE(8, 4);
  exif.writeUInt16BE(1, 8);
  exif.writeUInt16BE(orientationTag, 10);
  exif.writeUInt16BE(3, 12);
  exif.writeUInt32BE(1, 14);
  exif.writeUInt16BE(orientation, 18);
  return exif;
}
