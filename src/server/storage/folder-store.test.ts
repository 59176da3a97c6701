import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFolder } from './folder-store.ts';
import { longTest } from '#test/long-run.ts';
import { newFolder } from '#test/temporary-folder.ts';

test('a file that cannot be written leaves nothing behind', async () => {
  const folder = newFolder();
  const files = openFolder(folder);
  await files.put('a.webp', Buffer.from('x'));
  await expect(files.put('a.webp/b', Buffer.from('x'))).rejects.toThrow();
  await expect(files.putFile('b.webp', join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(folder)).toEqual(['a.webp']);
});

const writer = `
  import { createHash, randomBytes } from 'node:crypto';
  import { openFolder } from ${JSON.stringify(new URL('folder-store.ts', import.meta.url).href)};
  const files = openFolder(process.env.FOLDER);
  for (;;) {
    const bytes = randomBytes(300_000);
    const name = createHash('sha256').update(bytes).digest('hex');
    await files.put(name, bytes);
    process.stdout.write(name + '\\n');
  }`;

longTest('after a kill -9 every file that was acknowledged is there and every one with a name is whole', async () => {
  const folder = newFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer], {
      env: { ...process.env, FOLDER: folder },
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    await once(child.stdout, 'data');
    await new Promise((wait) => setTimeout(wait, round * 7));
    child.kill('SIGKILL');
    await once(child, 'close');
    acknowledged.push(...output.split('\n').slice(0, -1));
  }
  const named = readdirSync(folder).filter((name) => !name.endsWith('.unfinished'));
  for (const name of named) {
    expect(hash('sha256', readFileSync(join(folder, name)))).toBe(name);
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(8);
  expect(acknowledged.filter((name) => !named.includes(name))).toEqual([]);
  await openFolder(folder).removeUnfinished(new Date(Date.now() + 60_000));
  expect(readdirSync(folder).length).toBe(named.length);
});
