import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { steps } from '#server/db/migrate.ts';

/** Why the server should get no requests; undefined: it should. */
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
  let asked: { readonly reasons: Promise<Reasons>; readonly at: number } | undefined;
  return async () => {
    if (isDraining()) return ['draining'];
    if (!asked || performance.now() - asked.at > freshMs) asked = { reasons: askDatabase(db), at: performance.now() };
    return asked.reasons;
  };
}

async function askDatabase(db: Db): Promise<Reasons> {
  const given = new AbortController();
  try {
    const query = sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const late = setTimeout(timeoutMs, undefined, { signal: given.signal, ref: false }).then(() => undefined);
    const done = await Promise.race([query, late.catch(() => undefined)]);
    if (!done) return ['database'];
    const names = new Set(done.rows.map(({ name }) => name));
    return Object.keys(steps).every((name) => names.has(name)) ? [] : ['migrations'];
  } catch {
    return ['database'];
  } finally {
    given.abort();
  }
}
