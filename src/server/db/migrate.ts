import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Db, Engine } from './connect.ts';
import * as accounts from './migrations/0001_accounts.ts';
import * as animals from './migrations/0002_animals.ts';
import * as imports from './migrations/0003_imports.ts';
import * as records from './migrations/0004_records.ts';
import * as market from './migrations/0005_market.ts';
import * as admin from './migrations/0006_admin.ts';
import * as payments from './migrations/0007_payments.ts';
import * as background from './migrations/0008_background.ts';
import * as severalServers from './migrations/0010_several_servers.ts';
import * as revisions from './migrations/0011_revisions.ts';
import * as marketSearch from './migrations/0012_market_search.ts';

export class NewerDatabaseError extends Error {}

/** A step that is written once for both engines. */
interface PortableMigration {
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

// Never change a step that has been released; add the next one.
export const steps: Readonly<Record<string, PortableMigration>> = {
  '0001_accounts': accounts,
  '0002_animals': animals,
  '0003_imports': imports,
  '0004_records': records,
  '0005_market': market,
  '0006_admin': admin,
  '0007_payments': payments,
  '0008_background': background,
  '0010_several_servers': severalServers,
  '0011_revisions': revisions,
  '0012_market_search': marketSearch,
};

/**
 * Brings the tables up to date, or to an earlier step, in one transaction; says in a sentence what to do when the database is newer
 * than this program.
 */
export async function migrate(db: Db, engine: Engine, to?: string): Promise<void> {
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        Object.entries(steps).map(([name, step]): [string, Migration] => [name, { up: (kysely) => step.up(kysely, engine) }]),
      ),
  };
  refuseNewer(await listTakenSteps(db));
  const migrator = new Migrator({ db, provider });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error) throw error;
}

/** The steps this database has taken; none: there are no tables yet. */
export async function listTakenSteps(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === '42P01' || message.startsWith('no such table')) return [];
    throw error;
  }
}

export const newestStep = (names: readonly string[]): string => names.toSorted().at(-1) ?? 'nothing';

function refuseNewer(taken: readonly string[]): void {
  if (taken.every((name) => name in steps)) return;
  const [database, program] = [newestStep(taken), newestStep(Object.keys(steps))];
  throw new NewerDatabaseError(
    `This database was made by a newer version of the program: it is at ${database}, this program knows only up to ${program}. Start the newer version, or restore a backup made before it.`,
  );
}
