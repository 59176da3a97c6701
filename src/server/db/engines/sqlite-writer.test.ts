import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Handle } from './sqlite-handle.ts';
import { SqliteWriter } from './sqlite-writer.ts';

class WatchedHandle extends Handle {
  readonly acts: string[] = [];
  isFull = false;
  isBroken = false;
  override exec(sql: string): void {
    this.acts.push(sql);
    if (this.isFull && sql === 'commit') throw Object.assign(new Error('disk full'), { errcode: 13 });
    if (this.isBroken && (sql === 'commit' || sql === 'rollback')) throw new Error('disk I/O error');
    super.exec(sql);
  }
}

let folder: string;
let handle: WatchedHandle;
let reader: Handle;
let writer: SqliteWriter;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellwether-writer-'));
  const file = join(folder, 'one.db');
  handle = new WatchedHandle(file);
  handle.exec('create table goats (name text primary key) strict');
  handle.acts.length = 0;
  reader = new Handle(file);
  writer = new SqliteWriter(handle);
  // A busy machine would end the time slice of a transaction between two of its statements.
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await writer.close();
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const goat = (name: string) => CompiledQuery.raw('insert into goats values (?)', [name]);
const stored = (): unknown[] =>
  reader.run<{ name: string }>(CompiledQuery.raw('select name from goats order by name')).rows.map(({ name }) => name);
const commits = (): number => handle.acts.filter((act) => act === 'commit').length;

async function add(...names: string[]): Promise<void> {
  const transaction = await writer.begin();
  try {
    for (const name of names) {
      await transaction.run(goat(name));
      await Promise.resolve();
    }
  } catch (error) {
    await transaction.end('rollback');
    throw error;
  }
  await transaction.end('commit');
}

test('concurrent transactions share a commit, and each resolves only when the commit is durable', async () => {
  const seen: unknown[][] = [];
  await Promise.all(['Ada', 'Bob', 'Cid'].map((name) => add(name).then(() => seen.push(stored()))));
  expect(commits()).toBe(1);
  expect(seen).toEqual([
    ['Ada', 'Bob', 'Cid'],
    ['Ada', 'Bob', 'Cid'],
    ['Ada', 'Bob', 'Cid'],
  ]);
});

test('a transaction that fails rolls back its own changes and nothing of the others in its group commit', async () => {
  const outcomes = await Promise.allSettled([add('Ada'), add('Eve', 'Ada'), add('Bob'), writer.run(goat('Bob')), add('Cid')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(stored()).toEqual(['Ada', 'Bob', 'Cid']);
  expect(commits()).toBe(1);
});

test('a commit waits for the transaction that is running, and for none behind it', async () => {
  const seen: unknown[][] = [];
  const addSlowly = async (name: string): Promise<void> => {
    const transaction = await writer.begin();
    seen.push(stored());
    await transaction.run(goat(name));
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    await transaction.end('commit');
  };
  await Promise.all([add('Ada'), addSlowly('Bob'), addSlowly('Cid')]);
  expect(seen).toEqual([[], ['Ada', 'Bob']]);
});

test('consecutive transactions have a commit each', async () => {
  await add('Ada');
  await writer.run(goat('Bob'));
  expect(commits()).toBe(2);
  expect(stored()).toEqual(['Ada', 'Bob']);
});

test('when a group commit fails, all transactions in it fail', async () => {
  handle.isFull = true;
  const outcomes = await Promise.allSettled([add('Ada'), add('Bob'), writer.run(goat('Cid'))]);
  handle.isFull = false;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stored()).toEqual([]);
  await add('Dee');
  expect(stored()).toEqual(['Dee']);
});

test('when a commit can be neither written nor rolled back, its transactions fail and later ones are written', async () => {
  handle.isBroken = true;
  const outcomes = await Promise.allSettled([add('Ada'), writer.run(goat('Bob'))]);
  handle.isBroken = false;
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await add('Dee');
  expect(stored()).toEqual(['Dee']);
});

test('when SQLite rolls back by itself, all transactions of the group commit fail and none continues', async () => {
  const [first, second] = [add('Ada'), await writer.begin()];
  // A full disk can roll back like this at any statement.
  expect(() => second.run(CompiledQuery.raw("insert or rollback into goats values ('Ada')"))).toThrow();
  expect(() => second.run(goat('Bob'))).toThrow();
  await expect(second.end('commit')).rejects.toThrow();
  await expect(first).rejects.toThrow();
  expect(stored()).toEqual([]);
});

test('a statement that cannot share a transaction waits for the transactions before it', async () => {
  await Promise.all([add('Ada'), writer.runAlone((own) => own.exec('vacuum')), add('Bob')]);
  expect(stored()).toEqual(['Ada', 'Bob']);
});

test('a long transaction lets other events be handled every 20 ms', async () => {
  const transaction = await writer.begin();
  const over = new AbortController();
  let turns = 0;
  const others = (async () => {
    for (; !over.signal.aborted; turns += 1) await setImmediate();
  })();
  let now = 0;
  // Each statement takes a millisecond.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1));
  for (let index = 0; index < 200; index += 1) await transaction.run(goat(`Goat ${index}`));
  over.abort();
  await others;
  await transaction.end('commit');
  expect(turns).toBeGreaterThanOrEqual(9);
  expect(stored()).toHaveLength(200);
});

test('queued transactions together leave the event loop to others as often as a single one', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => 10 * handle.acts.length);
  const names = Array.from({ length: 12 }, (_, index) => `goat ${index}`);
  const left = new Set(names);
  const adding = names.map(async (name) => {
    await add(name);
    left.delete(name);
  });
  let others = 0;
  for (; left.size > 0; others += 1) await setImmediate();
  await Promise.all(adding);
  expect(others).toBeGreaterThan(4);
  expect(stored()).toHaveLength(12);
});
