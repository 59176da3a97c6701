import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { backupIdOf } from '#domain/backups.ts';
import { smallerVersions } from '#domain/pictures.ts';
import type { Deps } from '#server/deps.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { migrate, steps } from '#server/db/migrate.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { openPictures } from '#server/files/open-store.ts';
import { halves } from '../../../test/support/pictures.ts';
import { openHouse, type House, type Person } from '../../../test/support/engines.ts';
import { readEverything } from '../../../test/support/truth.ts';
import { alone, openBackups } from './backup-place.ts';
import { backupCommand, restoreCommand } from './backups.cli.ts';
import { hourlyBackup, restoreDrill } from './backups.jobs.ts';
import { drillNewest, readBackupState } from './check-backup.ts';
import { listBackups, makeBackup, readManifest } from './make-backup.ts';
import { databaseName, manifestName } from './manifest.ts';
import { restore } from './restore.ts';

const doe = { tagNumber: 'D-1', species: 'goat', sex: 'female', status: 'sold' } as const;

/** Itself and its smaller versions. */
const filesOfPicture = 1 + smallerVersions.length;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Whatever an operation leaves lying about. */
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
  let house: House;
  let farmer: Person;
  beforeEach(async () => {
    house = await openHouse('sqlite');
    farmer = await house.register();
  });
  afterEach(() => house.close());

  const needs = (store?: FileStore) => ({
    config: house.config,
    pictures: openPictures(house.config),
    now: house.clock.now,
    ...(store && { store }),
  });
  const deps = (): Deps => ({ ...house.app.deps, config: house.config });
  const store = () => openBackups(house.config);
  const folder = () => join(house.config.dataDir, 'backups');

  const addPicture = async (width = 40): Promise<string> => {
    const { imageUrl } = await farmer.upload('uploadImage', { bytes: await halves(width, 30).as('png') });
    await farmer.call('addAnimal', { body: { ...doe, imageUrl } });
    return imageUrl.split('/').at(-1) ?? '';
  };

  /** The rows of a restored folder, table by table. */
  const rowsIn = async (dataDir: string) => {
    const { db } = openDatabase({ databaseUrl: undefined, dataDir });
    const rows = await readEverything({ db });
    await db.destroy();
    return rows;
  };

  test('restored is what was there: every row and every picture', async () => {
    const name = await addPicture();
    const before = await readEverything(house);
    const { id } = await makeBackup(needs());
    await farmer.call('addAnimal', { body: doe });
    const dataDir = emptyFolder();
    const { asideDir } = await restore(needs(), { backup: id, dataDir, mayReplace: false });
    expect(asideDir).toBeNull();
    expect(await rowsIn(dataDir)).toEqual(before);
    const uploads = join(house.config.dataDir, 'uploads');
    expect(readdirSync(join(dataDir, 'uploads')).toSorted()).toEqual(readdirSync(uploads).toSorted());
    expect(readFileSync(join(dataDir, 'uploads', name))).toEqual(readFileSync(join(uploads, name)));
    expect(leftovers(dataDir)).toEqual([]);
    expect(leftovers(house.config.dataDir)).toEqual([]);
  });

  test('says what it is made of, with a checksum of each part', async () => {
    await addPicture();
    const manifest = await makeBackup(needs());
    expect(manifest).toMatchObject({
      schema: Object.keys(steps).at(-1),
      rows: { animals: 1, farms: 1, files: 1, users: 1 },
      missingPictures: [],
      product: { title: 'Bellwether' },
    });
    for (const part of [manifest.database, ...manifest.pictures]) {
      const bytes = readFileSync(join(folder(), part.name));
      expect([bytes.length, sha256(bytes)]).toEqual([part.bytes, part.sha256]);
    }
    expect(manifest.pictures).toHaveLength(filesOfPicture);
    expect(statSync(join(folder(), manifestName(manifest.id))).mode & 0o077).toBe(0);
  });

  test('keeps a picture once, however many backups there are, and as long as one of them shows it', async () => {
    const name = await addPicture();
    const path = join(folder(), 'pictures', name);
    await makeBackup(needs());
    const { ino, mtimeMs } = statSync(path);
    house.clock.advance({ hours: 1 });
    await addPicture(50);
    await makeBackup(needs());
    expect([statSync(path).ino, statSync(path).mtimeMs]).toEqual([ino, mtimeMs]);
    expect(readdirSync(join(folder(), 'pictures'))).toHaveLength(2 * filesOfPicture);

    const [animal] = (await farmer.call('listAnimals')).toReversed();
    await farmer.call('deleteAnimal', { params: { id: animal?.id ?? '' } });
    await house.db.deleteFrom('files').where('name', '=', name).execute();
    const later = await makeBackup(needs());
    const pretend = async (months: number): Promise<void> => {
      for (let month = 0; month < months; month += 1) {
        house.clock.advance({ days: 31 });
        const id = backupIdOf(house.clock.now());
        await store().put(manifestName(id), Buffer.from(JSON.stringify({ ...later, id })));
      }
      house.clock.advance({ days: 31 });
      await makeBackup(needs());
    };
    // It is seen by the last one of its month, which stays until there are thirty newer days.
    await pretend(20);
    expect(existsSync(path)).toBe(true);
    await pretend(10);
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(folder(), 'pictures'))).toHaveLength(filesOfPicture);
    expect(await listBackups(store())).toHaveLength(30);
    expect(readdirSync(join(folder(), 'databases'))).toHaveLength(2);
  });

  test(
    'under load holds everything that was acknowledged before it began, and no row points nowhere',
    { timeout: 60_000 },
    async () => {
      const sent: string[] = [];
      const acknowledged: string[] = [];
      const mother = await farmer.call('addAnimal', { body: doe });
      sent.push(mother.id);
      const write = async (): Promise<void> => {
        while (!done.signal.aborted) {
          const id = crypto.randomUUID();
          sent.push(id);
          await farmer.call('addAnimal', { body: { ...doe, id, motherId: mother.id } });
          acknowledged.push(id);
          await farmer.call('addHealthRecord', { body: { animalId: id, date: '2026-01-02', healthStatus: '4' } });
          // Requests that come over a wire leave the others their turn.
          await setTimeout(3);
        }
      };
      const done = new AbortController();
      const writers = Promise.all([write(), write(), write()]);
      const points: { id: string; before: string[]; after: string[] }[] = [];
      try {
        for (let point = 0; point < 4; point += 1) {
          await setTimeout(Math.random() * 150);
          house.clock.advance({ hours: 1 });
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
    },
  );

  test('that is cut off at any point leaves none that looks like one, and the next one clears up behind it', async () => {
    await addPicture();
    const { id: first } = await makeBackup(needs());
    const real = store();
    for (let allowed = 0; allowed < 4; allowed += 1) {
      house.clock.advance({ hours: 1 });
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
      expect(await drillNewest(needs())).toMatchObject({ id: first, faults: [] });
    }
    expect(await farmer.call('listAnimals')).toHaveLength(5);
    house.clock.advance({ hours: 1 });
    const { id } = await makeBackup(needs());
    expect(readdirSync(join(folder(), 'databases')).toSorted()).toEqual([first, id].map((each) => `${each}.db.zst`));
    expect(await drillNewest(needs())).toMatchObject({ id, faults: [] });
  });

  test('is made by one program at a time, and the lock goes with its holder', async () => {
    await makeBackup(needs());
    using other = new DatabaseSync(join(house.config.dataDir, 'backup.lock'));
    other.exec('begin exclusive');
    await expect(makeBackup(needs())).rejects.toThrow('Another program is working on the backups');
    other.exec('rollback');
    await Promise.all([makeBackup(needs()), drillNewest(needs()), alone(house.config, async () => {})]);
  });

  describe('that is restored', () => {
    test('takes the place of a database only when told to, and what was there is kept aside', async () => {
      await addPicture();
      const { id } = await makeBackup(needs());
      const before = await rowsIn(house.config.dataDir);
      const dataDir = emptyFolder();
      await restore(needs(), { backup: 'newest', dataDir, mayReplace: false });
      const again = { backup: id, dataDir, mayReplace: false };
      await expect(restore(needs(), again)).rejects.toThrow(/already.*--replace/);
      using later = new DatabaseSync(join(dataDir, 'bellwether.db'));
      later.exec(`update farms set name = 'Later Farm'`);
      later.close();
      const { asideDir } = await restore(needs(), { ...again, mayReplace: true });
      expect(await rowsIn(dataDir)).toEqual(before);
      expect(readdirSync(asideDir ?? '').toSorted()).toEqual(['bellwether.db', 'uploads']);
      using aside = new DatabaseSync(join(asideDir ?? '', 'bellwether.db'));
      expect(aside.prepare('select name from farms').get()).toEqual({ name: 'Later Farm' });
    });

    test('is not put under a server that is running', async () => {
      const { id } = await makeBackup(needs());
      const { dataDir } = house.config;
      await expect(restore(needs(), { backup: id, dataDir, mayReplace: true })).rejects.toThrow(
        'A server is using this data folder. Stop it, then restore.',
      );
      await farmer.call('addAnimal', { body: doe });
      expect(await farmer.call('listAnimals')).toHaveLength(1);
      expect(leftovers(dataDir)).toEqual([]);
    });

    test('takes the place of a database that is broken', async () => {
      const { id } = await makeBackup(needs());
      const dataDir = emptyFolder();
      writeFileSync(join(dataDir, 'bellwether.db'), 'This is no database.'.repeat(1000));
      writeFileSync(join(dataDir, 'bellwether.db-wal'), 'nor is this');
      const { asideDir } = await restore(needs(), { backup: id, dataDir, mayReplace: true });
      expect(readdirSync(asideDir ?? '').toSorted()).toEqual(['bellwether.db', 'bellwether.db-wal']);
      expect((await rowsIn(dataDir)).get('farms')).toHaveLength(1);
    });

    test('changes nothing when a part of it is damaged, and says which', async () => {
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
        expect((await drillNewest(needs()))?.faults.length).toBeGreaterThan(0);
        await expect(restoreDrill.run(deps(), new AbortController().signal)).rejects.toThrow('cannot be trusted');
        mend();
      }
      expect(await drillNewest(needs())).toMatchObject({ faults: [] });
    });

    test('of an older version comes up to date; of a newer or of a foreign one it is refused with a sentence', async () => {
      const dataDir = emptyFolder();
      const [firstStep = ''] = Object.keys(steps);
      const old = openDatabase({ databaseUrl: undefined, dataDir });
      await migrate(old.db, old.engine, firstStep);
      await old.db.destroy();
      const config = { dataDir, backupDir: undefined, s3: undefined };
      const { id, schema } = await makeBackup({ ...needs(), config });
      expect(schema).toBe(firstStep);
      const target = emptyFolder();
      await restore({ config, now: house.clock.now }, { backup: id, dataDir: target, mayReplace: false });
      using restored = new DatabaseSync(join(target, 'bellwether.db'));
      expect(restored.prepare('select max(name) as name from kysely_migration').get()).toEqual({
        name: Object.keys(steps).at(-1),
      });

      const manifest = await readManifest(openBackups(config), id);
      const change = async (part: object): Promise<void> =>
        openBackups(config).put(manifestName(id), Buffer.from(JSON.stringify({ ...manifest, ...part })));
      const attempt = () => restore({ config, now: house.clock.now }, { backup: id, dataDir: emptyFolder(), mayReplace: false });
      await change({ schema: '9999_future', product: { title: 'Bellwether', version: '9.0.0' } });
      await expect(attempt()).rejects.toThrow(/version 9\.0\.0.*newer than this program knows/);
      await change({ version: 2 });
      await expect(attempt()).rejects.toThrow(/newer version of the program/);
      await change({ schema: '0001_something_else' });
      await expect(attempt()).rejects.toThrow(/not one that this program has ever made/);
      await change({ format: 'another' });
      await expect(attempt()).rejects.toThrow(/not a backup of this program/);
      await change({ pictures: [{ name: 'pictures/../../evil.webp', bytes: 1, sha256: sha256(Buffer.from('x')) }] });
      await expect(attempt()).rejects.toThrow(/damaged/);
    });
  });

  test('is made every hour unless it is switched off, and its age and the last drill can be asked for', async () => {
    const signal = new AbortController().signal;
    await hourlyBackup.run({ ...deps(), config: { ...house.config, backups: 'off' } }, signal);
    expect(await readBackupState(house.config)).toEqual({ count: 0, newest: null, newestGood: null, drill: null });
    await hourlyBackup.run(deps(), signal);
    await restoreDrill.run(deps(), signal);
    const state = await readBackupState(house.config);
    expect(state).toMatchObject({ count: 1, drill: { id: state.newest?.id, faults: [] } });
    expect(house.clock.now().getTime() - (state.newest?.at.getTime() ?? 0)).toBeLessThan(60_000);
  });

  test('misses no picture in silence', async () => {
    const name = await addPicture();
    rmSync(join(house.config.dataDir, 'uploads', name));
    expect(await backupCommand(house.config, [])).toContain('1 pictures that the database knows were not there');
    await expect(hourlyBackup.run(deps(), new AbortController().signal)).rejects.toThrow('1 pictures');
  });

  test('from the shell: made, listed, checked, restored elsewhere', async () => {
    expect(await backupCommand(house.config, ['list'])).toBe('There are no backups yet.');
    await expect(backupCommand(house.config, ['check'])).rejects.toThrow('There are no backups yet.');
    expect(await backupCommand(house.config, [])).toMatch(/^Backed up: \S+, 1 farms, 0 animals/);
    const [line = ''] = (await backupCommand(house.config, ['list'])).split('\n');
    const id = line.split(',')[0] ?? '';
    expect(await backupCommand(house.config, ['check'])).toBe(`${id} can be restored.`);
    const to = join(emptyFolder(), 'new');
    expect(await restoreCommand(house.config, ['--to', to, id])).toContain(`Restored to ${to}`);
    expect((await rowsIn(to)).get('users')).toHaveLength(1);
    await expect(restoreCommand(house.config, [id, '--to', to])).rejects.toThrow('--replace');
    expect(await restoreCommand(house.config, [id, '--to', to, '--replace'])).toContain('What was there before is in');
    for (const args of [[], ['--to'], [id, 'twice'], ['--replace'], [id, '--to'], ['--help']]) {
      await expect(restoreCommand(house.config, args)).rejects.toThrow('Usage');
    }
    await expect(restoreCommand(house.config, ['../../etc/passwd'])).rejects.toThrow(/There is no backup '/);
    await expect(backupCommand(house.config, ['lsit'])).rejects.toThrow('Usage');
  });

  test('can be kept on another disk', async () => {
    const backupDir = emptyFolder();
    const config = { ...house.config, backupDir };
    const { id } = await makeBackup({ ...needs(), config });
    expect(existsSync(join(backupDir, databaseName(id)))).toBe(true);
    expect(existsSync(folder())).toBe(false);
  });
});

test('a PostgreSQL is backed up with its own tools, and the command says which', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://u@localhost/x' });
  await expect(backupCommand(config, [])).rejects.toThrow(/pg_dump.*docs\/operating\.md/);
  await expect(restoreCommand(config, ['newest'])).rejects.toThrow(/pg_dump/);
});

const diskFull = (): Error => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
