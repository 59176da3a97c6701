import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/server/db/engines/connect.ts';
import { distribute } from '../../src/server/db/engines/distribute.ts';
import { buildServerIfStale } from '../../scripts/server.ts';
import { migrate } from '../../src/server/db/engines/migrate.ts';
import { citusUrl, closeCitusTemplate, createCitusTemplate } from './citus.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databases: Databases;
  }
}

export interface Databases {
  readonly postgresUrl: string;
  /** For `create database … template`; nobody may stay connected to it. */
  readonly postgresTemplate: string;
  readonly sqliteTemplate: string;
}

let stop: (() => Promise<void>) | undefined;

export async function setup(project: TestProject): Promise<void> {
  // Built once here, so that no two test files build it at the same time.
  if (!process.env['BELLWETHER_TEST_DATABASES']) await buildServerIfStale();
  process.env['BELLWETHER_TEST_DATABASES'] ??= JSON.stringify(await startDatabases());
  project.provide('databases', JSON.parse(process.env['BELLWETHER_TEST_DATABASES']) as Databases);
}

export async function teardown(): Promise<void> {
  delete process.env['BELLWETHER_TEST_DATABASES'];
  await stop?.();
}

async function startDatabases(): Promise<Databases> {
  const postgres = citusUrl ? { url: citusUrl, stop: async () => {} } : await startPostgres();
  const sqliteTemplate = mkdtempSync(join(tmpdir(), 'bellwether-sqlite-'));
  stop = async () => {
    rmSync(sqliteTemplate, { recursive: true, force: true });
    await postgres.stop();
  };
  const databases = { postgresUrl: postgres.url, postgresTemplate: `bellwether_template_${process.pid}`, sqliteTemplate };
  await createTemplates(databases);
  return databases;
}

async function createTemplates({ postgresUrl, postgresTemplate, sqliteTemplate }: Databases): Promise<void> {
  await createDatabase(postgresUrl, postgresTemplate);
  for (const address of [
    { databaseUrl: `${postgresUrl}${postgresTemplate}`, dataDir: sqliteTemplate },
    { databaseUrl: undefined, dataDir: sqliteTemplate },
  ]) {
    const { db, engine } = openDatabase(address);
    await migrate(db, engine);
    if (engine === 'postgres' && (citusUrl || process.env['DISTRIBUTED'] === 'yes')) await distribute(db);
    await db.destroy();
  }
  if (citusUrl) await closeCitusTemplate(postgresTemplate);
}

async function createDatabase(url: string, name: string): Promise<void> {
  if (citusUrl) return createCitusTemplate(name);
  const client = new pg.Client(`${url}postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
}
