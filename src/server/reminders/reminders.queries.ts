import type { CalendarKind } from '#domain/work/calendar.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { membershipsAt, type MembershipKey } from '#server/db/memberships.ts';
import { rowsPerStatement, slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';

const ofPerson = (db: Db | Tx, { farmId, userId }: MembershipKey) =>
  db.selectFrom('reminders').where('farm_id', '=', farmId).where('user_id', '=', userId);

export const parseKinds = (json: string): CalendarKind[] => JSON.parse(json) as CalendarKind[];

export const findReminders = (db: Db | Tx, member: MembershipKey) =>
  ofPerson(db, member)
    .select(['zone', 'calendar_hash', 'calendar_kinds', 'calendar_made_at', 'calendar_read_at', 'mail_hour'])
    .executeTakeFirst();

interface Change {
  readonly zone?: string;
  readonly calendar_hash?: string | null;
  readonly calendar_kinds?: string;
  readonly calendar_made_at?: string | null;
  readonly calendar_read_at?: string | null;
  readonly mail_hour?: number | null;
}

export async function changeReminders(tx: Tx, { farmId, userId }: MembershipKey, change: Change): Promise<void> {
  await tx
    .insertInto('reminders')
    .values({ farm_id: farmId, user_id: userId, zone: 'UTC', calendar_kinds: '[]', ...change })
    .onConflict((conflict) => conflict.columns(['farm_id', 'user_id']).doUpdateSet(change))
    .execute();
}

export const deleteAllSentEntries = (tx: Tx, { farmId, userId }: MembershipKey): Promise<unknown> =>
  tx.deleteFrom('calendar_entries').where('farm_id', '=', farmId).where('user_id', '=', userId).execute();

/**
 * Finds the calendar and its person; undefined if the link was revoked or the membership has ended, even if the job has not recorded its end
 * yet.
 */
export async function findCalendar(db: Db | Tx, hash: string, now: Date) {
  const row = await membershipsAt(db, now)
    .innerJoin('reminders', (join) =>
      join.onRef('reminders.farm_id', '=', 'memberships.farm_id').onRef('reminders.user_id', '=', 'memberships.user_id'),
    )
    .select(['reminders.farm_id as farmId', 'reminders.user_id as userId', 'zone', 'calendar_kinds as kinds'])
    .where('calendar_hash', '=', hash)
    .executeTakeFirst();
  return row && { ...row, farmId: vouchedFarmId(row.farmId), kinds: parseKinds(row.kinds) };
}

/** Locks the calendar until the transaction ends, so that its sent entries are read and written by one request at a time. */
export async function markRead(tx: Tx, { farmId, userId }: MembershipKey, at: string): Promise<void> {
  await tx
    .updateTable('reminders')
    .set({ calendar_read_at: at })
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .execute();
}

export const listSentEntries = (tx: Tx, { farmId, userId }: MembershipKey) =>
  tx
    .selectFrom('calendar_entries')
    .select(['key', 'day', 'title', 'note', 'sequence', 'changed_at as changedAt', 'cancelled_at as cancelledAt'])
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('key')
    .execute();

export type SentEntry = Awaited<ReturnType<typeof listSentEntries>>[number];

export async function saveSentEntries(tx: Tx, { farmId, userId }: MembershipKey, sent: readonly SentEntry[]): Promise<void> {
  for (const slice of slicesOf(sent, rowsPerStatement)) {
    const rows = slice.map(({ changedAt, cancelledAt, ...entry }) => ({
      ...entry,
      changed_at: changedAt,
      cancelled_at: cancelledAt,
      farm_id: farmId,
      user_id: userId,
    }));
    await tx
      .insertInto('calendar_entries')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['farm_id', 'user_id', 'key']).doUpdateSet((eb) => ({
          day: eb.ref('excluded.day'),
          title: eb.ref('excluded.title'),
          note: eb.ref('excluded.note'),
          sequence: eb.ref('excluded.sequence'),
          changed_at: eb.ref('excluded.changed_at'),
          cancelled_at: eb.ref('excluded.cancelled_at'),
        })),
      )
      .execute();
  }
}

export async function deleteSentEntries(tx: Tx, { farmId, userId }: MembershipKey, keys: readonly string[]): Promise<void> {
  for (const slice of slicesOf(keys, rowsPerStatement)) {
    await tx
      .deleteFrom('calendar_entries')
      .where('farm_id', '=', farmId)
      .where('user_id', '=', userId)
      .where('key', 'in', slice)
      .execute();
  }
}
