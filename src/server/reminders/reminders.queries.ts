import type { CalendarKind } from '#domain/calendar.ts';
import type { Db } from '#server/db/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { membershipsAt } from '#server/db/memberships.ts';
import type { Tx } from '#server/db/transaction.ts';

/** A person on a farm. */
export interface Whose {
  readonly farmId: FarmId;
  readonly userId: string;
}

const ofPerson = (db: Db | Tx, { farmId, userId }: Whose) =>
  db.selectFrom('reminders').where('farm_id', '=', farmId).where('user_id', '=', userId);

export const parseKinds = (json: string): CalendarKind[] => JSON.parse(json) as CalendarKind[];

export const findReminders = (db: Db | Tx, whose: Whose) =>
  ofPerson(db, whose)
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

export async function changeReminders(tx: Tx, { farmId, userId }: Whose, change: Change): Promise<void> {
  await tx
    .insertInto('reminders')
    .values({ farm_id: farmId, user_id: userId, zone: 'UTC', calendar_kinds: '[]', ...change })
    .onConflict((conflict) => conflict.columns(['farm_id', 'user_id']).doUpdateSet(change))
    .execute();
}

export const forgetCalendar = (tx: Tx, { farmId, userId }: Whose): Promise<unknown> =>
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
export async function markRead(tx: Tx, { farmId, userId }: Whose, at: string): Promise<void> {
  await tx
    .updateTable('reminders')
    .set({ calendar_read_at: at })
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .execute();
}

export const listTold = (tx: Tx, { farmId, userId }: Whose) =>
  tx
    .selectFrom('calendar_entries')
    .select(['key', 'day', 'title', 'note', 'sequence', 'changed_at as changedAt', 'cancelled_at as cancelledAt'])
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('key')
    .execute();

export type Told = Awaited<ReturnType<typeof listTold>>[number];

const rowsAtOnce = 100;

export async function saveTold(tx: Tx, { farmId, userId }: Whose, told: readonly Told[]): Promise<void> {
  for (let start = 0; start < told.length; start += rowsAtOnce) {
    const rows = told.slice(start, start + rowsAtOnce).map(({ changedAt, cancelledAt, ...entry }) => ({
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

export async function deleteTold(tx: Tx, { farmId, userId }: Whose, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += rowsAtOnce) {
    await tx
      .deleteFrom('calendar_entries')
      .where('farm_id', '=', farmId)
      .where('user_id', '=', userId)
      .where('key', 'in', keys.slice(start, start + rowsAtOnce))
      .execute();
  }
}
