import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildArchive, archivedFarm, buildZip } from '#test/archives.ts';
import { grows, isLongRun } from '#test/long-run.ts';
import { openZip } from './open-zip.ts';

async function read(bytes: Uint8Array): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'a.zip'), bytes);
  await using zip = await openZip(join(folder, 'a.zip'));
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
    'a giant photo': [await withFiles(['photos/a.webp', Buffer.alloc(11_000_000), { compress: false }]), /far more/],
    'thousands of files': [await withFiles(...thousands), /far more files/],
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
