import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engines, openTestServer, type TestServer } from '#test/engines.ts';
import { sampledDescribe } from '#test/long-run.ts';
import { newFolder } from '#test/temporary-folder.ts';
import { examine } from './doctor.ts';

const nobody = '1';

sampledDescribe(engines)('the doctor (%s)', (engine) => {
  let testServer: TestServer;
  const environment = (more: Record<string, string> = {}) => ({
    DATA_DIR: testServer.config.dataDir,
    DATABASE_URL: testServer.config.databaseUrl,
    PORT: nobody,
    ...more,
  });
  beforeEach(async () => {
    testServer = await openTestServer(engine);
    await testServer.register();
  });
  afterEach(() => testServer.close());

  test('reports no errors in a sound installation, notes what is not set up, and changes nothing', async () => {
    const before = readdirSync(testServer.config.dataDir).toSorted();
    const { text, isWell } = await examine(environment());
    expect(text).not.toContain('✗');
    expect(isWell).toBe(true);
    expect(text).toMatch(/✓ Node 26/);
    expect(text).toMatch(/✓ the data folder .* can be written/);
    expect(text).toMatch(engine === 'sqlite' ? /✓ the database is whole/ : /✓ PostgreSQL 1\d.* answers/);
    expect(text).toMatch(/✓ the tables are up to date \(\d{4}_[\w-]+\)/);
    expect(text).toMatch(/! SMTP_URL is not set[^\n]*\n {2}→ Set it/);
    expect(text).toMatch(/! no server answers at http:\/\/127\.0\.0\.1:1/);
    expect(readdirSync(testServer.config.dataDir).toSorted()).toEqual(before);
  });

  test('tells of tables to be brought up to date, of an interrupted import, of a newer database and of a clock that was set back', async () => {
    const { db } = testServer;
    await db
      .updateTable('farms')
      .set({ filling: 'import:1:1', filling_from: 1, filling_until: '2020-01-01T00:00:00.000Z' })
      .execute();
    expect(await examine(environment())).toMatchObject({
      isWell: true,
      text: expect.stringMatching(/! an import, .* interrupted/),
    });
    const [step] = (await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)).rows;
    await sql`delete from kysely_migration where name = ${step?.name}`.execute(db);
    const older = await examine(environment());
    expect(older).toMatchObject({ isWell: true, text: expect.stringMatching(/! the tables are to be brought up to date: 0/) });
    await sql`insert into kysely_migration (name, timestamp) values ('9999_future-0123456789ab', '2100-01-01')`.execute(db);
    await db.updateTable('users').set({ created_at: '2199-01-01T00:00:00.000Z' }).execute();
    const { text, isWell } = await examine(environment());
    expect(isWell).toBe(false);
    expect(text).toMatch(
      /✗ the database was made by a newer version .* at 9999_future-\w+, this program knows only up to \d{4}_/,
    );
    expect(text).toMatch(/✗ the clock says .* but somebody registered at 2199/);
  });

  test('checks the server and the public address', async () => {
    await testServer.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = testServer.app.server.address() as AddressInfo;
    const { text } = await examine(environment({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }));
    expect(text).toMatch(/✓ the server at http:\/\/127\.0\.0\.1:\d+ is ready/);
    expect(text).toMatch(/✓ http:\/\/127\.0\.0\.1:\d+ leads to the server/);
  });
});

describe('the doctor', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = newFolder();
  });
  const look = (more: Record<string, string> = {}) => examine({ DATA_DIR: dataDir, PORT: nobody, ...more });

  test('tells a new installation from one that has lost its database, and lists every wrong setting', async () => {
    expect(await look()).toMatchObject({ isWell: true, text: expect.stringContaining('! there is no database yet') });
    expect(readdirSync(dataDir)).toEqual([]);
    const wrong = await look({ LOG_LEVEL: 'loud', TRUST_PROXY: 'yes' });
    for (const name of ['TRUST_PROXY', 'LOG_LEVEL']) expect(wrong.text).toContain(`✗ ${name} must`);
    mkdirSync(join(dataDir, 'uploads'));
    writeFileSync(join(dataDir, 'uploads', 'a.webp'), 'a picture');
    for (const isEmptyFile of [false, true]) {
      if (isEmptyFile) writeFileSync(join(dataDir, 'bellwether.db'), '');
      const lost = /✗ There is no database in .*, but an installation has been here: pictures[^\n]*\n {2}→ .*npm run restore/;
      expect(await look()).toMatchObject({ isWell: false, text: expect.stringMatching(lost) });
    }
  });

  test('finds a damaged file, a file that is not a database, and dangling references', async () => {
    const file = join(dataDir, 'bellwether.db');
    writeFileSync(file, 'no database at all, but long enough to have a head'.repeat(100));
    const noDatabase = expect.stringMatching(/✗ the database could not be examined: .*not a database/);
    expect(await look()).toMatchObject({ isWell: false, text: noDatabase });

    rmSync(file);
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    db.exec('create table a (id integer primary key); create table b (a references a (id)); insert into b values (7)');
    db.close();
    const dangling = expect.stringContaining('✗ 1 rows of b point to rows that are not there');
    expect(await look()).toMatchObject({ isWell: false, text: dangling });
    truncateSync(file, 8192);
    expect((await look()).text).toMatch(/✗ the database (?:is damaged|could not be examined)/);
  });

  test('checks that the mail server answers', async () => {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    expect((await look({ SMTP_URL: `smtp://127.0.0.1:${port}` })).text).toContain('✓ the mail server takes mails from here');
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const { text } = await look({ SMTP_URL: `smtp://someone:secret-of-mail@127.0.0.1:${port}` });
    expect(text).toMatch(/✗ the mail server refuses: .*ECONNREFUSED/);
    expect(text).not.toContain('secret-of-mail');
  });

  test('checks payments, the bucket and https', async () => {
    const live = { STRIPE_WEBHOOK_SECRET: 'whsec_1234567890', STRIPE_SECRET_KEY: 'sk_live_123' };
    const notSetUp = /✗ payments are not set up: no paid plan can be bought[^\n]*\n {2}→ Set STRIPE_SECRET_KEY/;
    const open = { PUBLIC_URL: 'https://farm.invalid', PAYMENTS: 'test' };
    for (const [env, said] of [
      [live, /✗ Stripe has its live key, but PUBLIC_URL is not https/],
      [{ ...live, STRIPE_SECRET_KEY: 'sk_test_123' }, /! Stripe has a test key/],
      [{ NODE_ENV: 'production' }, notSetUp],
      [{ NODE_ENV: 'production', PAYMENTS: 'none' }, /✓ no paid plan is sold here/],
      [open, /! PAYMENTS=test gives every plan to anybody for nothing/],
      [{ PUBLIC_URL: 'http://farm.example.org' }, /✗ http:\/\/farm\.example\.org has no https/],
    ] as const) {
      expect((await look(env)).text).toMatch(said);
    }
    const bucket = { S3_URL: 'http://127.0.0.1:1/pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'very-secret-key' };
    const { text } = await look(bucket);
    expect(text).toMatch(/✗ The bucket pictures at http:\/\/127\.0\.0\.1:1 \(S3_URL\) cannot be used/);
    expect(text).not.toContain('very-secret-key');
  });
});
