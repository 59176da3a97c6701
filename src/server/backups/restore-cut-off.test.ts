import { cpSync, existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPictures } from '#server/storage/open-store.ts';
import { openTestServer } from '#test/engines.ts';
import { newFolder } from '#test/temporary-folder.ts';
import { makeBackup } from './make-backup.ts';
import { restore } from './restore.ts';

const farmIn = (dataDir: string): unknown => {
  using db = new DatabaseSync(join(dataDir, 'bellwether.db'));
  return db.prepare('select name from farms').get()?.['name'];
};

test('a restore that is cut off before any of its renames leaves the old database, with all that was written to it', async () => {
  const server = await openTestServer('sqlite');
  const root = newFolder();
  onTestFinished(async () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await server.close();
  });
  await server.register();
  const context = { config: server.config, pictures: openPictures(server.config), now: server.clock.now };
  const { id } = await makeBackup(context);
  const living = join(root, 'living');
  await restore(context, { backup: id, dataDir: living, mayReplace: false });
  const backedUp = farmIn(living);
  using writer = new DatabaseSync(join(living, 'bellwether.db'));
  writer.exec(`update farms set name = 'Later Farm'`);

  const { rename } = fs;
  let allowed = 0;
  vi.spyOn(fs, 'rename').mockImplementation(async (from, to) => {
    if ((allowed -= 1) < 0) throw new Error('the power was cut');
    await rename(from, to);
  });
  syncBuiltinESMExports();
  const found = [];
  for (const renames of [0, 1, 2, 3]) {
    const dataDir = join(root, String(renames));
    // As after a kill: what was written last is only in the log.
    cpSync(living, dataDir, { recursive: true });
    expect(existsSync(join(dataDir, 'bellwether.db-wal'))).toBe(true);
    allowed = renames;
    const end = await restore(context, { backup: id, dataDir, mayReplace: true }).catch((error: Error) => error.message);
    found.push([typeof end === 'string' ? end : 'restored', farmIn(dataDir)]);
  }
  const cutOff = ['the power was cut', 'Later Farm'];
  // Three renames: the old pictures, the new ones, and the database.
  expect(found).toEqual([cutOff, cutOff, cutOff, ['restored', backedUp]]);
});
