import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAny } from '../rows.ts';
import { databaseFile, openDatabase, type Db, type DatabaseAddress } from './connect.ts';
import { copyDatabase } from './copy-database.ts';
import {
  assertKnownSchema,
  hasAllSteps,
  listTakenSteps,
  migrate,
  newestStep,
  SchemaError,
  steps,
  type Steps,
} from './migrate.ts';
import { assertPostgresVersion, readPostgresVersion } from './postgres-version.ts';

export interface Update {
  readonly from: string;
  readonly to: string;
  /** Copy of the database before the migration; undefined for an empty database and for PostgreSQL. */
  readonly copy: string | undefined;
}

const copiesRetained = 3;
const copyName = /^before-.+\.db$/;

export async function bringUpToDate(address: DatabaseAddress, now: Date, known: Steps = steps): Promise<Update | undefined> {
  // Without timeouts, since a migration may take minutes.
  const { db, engine } = openDatabase(address, { hasNoTimeouts: true });
  try {
    if (engine === 'postgres') assertPostgresVersion(await readPostgresVersion(db));
    await assertKnownSchema(db, known);
    const taken = await listTakenSteps(db);
    const to = newestStep(Object.keys(known));
    const isCurrent = hasAllSteps(taken, known);
    const copy =
      !isCurrent && engine === 'sqlite' && (await hasFarms(db, taken)) ? copyPath(address.dataDir, to, now) : undefined;
    if (copy !== undefined) await copyAside(address.dataDir, copy);
    try {
      await migrate(db, engine, known);
    } catch (error) {
      // The database is unchanged, so the copy is useless, and repeated restarts by a service manager would fill the disk with copies.
      if (copy !== undefined && error instanceof SchemaError) await rm(copy);
      throw error;
    }
    if (copy !== undefined) await purgeCopies(dirname(copy));
    return isCurrent ? undefined : { from: newestStep(taken), to, copy };
  } finally {
    await db.destroy();
  }
}

const hasFarms = async (db: Db, taken: readonly string[]): Promise<boolean> =>
  taken.length > 0 && (await isAny(db.selectFrom('farms').select('id').limit(1)));

const copyPath = (dataDir: string, to: string, now: Date): string =>
  join(dataDir, 'backups', `before-${to}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.db`);

async function copyAside(dataDir: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
  await copyDatabase(databaseFile(dataDir), copy);
}

async function purgeCopies(folder: string): Promise<void> {
  const copies = (await readdir(folder)).filter((name) => copyName.test(name));
  const age = (name: string): string => name.slice(-22);
  for (const name of copies.toSorted((a, b) => age(b).localeCompare(age(a))).slice(copiesRetained)) await rm(join(folder, name));
}
