import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestServer } from '#test/engines.ts';
import { readBeatsBeside, recordHeartbeat } from './heartbeat.ts';
import { detectRestore, isHeld, liftHold } from './restores.ts';

test('the first heartbeat makes the data folder, which a server with PostgreSQL has for nothing else', async () => {
  const server = await openTestServer('postgres');
  const folder = join(server.config.dataDir, 'not', 'there');
  await recordHeartbeat(server.db, folder, server.clock.now());
  expect(await readBeatsBeside(folder)).toBe(1);
  await server.close();
});

test('a dump that was restored on another PostgreSQL cluster is held until the operator resumes it', async () => {
  const server = await openTestServer('postgres');
  const { db, config, clock } = server;
  const start = () => detectRestore(db, config.dataDir, clock.now());
  expect([await start(), await start()]).toEqual([false, false]);
  await db.updateTable('heartbeat').set({ cluster: '7300000000000000000/16384' }).execute();
  expect([await start(), await start()]).toEqual([true, false]);
  expect(await isHeld(db)).toBe(true);
  await liftHold(db);
  expect([await start(), await isHeld(db)]).toEqual([false, false]);
  await server.close();
});
