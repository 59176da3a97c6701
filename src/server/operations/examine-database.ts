import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import { databaseFile, openDatabase, type Db } from '#server/db/connect.ts';
import { listTakenSteps, newestStep, steps } from '#server/db/migrate.ts';
import { bad, good, note, type Finding } from './findings.ts';

/** Of an older PostgreSQL nothing is known. */
const oldestPostgres = 14;
/** A machine without a clock of its own starts in the past. */
const noEarlierThan = new Date('2026-01-01T00:00:00Z');
const minuteMs = 60_000;

export async function examineDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>, now: Date): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !existsSync(databaseFile(config.dataDir))) {
    return [note('there is no database yet', 'The first start makes it'), ...examineCalendar(now)];
  }
  const { db, engine } = openDatabase(config, { isPatient: true });
  try {
    const sound = engine === 'sqlite' ? await examineFile(db) : [await examinePostgres(db)];
    if (sound.some(({ mark }) => mark === '✗')) return sound;
    return [...sound, ...(await examineSteps(db)), ...examineCalendar(now), ...(await examineClock(db, now))];
  } finally {
    await db.destroy();
  }
}

async function examineFile(db: Db): Promise<Finding[]> {
  const restore = 'Stop the server and restore the newest backup (docs/operating.md)';
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(db);
  const faults = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  if (faults.length > 0) return [bad(`the database is damaged: ${faults.join('; ')}`, restore)];
  const { rows: lost } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  const tables = [...new Set(lost.map(({ table }) => table))].join(', ');
  if (lost.length > 0) return [bad(`${lost.length} rows of ${tables} point to rows that are not there`, restore)];
  return [good('the database is whole: every page and every reference was read')];
}

async function examinePostgres(db: Db): Promise<Finding> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  const version = rows[0]?.server_version ?? '';
  return Number.parseInt(version, 10) >= oldestPostgres
    ? good(`PostgreSQL ${version} answers`)
    : bad(`PostgreSQL ${version} is too old`, `Use PostgreSQL ${oldestPostgres} or newer`);
}

async function examineSteps(db: Db): Promise<Finding[]> {
  const taken = await listTakenSteps(db);
  const known = Object.keys(steps);
  const newer = taken.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    return [
      bad(
        `the database is at ${newestStep(taken)}, this program knows only up to ${newestStep(known)}`,
        'Start the newer program, or restore a backup made before it',
      ),
    ];
  }
  const open = known.filter((name) => !taken.includes(name));
  return open.length === 0
    ? [good(`the tables are up to date (${newestStep(taken)})`)]
    : [note(`the tables are to be brought up to date: ${open.join(', ')}`, 'The next start does it, or npm run migrate')];
}

const setClock = 'Set the clock, and let it be kept right (systemd-timesyncd, chrony)';

const examineCalendar = (now: Date): Finding[] =>
  now < noEarlierThan ? [bad(`the clock of this machine says ${now.toISOString()}`, setClock)] : [];

/** What was written must lie in the past, and a database on another machine have the same time. */
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
