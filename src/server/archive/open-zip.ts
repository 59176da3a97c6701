import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { maxImageBytes } from '#contract/files.ts';
import { Problem } from '#server/problem.ts';

export interface OpenZip extends AsyncDisposable {
  has(name: string): boolean;
  read(name: string): Promise<Buffer>;
}

/** A farm has at most 500 pictures and 25 spreadsheets. */
const maxEntries = 1000;
const maxRecordBytes = 64 * 1024 * 1024;
const maxTotalBytes = 900 * 1024 * 1024;
/** Text is seldom compressed to a twentieth of its size; zeros are compressed to a thousandth. */
const maxCompressionRatio = 150;
const ratioFreeBytes = 1024 * 1024;
/** Programs add times and permissions in less than a hundred bytes; each four bytes of extra fields become objects in memory. */
const maxExtraBytes = 1000;

const allowedName = /^(?:README\.txt|farm\.json|[a-z]{1,20}\.csv|photos\/[\w.-]{1,120}\.webp|spreadsheets\/[\w.-]{1,120}\.csv)$/;

/**
 * Nothing is unpacked to disk, the whole directory is validated before any entry is read, and an entry longer than declared is
 * cut off.
 */
export async function openZip(path: string): Promise<OpenZip> {
  const file = await open(path);
  try {
    const zip = await fromFdPromise(file.fd, { lazyEntries: true, strictFileNames: true }).catch(() => {
      throw rejection('This file is not a zip, or only part of one. Choose the file exactly as it was downloaded.');
    });
    // Errors of an entry are handled where it is read; without a listener the event would end the process.
    zip.on('error', () => {});
    const entries = await readDirectory(zip, (await file.stat()).size);
    return {
      has: (name) => entries.has(name),
      read: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw rejection(`There is no ${name} in this file. Choose the file exactly as it was downloaded.`);
        const bytes = await unpack(zip, file, entry).catch(damaged);
        return crc32(bytes) === entry.crc32 ? bytes : damaged();
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const inflate = promisify(inflateRaw);

/** Each in one piece: the small pieces of a stream would stay in memory until garbage is collected. */
async function unpack(zip: ZipFile, file: FileHandle, entry: Entry): Promise<Buffer> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const { buffer: packed } = await file.read(Buffer.alloc(compressedSize), 0, compressedSize, fileDataStart);
  if (compressionMethod === 0) return packed;
  return inflate(packed, { chunkSize: uncompressedSize + 64, maxOutputLength: uncompressedSize + 1 });
}

async function readDirectory(zip: ZipFile, fileBytes: number): Promise<Map<string, Entry>> {
  // Checked before the directory is read, which may claim a million entries.
  if (zip.entryCount > maxEntries) throw rejection('This zip has far more files than a farm has.');
  const entries = new Map<string, Entry>();
  const total = { packed: 0, unpacked: 0 };
  try {
    for await (const entry of zip.eachEntry()) {
      validateEntry(entry);
      if (entries.has(entry.fileName)) throw rejection('This zip has two files with the same name.');
      entries.set(entry.fileName, entry);
      total.packed += entry.compressedSize;
      total.unpacked += entry.uncompressedSize;
    }
  } catch (error) {
    throw error instanceof Problem ? error : rejection(unexpectedNames);
  }
  // Overlapping entries (a zip bomb without nesting, D. Fifield 2019) declare more bytes than the file has.
  if (total.packed > fileBytes || total.unpacked > maxTotalBytes) throw rejection(tooLarge);
  return entries;
}

const unexpectedNames =
  'This zip has files that do not belong to a farm. Choose the file exactly as it was downloaded, without zipping it again.';
const tooLarge = 'Unpacked, this zip would be far larger than a farm.';

function validateEntry({ fileName, compressedSize, uncompressedSize, ...entry }: Entry): void {
  if (!allowedName.test(fileName)) throw rejection(unexpectedNames);
  if (entry.extraFieldLength + entry.fileCommentLength > maxExtraBytes) throw rejection(unexpectedNames);
  const unixMode = entry.externalFileAttributes >>> 16;
  if ((unixMode & 0o170000) === 0o120000) throw rejection('There is a link in this zip where a file should be.');
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw rejection('This zip is locked with a password. Choose one without.');
  const maxBytes = fileName.startsWith('photos/') ? maxImageBytes : maxRecordBytes;
  const exceedsRatio = uncompressedSize > ratioFreeBytes && uncompressedSize > maxCompressionRatio * compressedSize;
  if (Math.max(compressedSize, uncompressedSize) > maxBytes || exceedsRatio) throw rejection(tooLarge);
}

const rejection = (message: string): Problem => new Problem('archive.unreadable', { message });

const damaged = (): never => {
  throw rejection('This zip is damaged. Download it again and retry.');
};
