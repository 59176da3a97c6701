import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { toBackupId } from '#domain/backups.ts';
import { smallerVersions } from '#domain/values/pictures.ts';
import type { Deps } from '#server/deps.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase, type Db } from '#server/db/engines/connect.ts';
import { lockDataFolder } from '#server/db/engines/data-folder.ts';
import { recordHeartbeat } from '#server/db/heartbeat.ts';
import { detectRestore, isHeld, liftHold } from '#server/db/restores.ts';
import { baseline } from '#server/db/baseline/index.ts';
import { migrate, namedSteps, steps } from '#server/db/engines/migrate.ts';
import { OperatorError } from '#server/operator.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { openPictures } from '#server/storage/open-store.ts';
import { testPicture } from '#test/pictures.ts';
import { openTestServer, type TestServer, type Person } from '#test/engines.ts';
import { readAllRows, withoutRestoreMarks } from '#test/database-rows.ts';
import { withBackupFolder, openBackups } from './backup-storage.ts';
import { backupCommand, restoreCommand } from './backups.cli.ts';
import { hourlyBackup, restoreDrill } from './backups.jobs.ts';
import { drillNewest, readBackupState } from './check-backup.ts';
import { makeBackup } from './make-backup.ts';
import { listBackups, manifestName, readManifest } from './manifest.ts';
import { restore } from './restore.ts';
import { longTest } from '#test/long-run.ts';

const doe = { tagNumber: 'D-1', species: 'goat', sex: 'female', status: 'sold' } as const;

