import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import { databaseFile, openDatabase, type Db } from '#server/db/engines/connect.ts';
import { listLeftFillings } from '#server/db/filling.ts';
import { findForeignStep, listTakenSteps, newestStep, steps } from '#server/db/engines/migrate.ts';
import { isTooOld, oldestPostgres, readPostgresVersion } from '#server/db/engines/postgres-version.ts';
import { bad, good, note, type Finding } from './findings.ts';
import { findLostDatabase, describeLoss, recoveryAdvice } from './lost-database.ts';
import { examineRestored } from './restored.ts';
import { minuteMs } from '#server/time-after.ts';

export async function examineDatabase(config: Config, now: Date): Promise<Finding[]> {
  const remains = await findLostDatabase(config);
  if (remains) return [bad(describeLoss(config, remains), recoveryAdvice(config))];
  if (config.databaseUrl === undefined && !statSync(databaseFile(config.dataDir), { throwIfNoEntry: false })?.size) {
    return [note('there is no database yet', 'The first start makes it')];
  }
  const { db, engine } = openDatabase(config, { hasNoTimeouts: true });
  try {
    const sound = engine === 'sqlite' ? await examineFile(db) : [await examinePostgres(db)];
    if (sound.some(({ symbol }) => symbol === '✗')) return sound;
    return [...sound, ...(await examineSteps(db, now)), ...(await examineClock(db, now))];
  } finally {
    await db.destroy();
  }
}

async function examineFile(db: Db): Promise<Finding[]> {
  const restore = 'Stop the server and restore the newest backup (docs/operating.md)';
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(db);
  const errors = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  if (errors.length > 0) return [bad(`the database is damaged: ${errors.join('; ')}`, restore)];
  const { rows: lost } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  const tables = [...new Set(lost.map(({ table }) => table))].join(', ');
  if (lost.length > 0) return [bad(`${lost.length} rows of ${tables} point to rows that are not there`, restore)];
  return [good('the database is whole: every page and every reference was read')];
}

async function examinePostgres(db: Db): Promise<Finding> {
  const version = await readPostgresVersion(db);
  return isTooOld(version)
    ? bad(`PostgreSQL ${version} is too old`, `Use PostgreSQL ${oldestPostgres} or newer`)
    : good(`PostgreSQL ${version} answers`);
}

async function examineSteps(db: Db, now: Date): Promise<Finding[]> {
  const foreign = await findForeignStep(db);
  if (foreign) return [bad(foreign.reason, foreign.advice)];
  const taken = await listTakenSteps(db);
  const open = Object.keys(steps).filter((name) => !taken.includes(name));
  return open.length === 0
    ? [
        good(`the tables are up to date (${newestStep(taken)})`),
        ...(await examineRestored(db)),
        ...(await examineFillings(db, now)),
      ]
    : [note(`the tables are to be brought up to date: ${open.join(', ')}`, 'The next start does it, or npm run migrate')];
}

async function examineFillings(db: Db, now: Date): Promise<Finding[]> {
  const left = await listLeftFillings(db, now);
  if (left.length === 0) return [];
  const farms = left.map(({ id }) => id).join(', ');
  return [note(`an import, undo or archive was interrupted: farm ${farms}`, 'A running server ends it within two minutes')];
}

const setClock = 'Set the clock, and let it be kept right (systemd-timesyncd, chrony)';

async function examineClock(db: Db, now: Date): Promise<Finding[]> {
  const newest = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('created_at').as('moment'))
    .executeTakeFirst()
    .catch(() => undefined);
  const aheadMs = Date.parse(newest?.moment ?? '') - now.getTime();
  return aheadMs > minuteMs
    ? [bad(`the clock says ${now.toISOString()}, but somebody registered at ${newest?.moment}`, setClock)]
    : [good(`the clock says ${now.toISOString()}`)];
}
