import { sql } from 'kysely';
import type { Db } from '#server/db/engines/connect.ts';
import { hasAllSteps } from '#server/db/engines/migrate.ts';
import { withTimeout } from '#server/with-timeout.ts';

export type Reasons = readonly ('draining' | 'database' | 'migrations')[];

export type Readiness = () => Promise<Reasons>;

const freshMs = 1000;
const timeoutMs = 2000;

interface Parts {
  readonly db: Db;
  readonly isDraining: () => boolean;
}

/** Whether the database answers and has every table of this version; checked at most once a second. */
export function createReadiness({ db, isDraining }: Parts): Readiness {
  let latest: { readonly reasons: Promise<Reasons>; readonly at: number } | undefined;
  return async () => {
    if (isDraining()) return ['draining'];
    if (!latest || performance.now() - latest.at > freshMs) latest = { reasons: checkDatabase(db), at: performance.now() };
    return latest.reasons;
  };
}

async function checkDatabase(db: Db): Promise<Reasons> {
  try {
    const query = sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const { rows } = await withTimeout(timeoutMs, 'The database', query);
    return hasAllSteps(rows.map(({ name }) => name)) ? [] : ['migrations'];
  } catch {
    return ['database'];
  }
}
