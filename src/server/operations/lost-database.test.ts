import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { makeBackup } from '#server/backups/make-backup.ts';
import { restoreCommand } from '#server/backups/backups.cli.ts';
import { readConfig } from '#server/config.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { emptyPostgresDatabase, newPostgresDatabase, openTestServer } from '#test/engines.ts';
import { S3Server } from '#test/s3.ts';
import { ensureDatabaseIsThere } from './lost-database.ts';
import { longTest } from '#test/long-run.ts';
import { newFolder } from '#test/temporary-folder.ts';

const bucket = await S3Server.start();
afterAll(() => bucket.stop());
beforeEach(() => bucket.objects.clear());

const root = resolve(import.meta.dirname, '../../..');

const write = (folder: string, name: string, content = 'something'): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
};

/** Runs a program to its end; a server is stopped as soon as it is ready. */
async function run(args: readonly string[], env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'silent', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/setup=/.test(said)) child.kill('SIGTERM');
    });
  }
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  return { code, said };
}

/** SQLite: the file is missing or empty; PostgreSQL: there are no tables. */
const losses: [string, (dataDir: string) => void | Promise<string>][] = [
  ['the file is gone', () => undefined],
  ['the file is empty', (dataDir) => write(dataDir, 'bellwether.db', '')],
  [
    'the file is a database without tables',
    (dataDir) => {
      using db = new DatabaseSync(join(dataDir, 'bellwether.db'));
      db.exec('create table t (x); drop table t');
    },
  ],
  ['the PostgreSQL is empty', () => emptyPostgresDatabase()],
];

describe.each(losses)('if %s', (_, lose) => {
  test.each([
    'uploads/ab.webp',
    'mail/2026-11-21.txt',
    'backups/manifests/2026-11-21T16-00-00-000Z.json',
    'backups/before-0012-2026-11-21.db',
    'before-restore-2026-11-21/bellwether.db',
  ])('%s keeps the installation from beginning anew', async (file) => {
    const dataDir = newFolder();
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: (await lose(dataDir)) ?? undefined });
    write(dataDir, file);
    const refusal = new RegExp(`an installation has been here: [^]*${file.split('/')[0]}[^]*--begin-anew$`);
    await expect(ensureDatabaseIsThere(config)).rejects.toThrow(refusal);
  });

  test('an empty folder, empty folders in it and locks are a new installation', async () => {
    const dataDir = newFolder();
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: (await lose(dataDir)) ?? undefined });
    for (const folder of ['uploads', 'mail', 'backups/manifests']) mkdirSync(join(dataDir, folder), { recursive: true });
    for (const name of ['server.lock', 'backup.lock', 'lost+found/x']) write(dataDir, name);
    await expect(ensureDatabaseIsThere(config)).resolves.toBeUndefined();
    await expect(ensureDatabaseIsThere({ ...config, dataDir: join(dataDir, 'not-there') })).resolves.toBeUndefined();
  });
});

test('backups in another folder, and backups or pictures in the bucket, prevent a new installation', async () => {
  const server = await openTestServer('sqlite', { env: bucket.env });
  onTestFinished(() => server.close());
  await server.register();
  const needs = { pictures: openPictures(server.config), now: server.clock.now };
  for (const where of [{ BACKUP_DIR: newFolder() }, bucket.env]) {
    const config = readConfig({ DATA_DIR: server.config.dataDir, ...where });
    await makeBackup({ ...needs, config });
    await expect(ensureDatabaseIsThere({ ...config, dataDir: newFolder() })).rejects.toThrow('backups (');
  }
  bucket.objects.clear();
  bucket.objects.set('uploads/ab.webp', Buffer.from('a picture'));
  const config = readConfig({ DATA_DIR: newFolder(), ...bucket.env });
  await expect(ensureDatabaseIsThere(config)).rejects.toThrow('pictures (the bucket');
});

test('an empty PostgreSQL beside a folder with a database is a wrong setting', async () => {
  const dataDir = newFolder();
  cpSync(join(inject('databases').sqliteTemplate, 'bellwether.db'), join(dataDir, 'bellwether.db'));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: await emptyPostgresDatabase() });
  await expect(ensureDatabaseIsThere(config)).rejects.toThrow('an embedded database');
});

test('a log without its database is a lost database; an empty, damaged or unreachable one is not', async () => {
  const dataDir = newFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  write(dataDir, 'uploads/ab.webp');
  cpSync(join(inject('databases').sqliteTemplate, 'bellwether.db'), join(dataDir, 'bellwether.db'));
  await ensureDatabaseIsThere(config);
  writeFileSync(join(dataDir, 'bellwether.db'), 'This is no database.'.repeat(1000));
  await ensureDatabaseIsThere(config);
  await ensureDatabaseIsThere({ ...config, databaseUrl: 'postgres://nobody@127.0.0.1:1/nowhere' });
  await ensureDatabaseIsThere({ ...config, databaseUrl: await newPostgresDatabase() });
  const other = newFolder();
  write(other, 'bellwether.db-wal');
  await expect(ensureDatabaseIsThere({ ...config, dataDir: other })).rejects.toThrow('bellwether.db-wal');
});

longTest(
  'neither the server nor a command begins anew: no setup link, no empty database; an explicit word does, and a restore brings all back',
  async () => {
    const server = await openTestServer('sqlite');
    await server.register({ username: 'ada' });
    const { dataDir } = server.config;
    await makeBackup({ config: server.config, pictures: openPictures(server.config), now: server.clock.now });
    const lostDir = newFolder();
    cpSync(join(dataDir, 'backups'), join(lostDir, 'backups'), { recursive: true });
    await server.close();

    const env = { DATA_DIR: lostDir };
    const database = join(lostDir, 'bellwether.db');
    for (const isEmptyFile of [false, true]) {
      if (isEmptyFile) writeFileSync(database, '');
      for (const args of [
        ['src/server/main.ts'],
        ['src/server/cli.ts', 'admin', 'list'],
        ['src/server/cli.ts', 'admin', 'create', 'eve', 'eve@example.org'],
        ['src/server/cli.ts', 'migrate'],
        ['src/server/cli.ts', 'backup'],
      ]) {
        const { code, said } = await run(args, env);
        expect([args, code, said.includes('setup=')]).toEqual([args, 1, false]);
        expect(said).not.toMatch(/^\s+at /m);
        if (args[1] !== 'backup') expect(said).toMatch(/backups \(.*npm run restore -- newest --replace/s);
        expect(existsSync(database) && statSync(database).size > 0).toBe(false);
      }
    }
    expect(await restoreCommand(readConfig(env), ['newest', '--replace'])).toMatch(/1 farms/);
    const { said: list } = await run(['src/server/cli.ts', 'admin', 'list'], env);
    expect(list).toContain('ada');

    rmSync(database);
    expect(await run(['src/server/cli.ts', 'migrate', '--begin-anew'], env)).toMatchObject({ code: 0 });
    const { said } = await run(['src/server/main.ts'], env);
    expect(said).toContain('setup=');
  },
);
