import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { drillNewest } from '#server/backups/check-backup.ts';
import { makeBackup } from '#server/backups/make-backup.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { openTestServer, type TestServer } from '#test/engines.ts';

const numbers = async (server: TestServer) => {
  const { payload } = await server.send({ method: 'GET', url: '/metrics' });
  const read = (name: string): number | undefined => {
    const [, number] = new RegExp(`^bellwether_${name} (\\S+)$`, 'm').exec(payload) ?? [];
    return number === undefined ? undefined : Math.round(Number(number));
  };
  return { age: read('backup_age_seconds'), drill: read('backup_drill_ok') };
};

test('/metrics has the age of the newest backup and whether the last drill succeeded', async () => {
  const server = await openTestServer('sqlite');
  onTestFinished(() => server.close());
  const { config, clock } = server;
  const needs = { config, pictures: openPictures(config), now: clock.now };
  expect(await numbers(server)).toEqual({ age: Number.NaN, drill: Number.NaN });

  await makeBackup(needs);
  await drillNewest(needs);
  clock.advance({ hours: 2 });
  const later = await numbers(server);
  expect(later.age).toBeGreaterThanOrEqual(7200);
  expect(later.age).toBeLessThan(7260);
  expect(later.drill).toBe(1);

  await makeBackup(needs);
  const databases = join(config.dataDir, 'backups', 'databases');
  const [newest = ''] = readdirSync(databases).toSorted().toReversed();
  writeFileSync(join(databases, newest), 'spoilt');
  await drillNewest(needs);
  // The state is cached.
  expect((await numbers(server)).drill).toBe(1);
  clock.advance({ minutes: 5 });
  const spoilt = await numbers(server);
  expect(spoilt.drill).toBe(0);
  expect(spoilt.age).toBeLessThan(360);
});

test('/metrics has no backup figures for PostgreSQL', async () => {
  const server = await openTestServer('postgres');
  onTestFinished(() => server.close());
  expect(await numbers(server)).toEqual({ age: undefined, drill: undefined });
});
