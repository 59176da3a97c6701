import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { currentDigests, editedSteps, readDigests } from '#test/migration-files.ts';
import { describeOnEachEngine, emptyPostgresDatabase, engines } from '#test/engines.ts';
import { findRevertibleChange } from '../accounts/email-changes.queries.ts';
import { findTemporaryPassword } from '../accounts/temporary-passwords.queries.ts';
import { claimDueMail } from '../mail/outbox.queries.ts';
import { everyListing } from '#test/listing-filters.ts';
import { openDatabase } from './connect.ts';
import { CurrentListings } from './current-listings.ts';
import { describeSchema } from './describe-schema.ts';
import { migrate, SchemaError, steps } from './migrate.ts';
import expectedSchema from './migrations/schema.json' with { type: 'json' };

describeOnEachEngine('a database', (server) => {
  test('that is up to date is not changed', async () => {
    const person = await server().register();
    await migrate(server().db, server().engine);
    expect(await person.call('currentUser')).toMatchObject({ username: person.username });
  });

  test('of a newer version is refused with a sentence that says what to do', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2100-01-01')`.execute(server().db);
    const start = migrate(server().db, server().engine);
    await expect(start).rejects.toThrow(SchemaError);
    await expect(start).rejects.toThrow(/newer version of the program.*restore a backup/);
    await sql`delete from kysely_migration where name = '9999_future'`.execute(server().db);
  });

  test('stores the digest of each step, and is rejected by a program with another version of a step', async () => {
    const { db, engine } = server();
    const taken = await sql<{ name: string; digest: string }>`select name, digest from kysely_migration`.execute(db);
    const { columns: _, ...pinned } = readDigests();
    expect(Object.fromEntries(taken.rows.map(({ name, digest }) => [name, digest]))).toEqual(pinned);
    await sql`update kysely_migration set digest = 'another' where name = '0008_background'`.execute(db);
    await expect(migrate(db, engine)).rejects.toThrow(/took step 0008_background in another form.*restore a backup/);
    await sql`update kysely_migration set digest = ${pinned['0008_background']} where name = '0008_background'`.execute(db);
    await migrate(db, engine);
  });

  test('has the tables that migrations/schema.json describes (npm run migrations writes it)', async () => {
    expect(await describeSchema(server().db, server().engine)).toEqual(expectedSchema[server().engine]);
  });
});

describe('a migration', () => {
  test('is never edited once it is pinned', () => {
    expect(editedSteps(readDigests(), currentDigests())).toEqual([]);
  });

  test('is pinned before it is released (npm run migrations)', () => {
    const { columns, ...pinned } = readDigests();
    expect(columns).toBeDefined();
    expect(Object.keys(pinned)).toEqual(Object.keys(steps));
  });

  test('that was edited or removed is reported with what to do', () => {
    const pinned = { '0001_accounts': 'a', '0002_animals': 'b', '0003_imports': 'c' };
    const said = editedSteps(pinned, { '0001_accounts': 'a', '0002_animals': 'x', '0004_records': 'd' });
    expect(said).toEqual([
      expect.stringMatching(/^0002_animals\.ts is not as it was.*write what is new as the next step/),
      expect.stringMatching(/^0003_imports\.ts /),
    ]);
  });
});

