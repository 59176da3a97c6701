import { inflateRawSync } from 'node:zlib';
import { maxImportColumns, maxImportRows } from '#contract/imports.ts';
import { TableError } from './table-error.ts';

const mostUnpackedBytes = 64 * 1024 * 1024;
const mostEntries = 2000;
/** Rows and columns that only carry formats are passed over by the reader, but it has to walk them. */
const mostCells = 4 * maxImportRows * maxImportColumns;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Refuses workbooks that would unpack into something huge, whatever they claim: every part is unpacked here with a limit, and the
 * sheets' own cell addresses are looked at, before the reader gets to see them.
 */
export function ensureHarmless(bytes: Uint8Array<ArrayBuffer>): void {
  let left = mostUnpackedBytes;
  for (const { name, packed, isStored, size } of entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    if (!/\.(?:xml|rels)$/.test(name)) continue;
    const content = isStored ? packed : unpack(packed, left);
    // The reader trusts the size that is written down.
    if (content.length !== size) throw damaged();
    left -= content.length;
    if (left < 0) throw tooLarge();
    if (name.startsWith('xl/worksheets/')) ensureNear(content);
  }
}

function unpack(packed: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged();
  }
}

/** The farthest cell of a sheet. */
function ensureNear(content: Buffer): void {
  let [rows, columns] = [0, 0];
  for (const [, letters = '', digits] of content.toString('latin1').matchAll(/<c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"/g)) {
    columns = Math.max(columns, columnNumber(letters));
    rows = Math.max(rows, Number(digits));
  }
  if (rows * columns > mostCells) {
    throw new TableError(
      'imports.too_large',
      'A sheet of this workbook reaches very far. Delete the empty rows and columns around the table, or save it as CSV.',
    );
  }
}

/** `A` → 1, `AA` → 27. */
const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const tooLarge = () =>
  new TableError('imports.too_large', 'This workbook is too large unpacked. Save the sheet with the animals as CSV.');
const damaged = () => new TableError('imports.unreadable', 'This workbook is damaged. Save it again, or save it as CSV.');

interface Entry {
  readonly name: string;
  readonly packed: Buffer;
  readonly isStored: boolean;
  readonly size: number;
}

/** The zip's central directory (PKWARE APPNOTE 4.3.12 and 4.3.16); zip64 is beyond what may be sent anyway. */
function* entriesOf(zip: Buffer): Generator<Entry> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > zip.length) throw damaged();
  const count = zip.readUInt16LE(end + 10);
  if (count > mostEntries) throw tooLarge();
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02_01_4b_50) throw damaged();
    const [method, packedSize, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameLength, extraLength, noteLength] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    if (local + 30 > zip.length || (method !== 0 && method !== 8)) throw damaged();
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    if (start + packedSize > zip.length) throw damaged();
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    yield { name, packed: zip.subarray(start, start + packedSize), isStored: method === 0, size };
    at += 46 + nameLength + extraLength + noteLength;
  }
}
