import type { Selectable } from 'kysely';
import { recordRestore } from '#server/db/restores.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Person, TestServer } from './engines.ts';

/** Tables with foreign keys come before those they refer to. */
const tables = [
  'subscriptions',
  'checkouts',
  'coupon_redemptions',
  'files',
  'sessions',
  'temporary_passwords',
  'email_changes',
  'memberships',
  'users',
  'farms',
  'payment_events',
  'held_payments',
  'deleted_farms',
  'restores',
  'mails',
  'tasks',
  'audit_log',
] as const satisfies readonly (keyof Database)[];

type Rows = { [T in (typeof tables)[number]]?: Selectable<Database[T]>[] };

export async function takeSnapshot({ db }: TestServer): Promise<Rows> {
  const rows: Record<string, unknown> = {};
  for (const table of tables) rows[table] = await db.selectFrom(table).selectAll().execute();
  return rows;
}

export const writeSnapshot = ({ db }: TestServer, rows: Rows): Promise<void> => db.transaction().execute((tx) => write(tx, rows));

/** People in the snapshot sign in again, since a restore ends all sessions. */
export async function restoreSnapshot({ db, clock }: TestServer, rows: Rows, people: readonly Person[] = []): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await write(tx, rows);
    await recordRestore(tx, clock.now());
  });
  const known = new Set((rows.users ?? []).map(({ id }) => id));
  for (const person of people) if (known.has(person.userId)) await person.signIn();
}

async function write(tx: Tx, rows: Rows): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).execute();
  for (const table of tables.toReversed()) {
    for (const row of rows[table] ?? []) await tx.insertInto(table).values(row).execute();
  }
}
