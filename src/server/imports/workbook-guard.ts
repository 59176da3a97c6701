import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { maxImportColumns, maxImportRows } from '#contract/imports.ts';
import { TableError } from './raw-table.ts';

const maxUnpackedBytes = 64 * 1024 * 1024;
/** Real herd books compress to a tenth, at most a fiftieth; only a part made to be large compresses more. */
const maxRatio = 100;
const smallBytes = 1024 * 1024;
const maxEntries = 2000;
const maxSheets = 200;
/** The reader skips rows and columns that carry only formats, but has to walk them. */
const maxCells = 2 * maxImportRows * maxImportColumns;
const maxSheetRows = 10 * maxImportRows;
/** A cell is two elements, each with a start and an end tag. */
const maxTags = 4 * maxImportRows * maxImportColumns;

// A workbook is ten elements deep; its longest tags list the ranges of a conditional format.
const maxDepth = 100;
const maxTagBytes = 64 * 1024;
const maxAttributes = 128;
/** Excel allows 255 characters in a number format, here escaped. */
const maxFormatBytes = 2048;
/** Excel allows 32,767 characters in a cell, here escaped. */
const maxTextBytes = 256 * 1024;

const less = 0x3c;
const greater = 0x3e;
const slash = 0x2f;
const equals = 0x3d;

/** `sheets` are entries of the list of sheets, and relations to other parts. */
const nothing = { tags: 0, sheets: 0, rowTags: 0, rows: 0, columns: 0 };

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Extra field of an entry whose sizes are stored elsewhere (PKWARE APPNOTE 4.5.3). */
const zip64Field = 1;

/**
 * Refuses workbooks that would take the reader long or much memory: every part that it may read is decompressed here with a limit and
 * scanned once in linear time. Parts are judged by content, because the workbook itself declares which of them is a sheet.
 */
export async function ensureHarmless(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // Names are only compared, so that yauzl need not decode or validate them.
  const options = { lazyEntries: true, decodeStrings: false } as const;
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options).catch(
    refuseDamaged,
  );
  // An entry's error rejects its reading; without a listener the event would end the process.
  zip.on('error', () => {});
  if (zip.entryCount > maxEntries) throw tooLarge();
  let unpackedBytes = 0;
  const all = { tags: 0, cells: 0, sheets: 0 };
  for (const entry of await Array.fromAsync(zip.eachEntry()).catch(refuseDamaged)) {
    // Which of two sizes the reader would believe is unknown; a file that large cannot be uploaded anyway.
    if (entry.extraFields.some(({ id }) => id === zip64Field)) throw damaged();
    const { compressedSize, uncompressedSize } = entry;
    if (!/\.(?:xml|rels)$/.test(entry.fileNameRaw.toString('latin1'))) continue;
    unpackedBytes += uncompressedSize;
    if (unpackedBytes > maxUnpackedBytes) throw tooLarge();
    if (uncompressedSize > smallBytes && uncompressedSize > compressedSize * maxRatio) throw tooLarge();
    // yauzl fails when the content is longer or shorter than the directory declares.
    const content = await zip.openReadStreamPromise(entry).then(buffer).catch(refuseDamaged);
    const { tags, sheets, rows, columns } = measureXml(content);
    if (rows > maxSheetRows) throw tooFar();
    all.tags += tags;
    all.sheets += sheets;
    all.cells += rows * columns;
    if (all.cells > maxCells) throw tooFar();
    if (all.tags > maxTags || all.sheets > maxSheets) throw tooLarge();
  }
}

