import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
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

/** The extra field with which an entry says that its sizes are elsewhere (PKWARE APPNOTE 4.5.3). */
const zip64Field = 1;

/**
 * Refuses workbooks that would take the reader long or much memory, whatever they claim: every part that it may read is unpacked here
 * with a limit and walked once, in time that grows with its length alone. A part is judged by what is in it, since the workbook
 * itself says which of its parts is a sheet.
 */
export async function ensureHarmless(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  // Names are only compared: yauzl need not decode them, nor refuse those that lead out of a folder.
  const options = { lazyEntries: true, decodeStrings: false } as const;
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options).catch(
    refuseDamaged,
  );
  // An error of an entry rejects the reading of it; without a listener the event would end the process.
  zip.on('error', () => {});
  if (zip.entryCount > maxEntries) throw tooLarge();
  let unpackedBytes = 0;
  const all = { tags: 0, cells: 0, sheets: 0 };
  for (const entry of await entriesOf(zip)) {
    // What the reader takes for a size where there is a second one is not known here; so large a file cannot be sent anyway.
    if (entry.extraFields.some(({ id }) => id === zip64Field)) throw damaged();
    const { compressedSize, uncompressedSize } = entry;
    if (!/\.(?:xml|rels)$/.test(entry.fileNameRaw.toString('latin1'))) continue;
    unpackedBytes += uncompressedSize;
    if (unpackedBytes > maxUnpackedBytes) throw tooLarge();
    if (uncompressedSize > smallBytes && uncompressedSize > compressedSize * maxRatio) throw tooLarge();
    // yauzl breaks off where the content is longer or shorter than the directory says.
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
    'A sheet of this workbook reaches very far. Delete the empty rows and columns around the table, or save it as CSV.',
  );
const damaged = () => new TableError('imports.unreadable', 'This workbook is damaged. Save it again, or save it as CSV.');

const refuseDamaged = (): never => {
  throw damaged();
};
