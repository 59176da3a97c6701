import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { maxImportColumns, maxImportRows } from '#contract/imports.ts';
import { TableError } from './raw-table.ts';
import { measureXml, XmlError, type XmlExtent } from './xml-extent.ts';

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
  for (const entry of await entriesOf(zip)) {
    // Which of two sizes the reader would believe is unknown; a file that large cannot be uploaded anyway.
    if (entry.extraFields.some(({ id }) => id === zip64Field)) throw damaged();
    const { compressedSize, uncompressedSize } = entry;
    if (!/\.(?:xml|rels)$/.test(entry.fileNameRaw.toString('latin1'))) continue;
    unpackedBytes += uncompressedSize;
    if (unpackedBytes > maxUnpackedBytes) throw tooLarge();
    if (uncompressedSize > smallBytes && uncompressedSize > compressedSize * maxRatio) throw tooLarge();
    // yauzl fails when the content is longer or shorter than the directory declares.
    const content = await zip.openReadStreamPromise(entry).then(buffer).catch(refuseDamaged);
    const { tags, sheets, rows, columns } = extentOf(content);
    if (rows > maxSheetRows) throw tooFar();
    all.tags += tags;
    all.sheets += sheets;
    all.cells += rows * columns;
    if (all.cells > maxCells) throw tooFar();
    if (all.tags > maxTags || all.sheets > maxSheets) throw tooLarge();
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  try {
    return await Array.fromAsync(zip.eachEntry());
  } catch {
    throw damaged();
  }
}

function extentOf(content: Buffer): XmlExtent {
  try {
    return measureXml(content, { tags: maxTags, rows: maxSheetRows });
  } catch (error) {
    throw error instanceof XmlError ? damaged() : error;
  }
}

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
