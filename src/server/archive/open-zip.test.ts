import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildArchive, archivedFarm, buildZip } from '#test/archives.ts';
import { grows, isLongRun } from '#test/long-run.ts';
import { newFolder } from '#test/temporary-folder.ts';
import { openZip } from './open-zip.ts';

async function read(bytes: Uint8Array): Promise<Buffer> {
  const file = join(newFolder(), 'a.zip');
  writeFileSync(file, bytes);
  await using zip = await openZip(file);
  return await zip.read('farm.json');
}

test('a hostile zip is refused with a message before it is unpacked', grows, async () => {
  const good = await buildArchive(archivedFarm());
  const renamed = (name: string) => patched(good, 'farm.json', name);
  const withFiles = (...files: Parameters<typeof buildZip>[0]) =>
    buildZip([['farm.json', JSON.stringify(archivedFarm())], ...files]);
  const encrypted = Buffer.from(good);
  encrypted.writeUInt16LE(1, encrypted.indexOf('PK\x03\x04', 'latin1') + 6);
  encrypted.writeUInt16LE(1, encrypted.indexOf('PK\x01\x02', 'latin1') + 8);
  const directory = Buffer.from(good);
  directory.writeUInt32LE(5, directory.indexOf('PK\x01\x02', 'latin1') + 24);
  const changed = Buffer.from(good);
  const crcAt = changed.indexOf('PK\x01\x02', 0, 'latin1') + 16;
  changed.writeUInt32LE(changed.readUInt32LE(crcAt) - 1, crcAt);
  const twoNames = await buildZip(['aaaa', 'bbbb'].map((name) => [`${name}.csv`, name]));
  const thousands = Array.from({ length: 1000 }, (_, n) => [`photos/${n}.webp`, 'x'] as const);
  const hostile: Record<string, readonly [Uint8Array<ArrayBuffer>, RegExp]> = {
    'half a zip': [good.subarray(0, good.length - 30), /not a zip/],
    'content that has another checksum': [changed, /damaged/],
    'nothing in it': [await buildZip([]), /no farm\.json/],
    'a path out of it': [renamed('../a.json'), /do not belong/],
    'a path of Windows': [renamed('..\\a.json'), /do not belong/],
    'a link': [await withFiles(['photos/a.webp', '/etc/passwd', { mode: 0o120777 }]), /link/],
    'a password': [encrypted, /password/],
    'two of a name': [patched(twoNames, 'bbbb.csv', 'aaaa.csv'), /same name/],
    'more in it than it says': [directory, /damaged/],
    'a bomb': [await buildZip([['farm.json', Buffer.alloc(60_000_000)]]), /far more/],
    'extra fields of 60 kB': [withExtraFields(good, 60_000), /do not belong/],
    'a giant photo': [await withFiles(['photos/a.webp', Buffer.alloc(11_000_000), { compress: false }]), /far more/],
    'thousands of files': [await withFiles(...thousands), /far more files/],
    'a million files': [claimingAMillion(good), /far more files/],
  };
  for (const [what, [bytes, sentence]] of Object.entries(hostile)) {
    const before = process.memoryUsage().rss;
    await expect(read(bytes), what).rejects.toMatchObject({ code: 'archive.unreadable', message: sentence });
    if (isLongRun) expect((process.memoryUsage().rss - before) / 1e6, what).toBeLessThan(150);
  }
});

/** The same zip with a name replaced by another one of the same length. */
function patched(zip: Buffer, from: string, to: string): Buffer<ArrayBuffer> {
  if (from.length !== to.length) throw new Error('the lengths differ');
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** A zip whose zip64 end record claims a million entries (APPNOTE 4.3.14). */
function claimingAMillion(zip: Buffer): Buffer<ArrayBuffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const large = Buffer.alloc(56);
  large.write('PK\x06\x06', 'latin1');
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(1_000_000n, 24);
  large.writeBigUInt64LE(1_000_000n, 32);
  large.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 12)), 40);
  large.writeBigUInt64LE(BigInt(zip.readUInt32LE(end + 16)), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(0xffff, 8);
  tail.writeUInt16LE(0xffff, 10);
  return Buffer.concat([zip.subarray(0, end), large, locator, tail]);
}

/** The entries of a zip with empty extra fields (APPNOTE 4.5) in the directory; each takes four bytes. */
function withExtraFields(zip: Buffer, length: number): Buffer<ArrayBuffer> {
  const entry = zip.indexOf('PK\x01\x02', 0, 'latin1');
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const nameEnd = entry + 46 + zip.readUInt16LE(entry + 28);
  const changed = Buffer.concat([zip.subarray(0, nameEnd), Buffer.alloc(length), zip.subarray(nameEnd)]);
  changed.writeUInt16LE(length, entry + 30);
  changed.writeUInt32LE(end - entry + length, end + length + 12);
  return changed;
}
