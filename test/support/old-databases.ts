import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { readConfig, type Config } from '#server/config.ts';
import { bringUpToDate } from '#server/db/bring-up-to-date.ts';
import { openDatabase, type Engine } from '#server/db/connect.ts';
import { Clock, emptyPostgresDatabase, TestServer } from './engines.ts';

const folder = 'test/fixtures/schemas';

/** Commits of which a database is stored (test/fixtures/schemas/README.md), oldest first. */
export const oldCommits = ['47757d2', '51440c8', '9697454', '3b797a7', '987e087'] as const;

export interface RecordedAnswers {
  readonly username: string;
  readonly password: string;
  readonly cookie: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

interface Manifest {
  readonly filledAt: string;
  readonly people: Readonly<Record<string, RecordedAnswers>>;
}

const unpack = (name: string): Buffer => brotliDecompressSync(readFileSync(join(folder, `${name}.br`)));

export const readManifest = (commit: string, engine: Engine): Manifest =>
  JSON.parse(
    commit === '47757d2' ? readFileSync(join(folder, `${commit}.json`), 'utf8') : unpack(`${commit}.${engine}.json`).toString(),
  ) as Manifest;

export async function unpackOldDatabase(commit: string, engine: Engine): Promise<Pick<Config, 'dataDir' | 'databaseUrl'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-old-'));
  if (engine === 'sqlite') {
    writeFileSync(join(dataDir, 'bellwether.db'), unpack(`${commit}.sqlite.db`));
    return { dataDir, databaseUrl: undefined };
  }
  const databaseUrl = await emptyPostgresDatabase();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(unpack(`${commit}.postgres.sql`).toString());
  await client.end();
  return { dataDir, databaseUrl };
}

/** The clock is an hour after the database was filled. */
export async function openUpgraded(commit: string, engine: Engine): Promise<TestServer> {
  const { dataDir, databaseUrl } = await unpackOldDatabase(commit, engine);
  const clock = new Clock();
  clock.advance({ hours: 1, seconds: (Date.parse(readManifest(commit, engine).filledAt) - Date.now()) / 1000 });
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  await bringUpToDate(config, clock.now());
  const { db } = openDatabase(config);
  const app = await createApp({ db, config, now: clock.now, webDir: 'no-such-folder' });
  await app.ready();
  return new TestServer({ engine, app, db, config, clock });
}
