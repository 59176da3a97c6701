import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { maxImageBytes } from '#contract/files.ts';
import { Problem } from '#server/problem.ts';

export interface OpenZip extends AsyncDisposable {
  has(name: string): boolean;
  read(name: string): Promise<Buffer>;
}

/** A farm keeps 500 pictures and 25 spreadsheets at most. */
const mostEntries = 1000;
const mostRecordBytes = 64 * 1024 * 1024;
const mostBytes = 900 * 1024 * 1024;
/** Text is seldom packed to a twentieth of its size; zeros are to a thousandth. */
const mostTimesLarger = 150;
const smallBytes = 1024 * 1024;

const allowedName = /^(?:README\.txt|farm\.json|[a-z]{1,20}\.csv|photos\/[\w.-]{1,120}\.webp|spreadsheets\/[\w.-]{1,120}\.csv)$/;

/**
 * Opens a zip that a stranger made. Nothing of it is unpacked to the disk; what its directory says is looked at as a whole before
 * anything is read, and what is read is cut off where it is longer than that.
 */
export async function openZip(path: string): Promise<OpenZip> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(() => {
    throw refusal('This file is not a zip, or only a part of one. Choose the file as it was downloaded.');
  });
  // What is wrong with an entry is heard where it is read; unheard here it would end the process.
  zip.on('error', () => {});
  try {
    const entries = await readDirectory(zip, (await stat(path)).size);
    return {
      has: (name) => entries.has(name),
      read: async (name) => {
        const entry = entries.get(name);
        if (!entry) throw refusal(`There is no ${name} in this file. Choose the file as it was downloaded.`);
        // yauzl breaks off where more comes out than the directory says.
        return zip.openReadStreamPromise(entry).then(buffer, damaged).catch(damaged);
      },
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readDirectory(zip: ZipFile, fileBytes: number): Promise<Map<string, Entry>> {
  // Said before a directory of a million entries is walked through.
  if (zip.entryCount > mostEntries) throw refusal('There are far more files in this zip than a farm has.');
  const entries = new Map<string, Entry>();
  const total = { packed: 0, unpacked: 0 };
  try {
    for await (const entry of zip.eachEntry()) {
      refuseHostile(entry);
      if (entries.has(entry.fileName)) throw refusal('This zip holds two files of the same name.');
      entries.set(entry.fileName, entry);
      total.packed += entry.compressedSize;
      total.unpacked += entry.uncompressedSize;
    }
  } catch (error) {
    throw error instanceof Problem ? error : refusal(strangeNames);
  }
  // Entries that share their bytes (a bomb without nesting, D. Fifield 2019) claim more than there is.
  if (total.packed > fileBytes || total.unpacked > mostBytes) throw refusal(tooLarge);
  return entries;
}

const strangeNames =
  'There are files in this zip that do not belong to a farm. Choose the file as it was downloaded, without packing it anew.';
const tooLarge = 'This zip would unpack into far more than a farm has.';

function refuseHostile({ fileName, compressedSize, uncompressedSize, ...entry }: Entry): void {
  if (!allowedName.test(fileName)) throw refusal(strangeNames);
  const unixMode = entry.externalFileAttributes >>> 16;
  if ((unixMode & 0o170000) === 0o120000) throw refusal('There is a link in this zip where a file should be.');
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw refusal('This zip is locked with a password. Choose one without.');
  const most = fileName.startsWith('photos/') ? maxImageBytes : mostRecordBytes;
  const isBlownUp = uncompressedSize > smallBytes && uncompressedSize > mostTimesLarger * compressedSize;
  if (uncompressedSize > most || isBlownUp) throw refusal(tooLarge);
}

const refusal = (message: string): Problem => new Problem('archive.unreadable', { message });

const damaged = (): never => {
  throw refusal('This zip is damaged. Download it once more and try again.');
};
