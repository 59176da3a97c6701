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
  const databases = JSON.parse(process.env['BELLWETHER_TEST_DATABASES']) as Databases;
  const postgresTemplate = project.name === 'api' ? templateOfApi(databases) : databases.postgresTemplate;
  project.provide('databases', { ...databases, postgresTemplate });
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

/** In its long form, the API is tested on a PostgreSQL that is partitioned by farm (decision 21). */
const templateOfApi = ({ postgresTemplate }: Databases): string =>
  process.env['LONG_TESTS'] === 'yes' && !citusUrl ? `${postgresTemplate}_partitioned` : postgresTemplate;

async function createTemplates(databases: Databases): Promise<void> {
  const { postgresUrl, postgresTemplate, sqliteTemplate } = databases;
  const templates = new Set([postgresTemplate, templateOfApi(databases)]);
  // Otherwise `openDatabase` names the folder of the template for the temporary files of all workers, which others then copy with it.
  process.env['SQLITE_TMPDIR'] ??= tmpdir();
  for (const name of templates) await createDatabase(postgresUrl, name);
  for (const name of [...templates, undefined]) {
    const { db, engine } = openDatabase({ databaseUrl: name && `${postgresUrl}${name}`, dataDir: sqliteTemplate });
    await migrate(db, engine);
    if (engine === 'postgres' && (citusUrl || name !== postgresTemplate)) await distribute(db);
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