/** The picture and its smaller versions. */
const filesOfPicture = 1 + smallerVersions.length;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const leftovers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /unfinished|restoring/.test(name));

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-restored-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('a backup', () => {
  let server: TestServer;
  let farmer: Person;
  beforeEach(async () => {
    server = await openTestServer('sqlite');
    farmer = await server.register();
  });
  afterEach(() => server.close());

  const needs = (store?: FileStore) => ({
    config: server.config,
    pictures: openPictures(server.config),
    now: server.clock.now,
    ...(store && { store }),
  });
  const deps = (): Deps => ({ ...server.app.deps, config: server.config });
  const store = () => openBackups(server.config);
  const folder = () => join(server.config.dataDir, 'backups');

  const addPicture = async (width = 40): Promise<string> => {
    const { imageUrl } = await farmer.upload('uploadImage', { bytes: await testPicture(width, 30).as('png') });
    await farmer.addAnimal({ ...doe, imageUrl });
    return imageUrl.split('/').at(-1) ?? '';
  };

  /** Rows of a restored folder by table, without the record of the restore. */
  const rowsIn = async (dataDir: string) => {
    const { db } = openDatabase({ databaseUrl: undefined, dataDir });
    const rows = await readAllRows({ db });
    await db.destroy();
    return rows;
  };

  test('is the operator’s alone, and restores every row and every picture', async () => {
    const name = await addPicture();
    const before = await readAllRows(server);
    const { id } = await makeBackup(needs());
    expect(statSync(join(folder(), manifestName(id))).mode & 0o077).toBe(0);
    await farmer.addAnimal(doe);
    const dataDir = emptyFolder();
    const { asideDir } = await restore(needs(), { backup: id, dataDir, mayReplace: false });
    expect(asideDir).toBeNull();
    const restored = await rowsIn(dataDir);
    expect(withoutRestoreMarks(restored)).toEqual(withoutRestoreMarks(before));
    // The new epoch makes browsers copy the farm again.
    expect(restored.get('farms')?.[0]?.['epoch']).not.toBe(before.get('farms')?.[0]?.['epoch']);
    const uploads = join(server.config.dataDir, 'uploads');
    expect(readdirSync(join(dataDir, 'uploads')).toSorted()).toEqual(readdirSync(uploads).toSorted());
    expect(readFileSync(join(dataDir, 'uploads', name))).toEqual(readFileSync(join(uploads, name)));
    expect(leftovers(dataDir)).toEqual([]);
    expect(leftovers(server.config.dataDir)).toEqual([]);
  });

  test('stores a picture once for all backups, and as long as one of them refers to it', async () => {
    const name = await addPicture();
    const path = join(folder(), 'pictures', name);
    await makeBackup(needs());
    const { ino, mtimeMs } = statSync(path);
    server.clock.advance({ hours: 1 });
    await addPicture(50);
    await makeBackup(needs());
    expect([statSync(path).ino, statSync(path).mtimeMs]).toEqual([ino, mtimeMs]);
    expect(readdirSync(join(folder(), 'pictures'))).toHaveLength(2 * filesOfPicture);

    const [animal] = (await farmer.call('listAnimals')).toReversed();
    await farmer.call('deleteAnimal', { params: { id: animal?.id ?? '' } });
    await server.db.deleteFrom('files').where('name', '=', name).execute();
    const later = await makeBackup(needs());
    const pretend = async (months: number): Promise<void> => {
      for (let month = 0; month < months; month += 1) {
        server.clock.advance({ days: 31 });
        const id = toBackupId(server.clock.now());
        await store().put(manifestName(id), Buffer.from(JSON.stringify({ ...later, id })));
      }
      server.clock.advance({ days: 31 });
      await makeBackup(needs());
    };
    // The last backup of the month refers to the picture and is retained until there are thirty newer days.
    await pretend(20);
    expect(existsSync(path)).toBe(true);
    await pretend(10);
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(folder(), 'pictures'))).toHaveLength(filesOfPicture);
    expect(await listBackups(store())).toHaveLength(30);
    expect(readdirSync(join(folder(), 'databases'))).toHaveLength(2);
  });

  longTest('under load holds everything that was acknowledged before it began, and no row points nowhere', async () => {
    const sent: string[] = [];
    const acknowledged: string[] = [];
    const mother = await farmer.addAnimal(doe);
    sent.push(mother.id);
    const write = async (): Promise<void> => {
      while (!done.signal.aborted) {
        const id = crypto.randomUUID();
        sent.push(id);
        await farmer.addAnimal({ ...doe, id, motherId: mother.id });
        acknowledged.push(id);
        await farmer.call('addHealthRecord', { body: { animalId: id, date: '2026-01-02', healthStatus: '4' } });
        // Network requests give other requests a chance to run.
        await setTimeout(3);
      }
    };
    const done = new AbortController();
    const writers = Promise.all([write(), write(), write()]);
    const points: { id: string; before: string[]; after: string[] }[] = [];
    try {
      for (let point = 0; point < 4; point += 1) {
        await setTimeout(Math.random() * 150);
        server.clock.advance({ hours: 1 });
        const before = [...acknowledged];
        const { id } = await makeBackup(needs());
        points.push({ id, before, after: [...sent] });
      }
    } finally {
      done.abort();
      await writers;
    }
    expect(points.at(-1)?.before.length).toBeGreaterThan(20);
    for (const { id, before, after } of points) {
      const dataDir = emptyFolder();
      await restore(needs(), { backup: id, dataDir, mayReplace: false });
      using db = new DatabaseSync(join(dataDir, 'bellwether.db'));
      const found = new Set(
        db
          .prepare('select id from animals')
          .all()
          .map((row) => String(row['id'])),
      );
      expect(before.filter((animal) => !found.has(animal))).toEqual([]);
      expect([...found].filter((animal) => !after.includes(animal))).toEqual([]);
      expect(db.prepare('pragma foreign_key_check').all()).toEqual([]);
      expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    }
  });

  longTest('that is interrupted at any point leaves no manifest, and the next one deletes its remains', async () => {
    await addPicture();
    const { id: first } = await makeBackup(needs());
    const real = store();
    for (let allowed = 0; allowed < 4; allowed += 1) {
      server.clock.advance({ hours: 1 });
      await addPicture(100 + allowed);
      let writes = 0;
      const full: FileStore = {
        ...real,
        put: (...args) => ((writes += 1) > allowed ? Promise.reject(diskFull()) : real.put(...args)),
        putFile: (...args) => ((writes += 1) > allowed ? Promise.reject(diskFull()) : real.putFile(...args)),
      };
      await expect(makeBackup(needs(full))).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await listBackups(real)).toEqual([first]);
      expect(leftovers(folder())).toEqual([]);
      expect(await drillNewest(needs())).toMatchObject({ id: first, error: null });
    }
    expect(await farmer.call('listAnimals')).toHaveLength(5);
    server.clock.advance({ hours: 1 });
    const { id } = await makeBackup(needs());
    expect(readdirSync(join(folder(), 'databases')).toSorted()).toEqual([first, id].map((each) => `${each}.db.zst`));
    expect(await drillNewest(needs())).toMatchObject({ id, error: null });
  });

  test('is made by one program at a time, and the lock ends with its process', async () => {
    await makeBackup(needs());
    using other = new DatabaseSync(join(server.config.dataDir, 'backup.lock'));
    other.exec('begin exclusive');
    await expect(makeBackup(needs())).rejects.toThrow('Another program is working on the backups');
    other.exec('rollback');
    await Promise.all([makeBackup(needs()), drillNewest(needs()), withBackupFolder(server.config, async () => {})]);
  });

  describe('that is restored', () => {
    test('replaces a database only when told to, and moves the old one aside', async () => {
      await addPicture();
      const { id } = await makeBackup(needs());
      const before = await rowsIn(server.config.dataDir);
      const dataDir = emptyFolder();
      await restore(needs(), { backup: 'newest', dataDir, mayReplace: false });
      const again = { backup: id, dataDir, mayReplace: false };
      await expect(restore(needs(), again)).rejects.toThrow(/already.*--replace/);
      using later = new DatabaseSync(join(dataDir, 'bellwether.db'));
      later.exec(`update farms set name = 'Later Farm'`);
      later.close();
      const { asideDir } = await restore(needs(), { ...again, mayReplace: true });
      expect(withoutRestoreMarks(await rowsIn(dataDir))).toEqual(withoutRestoreMarks(before));
      expect(readdirSync(asideDir ?? '').toSorted()).toEqual(['bellwether.db', 'uploads']);
      using aside = new DatabaseSync(join(asideDir ?? '', 'bellwether.db'));
      expect(aside.prepare('select name from farms').get()).toEqual({ name: 'Later Farm' });
    });

    test('is rejected while a server is running', async () => {
      const { id } = await makeBackup(needs());
      const { dataDir } = server.config;
      // main.ts holds this lock as long as it runs.
      const running = lockDataFolder(dataDir);
      onTestFinished(() => running[Symbol.dispose]());
      await expect(restore(needs(), { backup: id, dataDir, mayReplace: true })).rejects.toThrow(
        `Another server is running on the data folder ${dataDir}. Stop it first`,
      );
      await farmer.addAnimal(doe);
      expect(await farmer.call('listAnimals')).toHaveLength(1);
      expect(leftovers(dataDir)).toEqual([]);
    });

    test('is rejected while another program is using the database', async () => {
      const { id } = await makeBackup(needs());
      const dataDir = emptyFolder();
      await restore(needs(), { backup: id, dataDir, mayReplace: false });
      using other = new DatabaseSync(join(dataDir, 'bellwether.db'));
      other.exec('begin immediate');
      await expect(restore(needs(), { backup: id, dataDir, mayReplace: true })).rejects.toThrow(
        'Another program is using the database. Try again when it has finished.',
      );
      other.exec(`update farms set name = 'Later Farm'; commit`);
      expect((await rowsIn(dataDir)).get('farms')).toMatchObject([{ name: 'Later Farm' }]);
      expect(leftovers(dataDir)).toEqual([]);
    });

    test.each([
      ['damaged', 'This is no database.'.repeat(1000)],
      ['empty', ''],
    ])('replaces a database that is %s, and moves it aside with its log', async (_, content) => {
      const { id } = await makeBackup(needs());
      const dataDir = emptyFolder();
      writeFileSync(join(dataDir, 'bellwether.db'), content);
      writeFileSync(join(dataDir, 'bellwether.db-wal'), 'nor is this');
      const { asideDir } = await restore(needs(), { backup: id, dataDir, mayReplace: true });
      expect(readFileSync(join(asideDir ?? '', 'bellwether.db'), 'utf8')).toBe(content);
      expect(readFileSync(join(asideDir ?? '', 'bellwether.db-wal'), 'utf8')).toBe('nor is this');
      expect((await rowsIn(dataDir)).get('farms')).toHaveLength(1);
    });

    test('changes nothing if a part of it is damaged, and reports which', async () => {
      const name = await addPicture();
      const { id, database } = await makeBackup(needs());
      const spoil = (part: string, how: (bytes: Buffer) => Buffer): (() => void) => {
        const path = join(folder(), part);
        const bytes = readFileSync(path);
        writeFileSync(path, how(bytes));
        return () => writeFileSync(path, bytes);
      };
      const flip = (bytes: Buffer): Buffer => {
        const spoilt = Buffer.from(bytes);
        spoilt[bytes.length >> 1] = (spoilt[bytes.length >> 1] ?? 0) ^ 1;
        return spoilt;
      };
      const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
      for (const [part, how] of [
        [database.name, flip],
        [database.name, cut],
        [`pictures/${name}`, flip],
        [`pictures/${name}`, cut],
        [manifestName(id), cut],
      ] as const) {
        const mend = spoil(part, how);
        const dataDir = emptyFolder();
        await expect(restore(needs(), { backup: id, dataDir, mayReplace: false })).rejects.toThrow(/damaged/);
        expect(readdirSync(dataDir).filter((left) => left !== 'server.lock')).toEqual([]);
        expect((await drillNewest(needs()))?.error).toMatch(/damaged/);
        await expect(restoreDrill.run(deps(), new AbortController().signal)).rejects.toThrow('cannot be restored');
        mend();
      }
      expect(await drillNewest(needs())).toMatchObject({ error: null });
    });

    test('from an older version is migrated; from a newer version or another program it is refused with a sentence', async () => {
      const dataDir = emptyFolder();
      const [firstStep = ''] = Object.keys(steps);
      const known = namedSteps({ '0001_baseline': baseline, '0002_next': () => ['create table next (id text)'] });
      const old = openDatabase({ databaseUrl: undefined, dataDir });
      await migrate(old.db, old.engine);
      await old.db.destroy();
      const config = { dataDir, backupDir: undefined, s3: undefined };
      const { id, schema } = await makeBackup({ ...needs(), config });
      expect(schema).toBe(firstStep);
      const target = emptyFolder();
      await restore({ config, now: server.clock.now }, { backup: id, dataDir: target, mayReplace: false, known });
      using restored = new DatabaseSync(join(target, 'bellwether.db'));
      expect(restored.prepare('select max(name) as name from kysely_migration').get()).toEqual({
        name: Object.keys(known).at(-1),
      });

      const manifest = await readManifest(openBackups(config), id);
      const change = async (part: object): Promise<void> =>
        openBackups(config).put(manifestName(id), Buffer.from(JSON.stringify({ ...manifest, ...part })));
      const attempt = () => restore({ config, now: server.clock.now }, { backup: id, dataDir: emptyFolder(), mayReplace: false });
      await change({ schema: '9999_future-0123456789ab' });
      await expect(attempt()).rejects.toThrow(/made by a newer version.*Restore it with the program that made it/);
      await change({ schema: '0001_something_else' });
      await expect(attempt()).rejects.toThrow(/made by a development build/);
      for (const part of [{ version: 2 }, { format: 'another' }]) {
        await change(part);
        await expect(attempt()).rejects.toThrow(/not of this version of the program/);
      }
    });

    test('that somebody else has made up is refused with a sentence, and nothing stays of it; one with an index that the operator added is restored', async () => {
      const dataDir = emptyFolder();
      const config = { dataDir, backupDir: undefined, s3: undefined };
      const database = openDatabase({ databaseUrl: undefined, dataDir });
      await migrate(database.db, database.engine);
      await database.db.destroy();
      using made = new DatabaseSync(join(dataDir, 'bellwether.db'));
      made.exec('create trigger spy after insert on users begin update users set is_admin = true; end');
      const withTrigger = await makeBackup({ ...needs(), config });
      made.exec('drop trigger spy');
      made.exec('create index of_the_operator on users (username)');
      server.clock.advance({ hours: 2 });
      const good = await makeBackup({ ...needs(), config });

      const attempt = async (part: object, { id } = good): Promise<unknown> => {
        const target = emptyFolder();
        const manifest = Buffer.from(JSON.stringify({ ...(id === good.id ? good : withTrigger), ...part }));
        await openBackups(config).put(manifestName(id), manifest);
        const failure = await restore(
          { config, now: server.clock.now },
          { backup: id, dataDir: target, mayReplace: false },
        ).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(OperatorError);
        expect(readdirSync(target).filter((left) => left !== 'server.lock')).toEqual([]);
        return failure;
      };
      const picture = { name: 'pictures/a.webp', bytes: 1, sha256: sha256(Buffer.from('x')) };
      writeFileSync(join(dataDir, 'backups/databases/zeros.db.zst'), zstdCompressSync(Buffer.alloc(50_000_000)));
      mkdirSync(join(dataDir, 'backups/pictures'), { recursive: true });
      writeFileSync(join(dataDir, 'backups/pictures/a.webp'), 'longer than it says');
      for (const part of [
        { pictures: [{ ...picture, name: 'pictures/../../evil.webp' }] },
        { pictures: [picture, picture] },
        { pictures: [picture] },
        { database: { ...good.database, name: '../bellwether.db' } },
        { database: { ...good.database, name: '/etc/passwd' } },
        { database: { ...good.database, name: 'databases/zeros.db.zst' } },
        { database: { ...good.database, bytes: 10 } },
        { rows: { ...good.rows, users: 1 } },
      ]) {
        expect(String(await attempt(part))).toMatch(/damaged/);
      }
      expect(String(await attempt({}, withTrigger))).toMatch(/not one that this program has made/);
      await openBackups(config).put(manifestName(good.id), Buffer.from(JSON.stringify(good)));
      await restore({ config, now: server.clock.now }, { backup: good.id, dataDir: emptyFolder(), mayReplace: false });
    });
  });

  describe('that is restored', () => {
    const restoreInto = async (dataDir: string, backup: string, args: readonly string[] = []) => {
      const config = { ...server.config, dataDir, backupDir: folder() };
      return restoreCommand(config, [backup, ...args]);
    };

    test('is held, wherever it is, and says with which command it goes on', async () => {
      const { id } = await makeBackup(needs());
      const dataDir = emptyFolder();
      const said = await restoreCommand(server.config, [id, '--to', dataDir]);
      expect(said).toContain(`DATA_DIR=${dataDir} npm run restore -- resume`);
      expect(await restoreInto(dataDir, id, ['--replace'])).toContain(': npm run restore -- resume');
      const { db } = openDatabase({ databaseUrl: undefined, dataDir });
      expect(await isHeld(db)).toBe(true);
      await db.destroy();
    });

    test('accounts deleted after the backup are listed, so that they can be deleted again', async () => {
      const gone = await server.register({ username: 'gone-for-good' });
      const by = await server.register({ isAdmin: true });
      const { id } = await makeBackup(needs());
      await by.call('deleteUser', { params: { id: gone.userId }, query: {} });
      server.clock.advance({ hours: 1 });
      const { id: later } = await makeBackup(needs());
      const dataDir = emptyFolder();
      await restoreInto(dataDir, later);
      const said = await restoreInto(dataDir, id, ['--replace']);
      expect(said).toContain('Deleted after this backup, and back now: gone-for-good.');
      expect(await restoreInto(dataDir, later, ['--replace'])).not.toContain('back now');
    });
  });

  test('a database that was restored by other means is detected by its heartbeat, whatever the clock says', async () => {
    const dataDir = emptyFolder();
    const { id } = await makeBackup(needs());
    await restore(needs(), { backup: id, dataDir, mayReplace: false });
    const open = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const { db } = openDatabase({ databaseUrl: undefined, dataDir });
      return work(db).finally(() => db.destroy());
    };
    const file = join(dataDir, 'bellwether.db');
    const longAgo = new Date('2001-01-01T00:00:00Z');
    await open(async (db) => {
      await liftHold(db);
      for (let minute = 0; minute < 3; minute += 1) await recordHeartbeat(db, dataDir, longAgo);
    });
    const aside = readFileSync(file);
    expect(await open((db) => detectRestore(db, dataDir, longAgo))).toBe(false);
    await open((db) => recordHeartbeat(db, dataDir, longAgo));
    expect(await open((db) => detectRestore(db, dataDir, longAgo))).toBe(false);
    writeFileSync(file, aside);
    expect(await open((db) => detectRestore(db, dataDir, longAgo))).toBe(true);
    expect(await open((db) => detectRestore(db, dataDir, longAgo))).toBe(false);
    expect(await open(isHeld)).toBe(true);
    await restore(needs(), { backup: id, dataDir, mayReplace: true });
    expect(existsSync(join(dataDir, 'heartbeat'))).toBe(false);
    expect(await open((db) => detectRestore(db, dataDir, longAgo))).toBe(false);
  });

  test('is made every hour unless that is switched off, and its age and the last drill are reported', async () => {
    const signal = new AbortController().signal;
    await hourlyBackup.run({ ...deps(), config: { ...server.config, backups: 'off' } }, signal);
    expect(await readBackupState(server.config, server.clock.now())).toEqual({ newest: null, drill: null });
    await hourlyBackup.run(deps(), signal);
    await restoreDrill.run(deps(), signal);
    const state = await readBackupState(server.config, server.clock.now());
    expect(state).toMatchObject({ drill: { id: state.newest?.id, error: null } });
    expect(server.clock.now().getTime() - (state.newest?.at.getTime() ?? 0)).toBeLessThan(60_000);
  });

  test('reports missing pictures of animals and of products', async () => {
    const photo = (await farmer.upload('uploadImage', { bytes: await testPicture(50, 30).as('png') })).imageUrl;
    await farmer.call('addProduct', { body: { name: 'Drench', kind: 'dewormer', photo } });
    for (const name of [await addPicture(), photo.split('/').at(-1) ?? '']) rmSync(join(server.config.dataDir, 'uploads', name));
    expect(await backupCommand(server.config, [])).toContain('2 pictures that the database knows were not there');
    await expect(hourlyBackup.run(deps(), new AbortController().signal)).rejects.toThrow('2 pictures');
  });

  test('is made, listed, checked and restored elsewhere from the command line', async () => {
    expect(await backupCommand(server.config, ['list'])).toBe('There are no backups yet.');
    await expect(backupCommand(server.config, ['check'])).rejects.toThrow('There are no backups yet.');
    expect(await backupCommand(server.config, [])).toMatch(/^Backed up: \S+, 1 farms, 0 animals/);
    const [line = ''] = (await backupCommand(server.config, ['list'])).split('\n');
    const id = line.split(',')[0] ?? '';
    expect(await backupCommand(server.config, ['check'])).toBe(`${id} can be restored.`);
    const to = join(emptyFolder(), 'new');
    expect(await restoreCommand(server.config, ['--to', to, id])).toContain(`Restored to ${to}`);
    expect((await rowsIn(to)).get('users')).toHaveLength(1);
    await expect(restoreCommand(server.config, [id, '--to', to])).rejects.toThrow('--replace');
    expect(await restoreCommand(server.config, [id, '--to', to, '--replace'])).toContain('What was there before is in');
    for (const args of [[], ['--to'], [id, 'twice'], ['--replace'], [id, '--to'], [id, '--to', ''], ['--help']]) {
      await expect(restoreCommand(server.config, args)).rejects.toThrow('Usage');
    }
    await expect(restoreCommand(server.config, ['../../etc/passwd'])).rejects.toThrow(/There is no backup '/);
    await expect(backupCommand(server.config, ['lsit'])).rejects.toThrow('Usage');
  });

  describe('made while the clock jumps', () => {
    const animalsIn = async (backup: string): Promise<number> => {
      const { manifest } = await restore(needs(), { backup, dataDir: emptyFolder(), mayReplace: false });
      return manifest.rows['animals'] ?? 0;
    };

    test('back to the same millisecond is refused, and the earlier one stays as it is', async () => {
      const still = { ...needs(), now: () => new Date('2026-11-21T16:00:00.000Z') };
      const { id } = await makeBackup(still);
      await farmer.addAnimal(doe);
      await expect(makeBackup(still)).rejects.toThrow(`There is a backup ${id} already. Try again.`);
      expect(await animalsIn(id)).toBe(0);
    });

    test('by forty days and back does not change that the backup made last is the newest', async () => {
      await makeBackup(needs());
      server.clock.advance({ days: 40 });
      const ahead = await makeBackup(needs());
      server.clock.advance({ days: -40, hours: 1 });
      await farmer.addAnimal(doe);
      // The backup with the right clock counts as the newest, because the time of the other is unknown.
      expect(await animalsIn('newest')).toBe(0);
      await farmer.addAnimal(doe);
      const last = await makeBackup(needs());
      expect(await animalsIn('newest')).toBe(2);
      expect(await animalsIn(ahead.id)).toBe(0);
      expect(await drillNewest(needs())).toMatchObject({ id: last.id });
      expect(await backupCommand(server.config, ['list'])).toMatch(new RegExp(`^${ahead.id}.*lies in the future.*\\n${last.id}`));
      const state = await readBackupState(server.config, server.clock.now());
      expect(state).toMatchObject({ newest: { id: last.id } });
    });

    test('permanently into the past leaves no newest backup, which is reported, and a negative age', async () => {
      const { id } = await makeBackup(needs());
      server.clock.advance({ days: -400 });
      await expect(animalsIn('newest')).rejects.toThrow(/^The clock of this machine says .* every backup is later/);
      await expect(restoreDrill.run(deps(), new AbortController().signal)).rejects.toThrow('Set the clock');
      expect(await animalsIn(id)).toBe(0);
      const { newest } = await readBackupState(server.config, server.clock.now());
      expect(server.clock.now().getTime() - (newest?.at.getTime() ?? 0)).toBeLessThan(0);
    });
  });

  longTest('without farms is not made after one with farms, because it would displace the good ones', async () => {
    const { id } = await makeBackup(needs());
    server.clock.advance({ hours: 1 });
    for (const table of ['sessions', 'users', 'farms'] as const) await server.db.deleteFrom(table).execute();
    for (let hour = 0; hour < 30; hour += 1) {
      server.clock.advance({ hours: 1 });
      await expect(hourlyBackup.run(deps(), new AbortController().signal)).rejects.toThrow(
        new RegExp(`^No backup was made: the database has no farm, but the backup ${id} has 1`),
      );
    }
    expect(await listBackups(store())).toEqual([id]);
    expect(leftovers(folder())).toEqual([]);
    expect(readdirSync(join(folder(), 'databases'))).toEqual([`${id}.db.zst`]);
  });
});

test('a PostgreSQL is backed up with its own tools, and the command says which', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://u@localhost/x' });
  await expect(backupCommand(config, [])).rejects.toThrow(/pg_dump.*docs\/operating\.md/);
  await expect(restoreCommand(config, ['newest'])).rejects.toThrow(/pg_dump/);
});

const diskFull = (): Error => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
