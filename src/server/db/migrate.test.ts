import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { describeOnEachEngine, emptyPostgresDatabase, engines } from '../../../test/support/engines.ts';
import { listListings } from '../market/market.queries.ts';
import { openDatabase } from './connect.ts';
import { readMarketSample } from './market-sample.ts';
import { migrate, NewerDatabaseError, steps } from './migrate.ts';

describeOnEachEngine('a database', (house) => {
  test('that is up to date stays as it is', async () => {
    const person = await house().register();
    await migrate(house().db, house().engine);
    expect(await person.call('currentUser')).toMatchObject({ username: person.username });
  });

  test('of a newer version is refused with a sentence that says what to do', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2100-01-01')`.execute(house().db);
    const start = migrate(house().db, house().engine);
    await expect(start).rejects.toThrow(NewerDatabaseError);
    await expect(start).rejects.toThrow(/newer version of the program.*restore a backup/);
  });
});

describe.each(engines)('an old marketplace (%s)', (engine) => {
  test('is searched as a new one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
    const databaseUrl = engine === 'postgres' ? await emptyPostgresDatabase() : undefined;
    const { db } = openDatabase({ databaseUrl, dataDir });
    await migrate(db, engine, '0011_revisions');
    await sql`insert into farms (id, name, created_at) values ('old', 'Château', '2020-01-01T00:00:00.000Z')`.execute(db);
    for (const name of ['Bella', 'Zoë']) {
      await sql`insert into animals (farm_id, id, tag_number, name, species, sex, status, health_status, for_sale, sale_price_cents,
                                     create_digest, created_at, updated_at)
                values ('old', ${name}, 'T-1', ${name}, 'goat', 'female', 'active', '4', true, 100, '', '2020-01-01', '2020-01-01')`.execute(
        db,
      );
    }
    await migrate(db, engine);
    const find = async (...words: string[]) => {
      const all = { species: undefined, minCents: undefined, maxCents: undefined, except: undefined, before: undefined };
      const page = await listListings(db, { ...all, words, limit: 10 }, readMarketSample);
      return page.map(({ name }) => name);
    };
    expect([await find(), await find('bella'), await find('zoe', 't-1'), await find('chateau')]).toEqual([
      ['Zoë', 'Bella'],
      ['Bella'],
      ['Zoë'],
      ['Zoë', 'Bella'],
    ]);
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('an old database', () => {
  let dataDir = '';
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const names = Object.keys(steps);
  test.each(names.slice(0, -1))('of step %s comes up to date with its rows', async (name) => {
    dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
    const { db, engine } = openDatabase({ databaseUrl: undefined, dataDir });
    await migrate(db, engine, name);
    const before = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(before.rows.map((row) => row.name)).toEqual(names.slice(0, names.indexOf(name) + 1));
    await sql`insert into farms (id, name, created_at) values ('old', 'Old Farm', '2020-01-01T00:00:00.000Z')`.execute(db);
    await migrate(db, engine);
    expect(await db.selectFrom('farms').select('name').execute()).toEqual([{ name: 'Old Farm' }]);
    const after = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(after.rows.map((row) => row.name)).toEqual(names);
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
    await db.destroy();
  });
});
