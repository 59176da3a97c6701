// @module-tag long
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { smallerName, smallerVersions } from '#domain/values/pictures.ts';
import { openDatabase } from '#server/db/engines/connect.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { openTestServer } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { S3Server } from '#test/s3.ts';
import { readAllRows, withoutRestoreMarks } from '#test/database-rows.ts';
import { newFolder } from '#test/temporary-folder.ts';
import { backupCommand } from './backups.cli.ts';
import { drillNewest, readBackupState } from './check-backup.ts';
import { makeBackup } from './make-backup.ts';
import { databaseName, manifestName } from './manifest.ts';
import { restore } from './restore.ts';

const bucket = await S3Server.start();
afterAll(() => bucket.stop());

const keysUnder = (prefix: string): string[] =>
  [...bucket.objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));

test('in a bucket a backup is made, listed, opened and restored, and no part of it stays on the machine', async () => {
  const server = await openTestServer('sqlite', { env: bucket.env });
  onTestFinished(() => server.close());
  const farmer = await server.register();
  const { imageUrl } = await farmer.upload('uploadImage', { bytes: await testPicture(40, 30).as('png') });
  await farmer.addAnimal({ tagNumber: 'D-1', imageUrl });
  const picture = imageUrl.split('/').at(-1) ?? '';
  const pictures = [picture, ...smallerVersions.map((version) => smallerName(picture, version))];
  const needs = { config: server.config, pictures: openPictures(server.config), now: server.clock.now };
  const before = await readAllRows(server);
  const { id } = await makeBackup(needs);
  const parts: string[] = [databaseName(id), manifestName(id), ...pictures.map((name) => `pictures/${name}`)];
  expect(new Set(keysUnder('backups/'))).toEqual(new Set(parts));
  expect(readdirSync(join(server.config.dataDir, 'backups'))).toEqual([]);
  expect(await backupCommand(server.config, ['list'])).toContain(`${id}, 1 farms, 1 animals, ${pictures.length} pictures`);
  expect(await drillNewest(needs)).toMatchObject({ id, error: null });
  expect(await readBackupState(server.config, server.clock.now())).toMatchObject({ drill: { id, error: null } });
  const bytes = new Map(pictures.map((name) => [name, bucket.objects.get(`uploads/${name}`)]));
  for (const name of pictures) bucket.objects.delete(`uploads/${name}`);
  const dataDir = newFolder();
  await restore(needs, { backup: 'newest', dataDir, mayReplace: false });
  for (const name of pictures) expect(bucket.objects.get(`uploads/${name}`)).toEqual(bytes.get(name));
  const { db } = openDatabase({ databaseUrl: undefined, dataDir });
  expect(withoutRestoreMarks(await readAllRows({ db }))).toEqual(withoutRestoreMarks(before));
  await db.destroy();
});
