import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newFolder } from '#test/temporary-folder.ts';
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

let handle: WatchedHandle;
let reader: Handle;
let writer: SqliteWriter;
beforeEach(() => {
  const file = join(newFolder(), 'one.db');
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
  expect(seen).toEqual([0, 1, 2].map(() => ['Ada', 'Bob', 'Cid']));
});

test('a transaction that fails rolls back its own changes and nothing of the others in its group commit', async () => {
  const outcomes = await Promise.allSettled([add('Ada'), add('Eve', 'Ada'), add('Bob'), writer.run(goat('Bob')), add('Cid')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(stored()).toEqual(['Ada', 'Bob', 'Cid']);
  expect(commits()).toBe(1);
});

test.each(['isFull', 'isBroken'] as const)(
  'when a commit fails, also if it cannot be rolled back, its transactions fail and later ones are written (%s)',
  async (fault) => {
    handle[fault] = true;
    const outcomes = await Promise.allSettled([add('Ada'), add('Bob'), writer.run(goat('Cid'))]);
    handle[fault] = false;
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(stored()).toEqual([]);
    await add('Dee');
    expect(stored()).toEqual(['Dee']);
  },
);

test('when SQLite rolls back by itself, all transactions of the group commit fail and none continues', async () => {
  const [first, second] = [add('Ada'), await writer.begin()];
  // A full disk can roll back like this at any statement.
  expect(() => second.run(CompiledQuery.raw("insert or rollback into goats values ('Ada')"))).toThrow();
  expect(() => second.run(goat('Bob'))).toThrow();
  await expect(second.end('commit')).rejects.toThrow();
  await expect(first).rejects.toThrow();
  expect(stored()).toEqual([]);
});