describe.each(engines)('an old marketplace (%s)', (engine) => {
  test('is searched like a new one', async () => {
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
    const index = await new CurrentListings(db).read();
    const names = new Map(
      (await db.selectFrom('listings').select(['position', 'name']).execute()).map((row) => [row.position, row.name]),
    );
    const find = (...words: string[]) => index.search({ ...everyListing, words }).map(({ position }) => names.get(position));
    expect([find(), find('bella'), find('zoe', 't-1'), find('chateau')]).toEqual([
      ['Zoë', 'Bella'],
      ['Bella'],
      ['Zoë'],
      ['Zoë', 'Bella'],
    ]);
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe.each(engines)('a database that took a step before that was edited (%s)', (engine) => {
  test('has the tables of a new database after the next start, and keeps its rows', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
    const databaseUrl = engine === 'postgres' ? await emptyPostgresDatabase() : undefined;
    const { db } = openDatabase({ databaseUrl, dataDir });
    await migrate(db, engine, '0008_background');
    for (const statement of [
      // Every released form of 0001, 0007 and 0008.
      `alter table users add column failed_logins integer not null default 0`,
      `alter table subscriptions add column trial_notice_at text`,
      `alter table farms drop column trial_reminded_at`,
      `drop table email_changes`,
      `create table email_changes (token_hash text primary key, user_id text not null, old_email text not null, changed_at text not null)`,
      `create index email_changes_user on email_changes (user_id)`,
      `insert into farms (id, created_at) values ('f', '2026-11-20')`,
      ...['ada', 'bob'].map(
        (name) => `insert into users (id, farm_id, username, username_key, email, password_hash, created_at)
                   values ('${name}', 'f', '${name}', '${name}', '', '', '2026-11-20')`,
      ),
      ...[`'3', 'ada', 'third', '2026-11-23'`, `'1', 'ada', 'first', '2026-11-21'`, `'2', 'bob', 'second', '2026-11-22'`].map(
        (row) => `insert into email_changes values (${row})`,
      ),
    ]) {
      await sql.raw(statement).execute(db);
    }
    await migrate(db, engine);
    expect(await describeSchema(db, engine)).toEqual(expectedSchema[engine]);
    expect(
      await db
        .selectFrom('email_changes')
        .select(['user_id', 'position', 'old_email', 'token_hash'])
        .orderBy('token_hash')
        .execute(),
    ).toEqual([
      { user_id: 'ada', position: 1, old_email: 'first', token_hash: '1' },
      { user_id: 'bob', position: 1, old_email: 'second', token_hash: '2' },
      { user_id: 'ada', position: 2, old_email: 'third', token_hash: '3' },
    ]);
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe.each(engines)('accounts from before addresses were confirmed (%s)', (engine) => {
  test('count as confirmed, retain their revert links and temporary passwords, and their mails are sent', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
    const databaseUrl = engine === 'postgres' ? await emptyPostgresDatabase() : undefined;
    const { db } = openDatabase({ databaseUrl, dataDir });
    await migrate(db, engine, '0012_market_search');
    const at = new Date().toISOString();
    const soon = new Date(Date.now() + 600_000).toISOString();
    await sql`insert into farms (id, created_at) values ('farm', ${at})`.execute(db);
    await sql`insert into users (id, farm_id, username, username_key, email, password_hash, created_at)
              values ('ada', 'farm', 'Ada', 'ada', 'new@example.org', 'hash', ${at})`.execute(db);
    await sql`insert into email_changes (token_hash, user_id, old_email, position, changed_at)
              values ('token', 'ada', 'old@example.org', 1, ${at})`.execute(db);
    await sql`insert into temporary_passwords (user_id, password_hash, expires_at, attempts_left)
              values ('ada', 'temporary', ${soon}, 5)`.execute(db);
    await sql`insert into outbox (id, to_name, to_address, subject, body, created_at, next_attempt_at)
              values ('mail', 'Ada', 'new@example.org', 'News', 'words', ${at}, ${at})`.execute(db);
    await migrate(db, engine);
    const [user] = await db.selectFrom('users').select(['email_confirmed_at', 'email_typed_in']).execute();
    expect(user).toMatchObject({ email_confirmed_at: at, email_typed_in: null });
    expect(await findRevertibleChange(db, 'ada', 'old@example.org', new Date())).toMatchObject({
      oldConfirmedAt: at,
      position: 1,
    });
    expect(await findTemporaryPassword(db, 'ada', 'ABCDEFGHIJKLMNOPQRST', new Date())).toBe('temporary');
    expect(await claimDueMail(db, new Date())).toMatchObject({ id: 'mail', to: 'new@example.org', attempts: 1 });
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe.each(engines)('people from before farms had members (%s)', (engine) => {
  test('own the farm that they belonged to, and their sessions work in it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
    const databaseUrl = engine === 'postgres' ? await emptyPostgresDatabase() : undefined;
    const { db } = openDatabase({ databaseUrl, dataDir });
    await migrate(db, engine, '0019_weighings_of_imports');
    const people = [
      { user_id: 'ada', farm_id: 'hill', created_at: '2026-01-01' },
      { user_id: 'bob', farm_id: 'hill', created_at: '2026-01-02' },
      { user_id: 'cleo', farm_id: 'brook', created_at: '2026-01-03' },
    ];
    for (const id of ['hill', 'brook']) await sql`insert into farms (id, created_at) values (${id}, '2026-01-01')`.execute(db);
    for (const { user_id: id, farm_id, created_at } of people) {
      await sql`insert into users (id, farm_id, username, username_key, email, password_hash, created_at)
                values (${id}, ${farm_id}, ${id}, ${id}, ${`${id}@example.org`}, '', ${created_at})`.execute(db);
      await sql`insert into sessions (token_hash, user_id, created_at, expires_at, has_temporary_password)
                values (${`of ${id}`}, ${id}, ${created_at}, '2026-12-31', ${id === 'bob'})`.execute(db);
    }
    await sql`insert into animals (farm_id, id, tag_number, species, sex, status, health_status, vaccinated, for_sale, sale_price_cents,
                                   is_reference, create_digest, created_at, updated_at)
              values ('hill', 'bella', 'T-1', 'goat', 'female', 'active', '4', false, true, 100, false, '', '2026-01-01', '2026-01-01')`.execute(
      db,
    );
    await migrate(db, engine);
    const members = await db.selectFrom('memberships').selectAll().orderBy('user_id').execute();
    expect(members).toEqual(
      people.map((person) => ({
        ...person,
        role: 'owner',
        added_by: null,
        ended_at: null,
        ends_at: null,
        opened_at: null,
        by_support: false,
      })),
    );
    const sessions = await db
      .selectFrom('sessions')
      .select(['token_hash', 'user_id', 'farm_id', 'created_at', 'expires_at', 'has_temporary_password as hasTemporaryPassword'])
      .orderBy('user_id')
      .execute();
    expect(sessions).toEqual(
      people.map(({ user_id, farm_id, created_at }) => ({
        token_hash: `of ${user_id}`,
        user_id,
        farm_id,
        created_at,
        expires_at: '2026-12-31',
        hasTemporaryPassword: user_id === 'bob',
      })),
    );
    const seller = async () => (await db.selectFrom('listings').select('email').execute()).map(({ email }) => email);
    expect(await seller()).toEqual(['ada@example.org']);
    await db.updateTable('users').set({ email: 'new@example.org' }).where('id', '=', 'ada').execute();
    expect(await seller()).toEqual(['new@example.org']);
    await db.deleteFrom('users').where('id', '=', 'ada').execute();
    expect(await seller()).toEqual(['bob@example.org']);
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('an old database', () => {
  let dataDir = '';
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const names = Object.keys(steps);
  test.each(names.slice(0, -1))('of step %s is migrated with its rows', async (name) => {
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
