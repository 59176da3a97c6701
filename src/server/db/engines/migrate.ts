import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { animalsOfPapers, baseline } from '../baseline/index.ts';
import type { Db, Engine } from './connect.ts';

export class SchemaError extends Error {}

/** The statements with which a step brings an engine's database up to date, in other words where a Citus refuses PostgreSQL's. */
type Step = (engine: Engine, isOnCitus?: boolean) => readonly string[];

/** The steps of a version under their names, in order. A name ends with the digest of its statements, so an edited step is another one. */
export type Steps = Readonly<Record<string, Step>>;

export const namedSteps = (steps: Steps): Steps =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => {
      const digest = createHash('sha256')
        .update(JSON.stringify([step('sqlite'), step('postgres')]))
        .digest('hex');
      return [`${name}-${digest.slice(0, 12)}`, step];
    }),
  );

/** No step is edited: a change of the schema is a new one. */
export const steps = namedSteps({ '0001_baseline': baseline, '0002_animals_of_papers': animalsOfPapers });

/** Migrates to the newest step in one transaction. On a SchemaError the database is unchanged. */
export async function migrate(db: Db, engine: Engine, known: Steps = steps): Promise<void> {
  await assertKnownSchema(db, known);
  const isOnCitus = engine === 'postgres' && (await hasCitus(db));
  const migrations = Object.entries(known).map(([name, step]): [string, Migration] => [
    name,
    {
      up: async (kysely) => {
        for (const statement of step(engine, isOnCitus)) await sql.raw(statement).execute(kysely);
      },
    },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  const failed = results?.find(({ status }) => status === 'Error');
  if (failed) throw failedStep(failed.migrationName, error);
  if (error) throw error;
}

/** Whether the rows of a PostgreSQL may lie on several machines. */
export const hasCitus = async (db: Db): Promise<boolean> =>
  (await sql`select 1 from pg_extension where extname = 'citus'`.execute(db)).rows.length > 0;

export const hasAllSteps = (taken: readonly string[], known: Steps = steps): boolean =>
  Object.keys(known).every((name) => taken.includes(name));

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

interface ForeignSchema {
  readonly reason: string;
  readonly advice: string;
}

/** Resolves with undefined if every step that the database has taken is known here, with the same statements. */
export async function findForeignStep(db: Db, known: Steps = steps): Promise<ForeignSchema | undefined> {
  const foreign = (await listTakenSteps(db)).filter((name) => !(name in known));
  return foreign.length === 0 ? undefined : describeForeign(newestStep(foreign), newestStep(Object.keys(known)));
}

/** Why a database or a backup whose newest step is `found` cannot be used by a program whose newest is `known`. */
export const describeForeign = (found: string, known: string): ForeignSchema =>
  numberOf(found) > numberOf(known) && /-[\da-f]{12}$/.test(found)
    ? {
        reason: `the database was made by a newer version of the program: it is at ${found}, this program knows only up to ${known}`,
        advice: 'Start the newer version, or restore a backup made before it',
      }
    : {
        reason: `the database was made by a development build (step ${found}), which no released program brings up to date`,
        advice: 'Start the build that made it, download the archives of its farms there, and restore them in a new database',
      };

const numberOf = (step: string): number => Number.parseInt(step, 10);

export async function assertKnownSchema(db: Db, known: Steps = steps): Promise<void> {
  const foreign = await findForeignStep(db, known);
  if (foreign) throw new SchemaError(`This program cannot be used here: ${foreign.reason}. ${foreign.advice}.`);
}

function failedStep(name: string, cause: unknown): SchemaError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SchemaError(
    `The database could not be brought up to date: step ${name} failed (${reason}). Nothing was changed. Remove the cause and start again, or go back to the program that ran before.`,
    { cause },
  );
}
