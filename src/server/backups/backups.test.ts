import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { toBackupId } from '#domain/backups.ts';
import { smallerVersions } from '#domain/values/pictures.ts';
import type { Deps } from '#server/deps.ts';
import { openDatabase, type Db } from '#server/db/engines/connect.ts';
import { lockDataFolder } from '#server/db/engines/data-folder.ts';
import { recordHeartbeat } from '#server/db/heartbeat.ts';
import { detectRestore, isHeld, liftHold } from '#server/db/restores.ts';
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
import { newFolder } from '#test/temporary-folder.ts';

const doe = { tagNumber: 'D-1', species: 'goat', sex: 'female', status: 'sold' } as const;

/** The picture and its smaller versions. */
const filesOfPicture = 1 + smallerVersions.length;

const leftovers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /unfinished|restoring/.test(name));

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

  const restoreTo = (dataDir: string, backup: string, mayReplace = false) => restore(needs(), { backup, dataDir, mayReplace });

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
    const dataDir = newFolder();
    await restoreTo(dataDir, id);
    const restored = await rowsIn(dataDir);
    expect(withoutRestoreMarks(restored)).toEqual(withoutRestoreMarks(before));
    // The new epoch makes browsers copy the farm again.
    expect(restored.get('farms')?.[0]?.['epoch']).not.toBe(before.get('farms')?.[0]?.['epoch']);
    const uploads = join(server.config.dataDir, 'uploads');
    expect(readdirSync(join(dataDir, 'uploads')).toSorted()).toEqual(readdirSync(uploads).toSorted());
    expect(readFileSync(join(dataDir, 'uploads', name))).toEqual(readFileSync(join(uploads, name)));
    expect([...leftovers(dataDir), ...leftovers(server.config.dataDir)]).toEqual([]);
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

    const [{ id: animalId } = expect.fail()] = (await farmer.call('listAnimals')).toReversed();
    await farmer.call('deleteAnimal', { params: { id: animalId } });
    await server.db.deleteFrom('files').where('name', '=', name).execute();
    const later = await makeBackup(needs());
    for (let month = 0; month < 30; month += 1) {
      expect(existsSync(path)).toBe(true);
      server.clock.advance({ days: 31 });
      const id = toBackupId(server.clock.now());
      await store().put(manifestName(id), Buffer.from(JSON.stringify({ ...later, id })));
    }
    server.clock.advance({ days: 31 });
    await makeBackup(needs());
    expect(readdirSync(join(folder(), 'pictures'))).toHaveLength(filesOfPicture);
  });

  longTest('under load holds everything that was acknowledged before it began, and no row points nowhere', async () => {
    const acknowledged: string[] = [];
    const mother = await farmer.addAnimal(doe);
    const done = new AbortController();
    const write = async (): Promise<void> => {
      while (!done.signal.aborted) {
        const id = crypto.randomUUID();
        await farmer.addAnimal({ ...doe, id, motherId: mother.id });
        acknowledged.push(id);
        await farmer.call('addHealthRecord', { body: { animalId: id, date: '2026-01-02', healthStatus: '4' } });
        // Network requests give other requests a chance to run.
        await setTimeout(3);
      }
    };
    onTestFinished(() => done.abort());
    const writers = Promise.all([write(), write(), write()]);
    const points: { id: string; before: string[] }[] = [];
    for (let point = 0; point < 4; point += 1) {
      await setTimeout(Math.random() * 150);
      server.clock.advance({ hours: 1 });
      const before = [...acknowledged];
      const { id } = await makeBackup(needs());
      points.push({ id, before });
    }
    done.abort();
    await writers;
    expect(points.at(-1)?.before.length).toBeGreaterThan(20);
    for (const { id, before } of points) {
      const dataDir = newFolder();
      await restoreTo(dataDir, id);
      using db = new DatabaseSync(join(dataDir, 'bellwether.db'));
      const rows = db.prepare('select id from animals').all();
      const found = new Set(rows.map((row) => String(row['id'])));
      expect(new Set(before).isSubsetOf(found)).toBe(true);
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
      const dataDir = newFolder();
      await restoreTo(dataDir, 'newest');
      await expect(restoreTo(dataDir, id)).rejects.toThrow(/already.*--replace/);
      using later = new DatabaseSync(join(dataDir, 'bellwether.db'));
      later.exec(`update farms set name = 'Later Farm'`);
      later.close();
      const { asideDir } = await restoreTo(dataDir, id, true);
      expect(withoutRestoreMarks(await rowsIn(dataDir))).toEqual(withoutRestoreMarks(before));
      expect(readdirSync(asideDir ?? '').toSorted()).toEqual(['bellwether.db', 'uploads']);
      using aside = new DatabaseSync(join(asideDir ?? '', 'bellwether.db'));
      expect(aside.prepare('select name from farms').get()).toEqual({ name: 'Later Farm' });
    });

    test('is rejected while a server or another program is using the database, whose writes stay', async () => {
      const { id } = await makeBackup(needs());
      const dataDir = newFolder();
      await restoreTo(dataDir, id);
      // main.ts holds this lock as long as it runs.
      const running = lockDataFolder(dataDir);
      await expect(restoreTo(dataDir, id, true)).rejects.toThrow('Another server is running on the data folder');
      running[Symbol.dispose]();
      using other = new DatabaseSync(join(dataDir, 'bellwether.db'));
      other.exec('begin immediate');
      await expect(restoreTo(dataDir, id, true)).rejects.toThrow('Another program is using the database');
      other.exec(`update farms set name = 'Later Farm'; commit`);
      expect((await rowsIn(dataDir)).get('farms')).toMatchObject([{ name: 'Later Farm' }]);
      expect(leftovers(dataDir)).toEqual([]);
    });

    test('replaces a database that is damaged, and moves it aside with its log', async () => {
      const { id } = await makeBackup(needs());
      const dataDir = newFolder();
      const files = ['bellwether.db', 'bellwether.db-wal'];
      for (const name of files) writeFileSync(join(dataDir, name), name.repeat(1000));
      const { asideDir } = await restoreTo(dataDir, id, true);
      for (const name of files) expect(readFileSync(join(asideDir ?? '', name), 'utf8')).toBe(name.repeat(1000));
      expect((await rowsIn(dataDir)).get('farms')).toHaveLength(1);
    });

    test('changes nothing if a part of it is damaged, and reports which', async () => {
      const name = await addPicture();
      const { id, database } = await makeBackup(needs());
      const flip = (bytes: Buffer): Buffer => {
        const spoilt = Buffer.from(bytes);
        spoilt[bytes.length >> 1] = (spoilt[bytes.length >> 1] ?? 0) ^ 1;
        return spoilt;
      };
      const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
      const parts = [database.name, `pictures/${name}`].flatMap((part) => [[part, flip] as const, [part, cut] as const]);
      for (const [part, how] of [...parts, [manifestName(id), cut] as const]) {
        const path = join(folder(), part);
        const bytes = readFileSync(path);
        writeFileSync(path, how(bytes));
        const dataDir = newFolder();
        await expect(restoreTo(dataDir, id)).rejects.toThrow(/damaged/);
        expect(readdirSync(dataDir).filter((left) => left !== 'server.lock')).toEqual([]);
        expect((await drillNewest(needs()))?.error).toMatch(/damaged/);
        await expect(restoreDrill.run(deps(), new AbortController().signal)).rejects.toThrow('cannot be restored');
        writeFileSync(path, bytes);
      }
      expect(await drillNewest(needs())).toMatchObject({ error: null });
    });

    const newDatabase = async () => {
      const dataDir = newFolder();
      const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir });
      await migrate(db, engine);
      await db.destroy();
      return { dataDir, backupDir: undefined, s3: undefined };
    };

    test('from an older version is migrated; from a newer version it is refused with a sentence', async () => {
      const known = { ...steps, ...namedSteps({ '9000_next': () => ['create table next (id text)'] }) };
      const config = await newDatabase();
      const { id } = await makeBackup({ ...needs(), config });
      const target = newFolder();
      const to = { backup: id, dataDir: target, mayReplace: false };
      await restore({ config, now: server.clock.now }, { ...to, known });
      using restored = new DatabaseSync(join(target, 'bellwether.db'));
      const name = Object.keys(known).at(-1);
      expect(restored.prepare('select max(name) as name from kysely_migration').get()).toEqual({ name });

      const manifest = await readManifest(openBackups(config), id);
      const newer = JSON.stringify({ ...manifest, schema: '9999_future-0123456789ab' });
      await openBackups(config).put(manifestName(id), Buffer.from(newer));
      const refused = restore({ config, now: server.clock.now }, { ...to, dataDir: newFolder() });
      await expect(refused).rejects.toThrow(/made by a newer version.*Restore it with the program that made it/);
    });

    test('that somebody else has made up is refused with a sentence, and nothing stays of it; one with an index that the operator added is restored', async () => {
      const config = await newDatabase();
      const { dataDir } = config;
      using made = new DatabaseSync(join(dataDir, 'bellwether.db'));
      made.exec('create trigger spy after insert on users begin update users set is_admin = true; end');
      const withTrigger = await makeBackup({ ...needs(), config });
      made.exec('drop trigger spy');
      made.exec('create index of_the_operator on users (username)');
      server.clock.advance({ hours: 2 });
      const good = await makeBackup({ ...needs(), config });

      const attempt = async (part: object, { id } = good): Promise<unknown> => {
        const target = newFolder();
        const manifest = Buffer.from(JSON.stringify({ ...(id === good.id ? good : withTrigger), ...part }));
        await openBackups(config).put(manifestName(id), manifest);
        const restoring = restore({ config, now: server.clock.now }, { backup: id, dataDir: target, mayReplace: false });
        const failure: unknown = await restoring.catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(OperatorError);
        expect(readdirSync(target).filter((left) => left !== 'server.lock')).toEqual([]);
        return failure;
      };
      const picture = { name: 'pictures/a.webp', bytes: 1, sha256: hash('sha256', 'x') };
      writeFileSync(join(dataDir, 'backups/databases/zeros.db.zst'), zstdCompressSync(Buffer.alloc(50_000_000)));
      mkdirSync(join(dataDir, 'backups/pictures'), { recursive: true });
      writeFileSync(join(dataDir, 'backups/pictures/a.webp'), 'longer than it says');
      for (const part of [
        { pictures: [{ ...picture, name: 'pictures/../../evil.webp' }] },
        { pictures: [picture] },
        { database: { ...good.database, name: '../bellwether.db' } },
        { database: { ...good.database, name: 'databases/zeros.db.zst' } },
        { database: { ...good.database, bytes: 10 } },
        { rows: { ...good.rows, users: 1 } },
      ]) {
        expect(String(await attempt(part))).toMatch(/damaged/);
      }
      expect(String(await attempt({}, withTrigger))).toMatch(/not one that this program has made/);
      await openBackups(config).put(manifestName(good.id), Buffer.from(JSON.stringify(good)));
      await restore({ config, now: server.clock.now }, { backup: good.id, dataDir: newFolder(), mayReplace: false });
    });

    test('accounts deleted after the backup are listed, so that they can be deleted again', async () => {
      const gone = await server.register({ username: 'gone-for-good' });
      const by = await server.register({ isAdmin: true });
      const { id } = await makeBackup(needs());
      await by.call('deleteUser', { params: { id: gone.userId }, query: {} });
      server.clock.advance({ hours: 1 });
      const { id: later } = await makeBackup(needs());
      const config = { ...server.config, dataDir: newFolder(), backupDir: folder() };
      await restoreCommand(config, [later]);
      const said = await restoreCommand(config, [id, '--replace']);
      expect(said).toContain('Deleted after this backup, and back now: gone-for-good.');
      expect(await restoreCommand(config, [later, '--replace'])).not.toContain('back now');
    });
  });

  test('a database that was restored by other means is detected by its heartbeat, whatever the clock says', async () => {
    const dataDir = newFolder();
    const { id } = await makeBackup(needs());
    await restoreTo(dataDir, id);
    const open = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      const { db } = openDatabase({ databaseUrl: undefined, dataDir });
      return work(db).finally(() => db.destroy());
    };
    const longAgo = new Date('2001-01-01T00:00:00Z');
    const beat = () => open((db) => recordHeartbeat(db, dataDir, longAgo));
    const isRestored = () => open((db) => detectRestore(db, dataDir, longAgo));
    await open(liftHold);
    for (let minute = 0; minute < 3; minute += 1) await beat();
    const aside = readFileSync(join(dataDir, 'bellwether.db'));
    await beat();
    expect(await isRestored()).toBe(false);
    writeFileSync(join(dataDir, 'bellwether.db'), aside);
    expect([await isRestored(), await isRestored()]).toEqual([true, false]);
    expect(await open(isHeld)).toBe(true);
    await restoreTo(dataDir, id, true);
    expect(existsSync(join(dataDir, 'heartbeat'))).toBe(false);
    expect(await isRestored()).toBe(false);
  });

  test('reports missing pictures of animals and of products', async () => {
    const photo = (await farmer.upload('uploadImage', { bytes: await testPicture(50, 30).as('png') })).imageUrl;
    await farmer.call('addProduct', { body: { name: 'Drench', kind: 'dewormer', photo } });
    for (const name of [await addPicture(), photo.split('/').at(-1) ?? '']) rmSync(join(server.config.dataDir, 'uploads', name));
    await expect(hourlyBackup.run(deps(), new AbortController().signal)).rejects.toThrow('2 pictures');
  });

  test('is made, listed, checked and restored elsewhere from the command line', async () => {
    expect(await backupCommand(server.config, ['list'])).toBe('There are no backups yet.');
    expect(await backupCommand(server.config, [])).toMatch(/^Backed up: \S+, 1 farms, 0 animals/);
    const id = (await backupCommand(server.config, ['list'])).split(',')[0] ?? '';
    expect(await backupCommand(server.config, ['check'])).toBe(`${id} can be restored.`);
    const to = join(newFolder(), 'new');
    expect(await restoreCommand(server.config, ['--to', to, id])).toContain(`DATA_DIR=${to} npm run restore -- resume`);
    const restored = await rowsIn(to);
    expect([restored.get('users')?.length, restored.get('restores')]).toMatchObject([1, [{ is_held: true }]]);
    await expect(restoreCommand(server.config, [id, '--to', to])).rejects.toThrow('--replace');
    expect(await restoreCommand(server.config, [id, '--to', to, '--replace'])).toContain('What was there before is in');
    for (const args of [[], [id, 'twice'], ['--replace'], [id, '--to']]) {
      await expect(restoreCommand(server.config, args)).rejects.toThrow('Usage');
    }
    await expect(restoreCommand(server.config, ['../../etc/passwd'])).rejects.toThrow(/There is no backup '/);
  });

  test('made while the clock jumps by forty days and back is the newest if it was made last; if all are later, none is', async () => {
    const animalsIn = async (backup: string) => (await restoreTo(newFolder(), backup)).manifest.rows['animals'] ?? 0;
    await makeBackup(needs());
    server.clock.advance({ days: 40 });
    await makeBackup(needs());
    server.clock.advance({ days: -40, hours: 1 });
    await farmer.addAnimal(doe);
    // The backup with the right clock counts as the newest, because the time of the other is unknown.
    expect(await animalsIn('newest')).toBe(0);
    const { id } = await makeBackup(needs());
    expect(await animalsIn('newest')).toBe(1);
    expect(await readBackupState(server.config, server.clock.now())).toMatchObject({ newest: { id } });
    server.clock.advance({ days: -400 });
    await expect(animalsIn('newest')).rejects.toThrow(/^The clock of this machine says .* every backup is later/);
  });

  test('is made every hour unless that is switched off', async () => {
    const { signal } = new AbortController();
    const newest = async () => (await readBackupState(server.config, server.clock.now())).newest;
    await hourlyBackup.run({ ...deps(), config: { ...server.config, backups: 'off' } }, signal);
    expect(await newest()).toBeNull();
    await hourlyBackup.run(deps(), signal);
    await restoreDrill.run(deps(), signal);
    const { id } = (await newest()) ?? expect.fail();
    expect(await readBackupState(server.config, server.clock.now())).toMatchObject({ drill: { id, error: null } });
  });

  test('without farms is not made after one with farms, because it would displace the good ones', async () => {
    const { id } = await makeBackup(needs());
    server.clock.advance({ hours: 1 });
    for (const table of ['sessions', 'users', 'farms'] as const) await server.db.deleteFrom(table).execute();
    const refusal = `No backup was made: the database has no farm, but the backup ${id} has 1`;
    server.clock.advance({ hours: 1 });
    await expect(hourlyBackup.run(deps(), new AbortController().signal)).rejects.toThrow(refusal);
    expect(await listBackups(store())).toEqual([id]);
  });
});

const diskFull = (): Error => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
