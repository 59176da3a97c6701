import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished, expect, test } from 'vitest';
import { openPictures } from './picture-store.ts';

function emptyFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-pictures-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

test('what is kept is read back byte for byte, and removed it is gone', async () => {
  const pictures = openPictures({ dataDir: emptyFolder() });
  const bytes = randomBytes(100_000);
  expect(await pictures.read('a.webp')).toBeUndefined();
  await Promise.all([pictures.keep('a.webp', bytes), pictures.keep('a.webp', bytes)]);
  await pictures.keep('a.webp', bytes);
  const stored = await pictures.read('a.webp');
  expect(stored?.bytes).toBe(100_000);
  expect(stored && bytes.equals(await buffer(stored.content))).toBe(true);
  await pictures.remove('a.webp');
  await pictures.remove('a.webp');
  expect(await pictures.read('a.webp')).toBeUndefined();
});

test('a picture that cannot be written leaves nothing behind', async () => {
  const dataDir = emptyFolder();
  const pictures = openPictures({ dataDir });
  await pictures.keep('a.webp', Buffer.from('x'));
  await expect(pictures.keep('missing/a.webp', Buffer.from('x'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual(['a.webp']);
});

const writer = `
  import { createHash, randomBytes } from 'node:crypto';
  import { openPictures } from ${JSON.stringify(new URL('picture-store.ts', import.meta.url).href)};
  const pictures = openPictures({ dataDir: process.env.DATA_DIR });
  for (;;) {
    const bytes = randomBytes(300_000);
    const name = createHash('sha256').update(bytes).digest('hex');
    await pictures.keep(name, bytes);
    process.stdout.write(name + '\\n');
  }`;

test(
  'after a kill -9 every picture that was acknowledged is there and every one with a name is whole',
  { timeout: 60_000 },
  async () => {
    const dataDir = emptyFolder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', writer], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
      await once(child.stdout, 'data');
      await new Promise((wait) => setTimeout(wait, round * 7));
      child.kill('SIGKILL');
      await once(child, 'close');
      acknowledged.push(...output.split('\n').slice(0, -1));
    }
    const folder = join(dataDir, 'uploads');
    const named = readdirSync(folder).filter((name) => !name.endsWith('.unfinished'));
    for (const name of named) {
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ).toBe(name);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(8);
    expect(acknowledged.filter((name) => !named.includes(name))).toEqual([]);
    await openPictures({ dataDir }).removeUnfinished(new Date(Date.now() + 60_000));
    expect(readdirSync(folder).length).toBe(named.length);
  },
);
