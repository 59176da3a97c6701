import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type DatabaseAddress, type Engine } from '#server/db/connect.ts';
import { describeSchema } from '#server/db/describe-schema.ts';
import { migrate } from '#server/db/migrate.ts';
import { startPostgres } from './postgres.ts';

export async function schemasOfMigrations(): Promise<Record<Engine, string[]>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-schema-'));
  const postgres = await startPostgres();
  try {
    return {
      sqlite: await schemaAfterMigrations({ dataDir, databaseUrl: undefined }),
      postgres: await schemaAfterMigrations({ dataDir, databaseUrl: `${postgres.url}postgres` }),
    };
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function schemaAfterMigrations(address: DatabaseAddress): Promise<string[]> {
  const { db, engine } = openDatabase(address, { hasNoTimeouts: true });
  await migrate(db, engine);
  const lines = await describeSchema(db, engine);
  await db.destroy();
  return lines;
}
