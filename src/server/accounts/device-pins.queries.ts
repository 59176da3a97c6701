import { oldestSignIn } from '#server/db/access.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { membershipsAt } from '#server/db/memberships.ts';
import type { Tx } from '#server/db/transaction.ts';
import { expiry } from '#server/http/sessions.ts';

/** The person, farm and device of a PIN. */
export interface PinOwner {
  readonly farmId: FarmId;
  readonly deviceHash: string;
  readonly userId: string;
}

const most = 10;
export const maxWrongTries = 5;

export const listPinRows = (db: Db, { farmId, deviceHash }: Omit<PinOwner, 'userId'>, now: Date) =>
  membershipsAt(db, now)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('device_pins', (join) =>
      join.onRef('device_pins.farm_id', '=', 'memberships.farm_id').onRef('device_pins.user_id', '=', 'memberships.user_id'),
    )
    .select(['users.id as userId', 'users.username', 'users.owner_name as ownerName'])
    .where('memberships.farm_id', '=', farmId)
    .where('device_hash', '=', deviceHash)
    .where('device_pins.expires_at', '>', now.toISOString())
    .where('device_pins.created_at', '>', oldestSignIn(now))
    .execute();

/** Deletes the oldest PINs beyond the limit of devices per person. */
export async function storePin(tx: Tx, { farmId, deviceHash, userId }: PinOwner, pinHash: string, now: Date): Promise<void> {
  const pin = { pin_hash: pinHash, wrong_tries: 0, created_at: now.toISOString(), expires_at: expiry(now) };
  await tx
    .insertInto('device_pins')
    .values({ farm_id: farmId, device_hash: deviceHash, user_id: userId, ...pin })
    .onConflict((conflict) => conflict.columns(['farm_id', 'device_hash', 'user_id']).doUpdateSet(pin))
    .execute();
  const kept = tx
    .selectFrom('device_pins as newer')
    .select('newer.created_at')
    .where('newer.user_id', '=', userId)
    .orderBy('newer.created_at', 'desc')
    .limit(1)
    .offset(most - 1);
  await tx.deleteFrom('device_pins').where('user_id', '=', userId).where('created_at', '<', kept).execute();
}

export const deletePin = (db: Db | Tx, { farmId, deviceHash, userId }: PinOwner): Promise<unknown> =>
  db
    .deleteFrom('device_pins')
    .where('farm_id', '=', farmId)
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .execute();

/** Deletes the PINs of the session's person for all their farms on this device. */
export const deletePinsOfSession = (tx: Tx, deviceHash: string, sessionHash: string): Promise<unknown> =>
  tx
    .deleteFrom('device_pins')
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', (eb) => eb.selectFrom('sessions').select('sessions.user_id').where('token_hash', '=', sessionHash))
    .execute();

export async function hasPin(db: Db, { farmId, deviceHash, userId }: PinOwner, now: Date): Promise<boolean> {
  const rows = await listPinRows(db, { farmId, deviceHash }, now);
  return rows.some((row) => row.userId === userId);
}

/** Counts the attempt before it is checked, so that at most five of many concurrent attempts are checked. */
export const countTry = (db: Db, { farmId, deviceHash, userId }: PinOwner) =>
  db
    .updateTable('device_pins')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('farm_id', '=', farmId)
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .where('wrong_tries', '<', maxWrongTries)
    .returning(['pin_hash as pinHash', 'wrong_tries as tries'])
    .executeTakeFirst();

/** Resolves with false if the PIN was removed or replaced meanwhile. */
export async function renewPin(tx: Tx, { farmId, deviceHash, userId }: PinOwner, pinHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('device_pins')
    .set({ wrong_tries: 0, expires_at: expiry(now) })
    .where('farm_id', '=', farmId)
    .where('device_hash', '=', deviceHash)
    .where('user_id', '=', userId)
    .where('pin_hash', '=', pinHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
