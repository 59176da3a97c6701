import { expect, test } from 'vitest';
import { openTestServer } from '#test/engines.ts';
import { describeRestore } from '../operations/restored.ts';
import { findLastRestore, isPaused, resumeOutside } from './restores.ts';

test('a dump that was restored on another PostgreSQL cluster is paused until the operator resumes it', async () => {
  const server = await openTestServer('postgres');
  const { db, config, clock } = server;
  const start = () => describeRestore(db, config.dataDir, clock.now());
  expect(await start()).toEqual([]);
  expect(await start()).toEqual([]);
  await db.updateTable('heartbeat').set({ cluster: '7300000000000000000/16384' }).execute();
  expect(await start()).toEqual([
    expect.stringMatching(/in another PostgreSQL/),
    expect.stringMatching(/restored copy.*restore -- resume/),
  ]);
  expect(await isPaused(db)).toBe(true);
  expect(await start()).toHaveLength(1);
  await resumeOutside(db);
  expect(await isPaused(db)).toBe(false);
  expect(await findLastRestore(db)).toMatchObject({ backup_id: null });
  await server.close();
});

test('a database file may be moved: SQLite asks for no cluster', async () => {
  const server = await openTestServer('sqlite');
  expect(await describeRestore(server.db, server.config.dataDir, server.clock.now())).toEqual([]);
  await server.close();
});