/** How large a part is. Returns as soon as it is too large; what no workbook has is refused. */
function measureXml(xml: Buffer): typeof nothing {
  const extent = { ...nothing };
  let depth = 0;
  let from = 0;
  for (let start = nextTag(xml, 0); start !== -1; start = nextTag(xml, from)) {
    if (start - from > maxTextBytes) throw damaged();
    const second = xml[start + 1];
    if (second === 0x21) {
      from = endOfComment(xml, start);
      continue;
    }
    const end = endOfTag(xml, start);
    from = end + 1;
    extent.tags += 1;
    if (second === 0x3f) continue;
    if (second === slash) {
      depth -= 1;
      continue;
    }
    if (xml[end - 1] !== slash) depth += 1;
    if (depth > maxDepth) throw damaged();
    measureElement(xml, start, end, extent);
    if (extent.tags > maxTags || extent.rowTags > maxSheetRows) break;
  }
  return { ...extent, rows: Math.max(extent.rows, extent.rowTags) };
}

function measureElement(xml: Buffer, start: number, end: number, extent: typeof nothing): void {
  switch (localName(xml, start, end)) {
    case 'c':
      for (const [, letters = '', digits] of addressesIn(xml, start, end, /^([A-Z]{1,3})(\d{1,7})$/)) {
        extent.columns = Math.max(extent.columns, columnNumber(letters));
        extent.rows = Math.max(extent.rows, Number(digits));
      }
      break;
    case 'row':
      extent.rowTags += 1;
      for (const [, digits] of addressesIn(xml, start, end, /^(\d{1,7})$/)) extent.rows = Math.max(extent.rows, Number(digits));
      break;
    case 'sheet':
    case 'Relationship':
      extent.sheets += 1;
      break;
    case 'numFmt':
      if (end - start > maxFormatBytes) throw damaged();
      break;
    default:
  }
}

const nextTag = (xml: Buffer, from: number): number => xml.indexOf(less, from);

/** A document type can define entities that expand, so it is refused. */
function endOfComment(xml: Buffer, start: number): number {
  const isComment = xml.toString('latin1', start, start + 4) === '<!--';
  if (!isComment && xml.toString('latin1', start, start + 9) !== '<![CDATA[') throw damaged();
  const end = xml.indexOf(isComment ? '-->' : ']]>', start + 4);
  if (end === -1 || end - start > maxTextBytes) throw damaged();
  return end + 3;
}

/** The end of the tag. '<' is refused inside a tag and inside attribute values. */
function endOfTag(xml: Buffer, start: number): number {
  let attributes = 0;
  const last = Math.min(xml.length, start + maxTagBytes);
  for (let at = start + 1; at < last; at += 1) {
    const byte = xml[at];
    if (byte === greater) return at;
    if (byte === less || (byte === equals && (attributes += 1) > maxAttributes)) break;
  }
  throw damaged();
}

/** `<x:row r="1">` → `row`. */
function localName(xml: Buffer, start: number, end: number): string {
  let at = start + 1;
  // The relevant names and usual prefixes are short.
  const last = Math.min(end, at + 40);
  while (at < last && !isAfterName(xml[at] ?? 0)) at += 1;
  const name = xml.toString('latin1', start + 1, at);
  return name.slice(name.indexOf(':') + 1);
}

const isAfterName = (byte: number): boolean => byte <= 0x20 || byte === slash;

/** An escaped address is an error, since the reader might decode it. */
function* addressesIn(xml: Buffer, start: number, end: number, shape: RegExp): Generator<RegExpExecArray> {
  for (const [, value = ''] of xml.toString('latin1', start, end).matchAll(/\sr\s*=\s*["']?([^"'\s]*)/g)) {
    const address = shape.exec(value);
    if (!address) throw damaged();
    yield address;
  }
}

/** `A` → 1, `AA` → 27. */
const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const tooLarge = () =>
  new TableError('imports.too_large', 'This workbook is too large unpacked. Save the sheet with the animals as CSV.');
const tooFar = () =>
  new TableError(
    'imports.too_large',
    'A sheet in this workbook is very large. Delete the empty rows and columns around the table, or save it as CSV.',
  );
const damaged = () => new TableError('imports.unreadable', 'This workbook is damaged. Save it again, or save it as CSV.');

const refuseDamaged = (): never => {
  throw damaged();
};
