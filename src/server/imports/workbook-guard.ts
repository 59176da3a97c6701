import { inflateRawSync } from 'node:zlib';
import { maxImportColumns, maxImportRows } from '#contract/imports.ts';
import { TableError } from './table-error.ts';
import { measureXml, XmlError, type XmlExtent } from './xml-extent.ts';

const maxUnpackedBytes = 64 * 1024 * 1024;
/** Sheets of real herd books shrink to a tenth, and to a fiftieth at most; only a part made to be large shrinks more. */
const maxRatio = 100;
/** Where nothing is large, how much it shrank says nothing. */
const smallBytes = 1024 * 1024;
const maxEntries = 2000;
const maxSheets = 200;
/** Rows and columns that only carry formats are passed over by the reader, but it has to walk them. */
const maxCells = 2 * maxImportRows * maxImportColumns;
const maxSheetRows = 10 * maxImportRows;
/** A cell is two elements, each with a beginning and an end. */
const maxTags = 4 * maxImportRows * maxImportColumns;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * Refuses workbooks that would take the reader long or much memory, whatever they claim: every part that it may read is unpacked here
 * with a limit and walked once, in time that grows with its length alone. A part is judged by what is in it, since the workbook
 * itself says which of its parts is a sheet.
 */
export function ensureHarmless(bytes: Uint8Array<ArrayBuffer>): void {
  let unpackedBytes = 0;
  const all = { tags: 0, cells: 0, sheets: 0 };
  for (const { name, packed, isStored, size } of entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) {
    if (!/\.(?:xml|rels)$/.test(name)) continue;
    const content = isStored ? packed : unpack(packed, maxUnpackedBytes - unpackedBytes);
    // The reader trusts the size that is written down.
    if (content.length !== size) throw damaged();
    unpackedBytes += content.length;
    if (unpackedBytes > maxUnpackedBytes) throw tooLarge();
    if (content.length > smallBytes && content.length > packed.length * maxRatio) throw tooLarge();
    const { tags, sheets, rows, columns } = extentOf(content);
    if (rows > maxSheetRows) throw tooFar();
    all.tags += tags;
    all.sheets += sheets;
    all.cells += rows * columns;
    if (all.cells > maxCells) throw tooFar();
    if (all.tags > maxTags || all.sheets > maxSheets) throw tooLarge();
  }
}

function extentOf(content: Buffer): XmlExtent {
  try {
    return measureXml(content, { tags: maxTags, rows: maxSheetRows });
  } catch (error) {
    throw error instanceof XmlError ? damaged() : error;
  }
}

function unpack(packed: Buffer, limit: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(limit, 1) });
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged();
  }
}

const tooLarge = () =>
  new TableError('imports.too_large', 'This workbook is too large unpacked. Save the sheet with the animals as CSV.');
const tooFar = () =>
  new TableError(
    'imports.too_large',
    'A sheet of this workbook reaches very far. Delete the empty rows and columns around the table, or save it as CSV.',
  );
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
  if (count > maxEntries) throw tooLarge();
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
