import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { newPostgresDatabase } from '#test/engines.ts';
import { newFolder } from '#test/temporary-folder.ts';
import { operatorSentence } from '../../operator.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { openDatabase } from './connect.ts';
import { listTakenSteps, migrate, namedSteps, newestStep, steps } from './migrate.ts';

const known = { ...steps, ...namedSteps({ '9000_next': () => ['create table next (id text)'] }) };
const [earlier = '', latest = ''] = Object.keys(known).slice(-2);
const failing = { ...known, ...namedSteps({ '9001_failing': () => ['create table farms (id text)'] }) };
const now = new Date('2026-11-21T08:30:00.000Z');

describe('migrating an older database', () => {
  let dataDir: string;
  const address = () => ({ databaseUrl: undefined, dataDir });
  beforeEach(() => {
    dataDir = newFolder();
  });

  const oldDatabase = async (): Promise<void> => {
    const { db, engine } = openDatabase(address());
    await migrate(db, engine);
    await sql`insert into farms (id, name, created_at) values ('f', 'Old Farm', '2020-01-01')`.execute(db);
    await db.destroy();
  };
  const older = [1, 2, 3].map((day) => `before-0001_baseline-2026-01-0${day}T08-00-00.db`);
  const putOlderCopies = (): void => {
    mkdirSync(join(dataDir, 'backups'));
    for (const name of [...older, 'mine.db']) writeFileSync(join(dataDir, 'backups', name), '');
  };
  const copies = () => readdirSync(join(dataDir, 'backups')).toSorted();
  const read = (file: string, query: string) => {
    using copy = new DatabaseSync(file, { readOnly: true });
    const rows = copy.prepare(query).all();
    return rows.map((row) => Object.values(row).join());
  };

  test('copies it aside before the first step, and retains the three newest copies and all other files', async () => {
    putOlderCopies();
    await oldDatabase();
    const update = await bringUpToDate(address(), now, known);
    const copy = join(dataDir, 'backups', `before-${latest}-2026-11-21T08-30-00.db`);
    expect(update).toEqual({ from: earlier, to: latest, copy });
    expect(read(copy, 'select name from farms')).toEqual(['Old Farm']);
    expect(read(copy, 'select max(name) from kysely_migration')).toEqual([earlier]);
    expect(read(copy, 'pragma integrity_check')).toEqual(['ok']);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(await bringUpToDate(address(), now, known)).toBeUndefined();
    expect(copies()).toEqual([...older.slice(1), basename(copy), 'mine.db']);
  });

  test('changes nothing when it cannot be copied', async () => {
    await oldDatabase();
    writeFileSync(join(dataDir, 'backups'), 'in the way');
    await expect(bringUpToDate(address(), now, known)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(read(join(dataDir, 'bellwether.db'), 'select max(name) from kysely_migration')).toEqual([earlier]);
  });

  test('changes nothing if a step fails, reports that in a sentence, and does not accumulate copies', async () => {
    await oldDatabase();
    putOlderCopies();
    for (let second = 0; second < 5; second += 1) {
      const update = bringUpToDate(address(), new Date(now.getTime() + second * 1000), failing);
      const error = await update.catch((thrown: unknown) => thrown);
      expect(operatorSentence(error)).toMatch(/step 9001_failing-\w+ failed \(.*farms.*\)\. Nothing was changed\./);
    }
    expect(read(join(dataDir, 'bellwether.db'), 'select max(name) from kysely_migration')).toEqual([earlier]);
    expect(copies()).toEqual([...older, 'mine.db']);
  });

  test('refuses a newer database with a sentence that names both versions, and copies nothing', async () => {
    await oldDatabase();
    const { db } = openDatabase(address());
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future-0123456789ab', '2100-01-01')`.execute(db);
    await db.destroy();
    await expect(bringUpToDate(address(), now, known)).rejects.toThrow(
      new RegExp(`newer version of the program: it is at 9999_future-0123456789ab, this program knows only up to ${latest}`),
    );
    expect(readdirSync(dataDir)).not.toContain('backups');
  });
});

test('PostgreSQL is migrated in one transaction: a step that fails rolls back the steps before it', async () => {
  const address = { databaseUrl: await newPostgresDatabase(), dataDir: tmpdir() };
  expect(await bringUpToDate(address, now)).toBeUndefined();
  await expect(bringUpToDate(address, now, failing)).rejects.toThrow(/step 9001_failing/);
  const { db } = openDatabase(address, { hasNoTimeouts: true });
  expect(newestStep(await listTakenSteps(db))).toBe(earlier);
  expect(await bringUpToDate(address, now, known)).toEqual({ from: earlier, to: latest, copy: undefined });
  await db.destroy();
});
