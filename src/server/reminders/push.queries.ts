import { isSessionAt } from '#server/db/access.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { pageBy } from '#server/db/in-batches.ts';
import { membershipsAt, type MembershipKey } from '#server/db/memberships.ts';
import { fieldsOf } from '#server/db/record-columns.ts';
import { isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

/** A person's session on one device. */
export interface Device extends MembershipKey {
  readonly sessionHash: string;
}

/** More than the devices of one person. The oldest beyond the limit are removed. */
export const maxDevices = 10;

export const findPush = (db: Db | Tx, { farmId, sessionHash }: Device) =>
  db
    .selectFrom('push_subscriptions')
    .select(['hour', 'zone'])
    .where('farm_id', '=', farmId)
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();

type Subscription = Pick<Database['push_subscriptions'], 'endpoint' | 'p256dh' | 'auth' | 'zone' | 'hour' | 'created_at'>;

export async function storePush(tx: Tx, { farmId, userId, sessionHash }: Device, subscription: Subscription): Promise<void> {
  // A person who used this device before is no longer reminded on it.
  await tx
    .deleteFrom('push_subscriptions')
    .where('farm_id', '=', farmId)
    .where('endpoint', '=', subscription.endpoint)
    .where('session_hash', '!=', sessionHash)
    .execute();
  await tx
    .insertInto('push_subscriptions')
    .values({ farm_id: farmId, user_id: userId, session_hash: sessionHash, ...subscription })
    .onConflict((conflict) => conflict.columns(['farm_id', 'session_hash']).doUpdateSet(subscription))
    .execute();
  const kept = tx
    .selectFrom('push_subscriptions as newer')
    .select('newer.created_at')
    .where('newer.farm_id', '=', farmId)
    .where('newer.user_id', '=', userId)
    .orderBy('newer.created_at', 'desc')
    .limit(1)
    .offset(maxDevices - 1);
  await tx
    .deleteFrom('push_subscriptions')
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .where('created_at', '<', kept)
    .execute();
}

export const deletePush = (db: Db | Tx, { farmId, sessionHash }: Pick<Device, 'farmId' | 'sessionHash'>): Promise<unknown> =>
  db.deleteFrom('push_subscriptions').where('farm_id', '=', farmId).where('session_hash', '=', sessionHash).execute();

/** Devices with a valid session and membership, after the given one. */
export async function listPushes(db: Db, after: Pick<Device, 'farmId' | 'sessionHash'> | undefined, limit: number, now: Date) {
  const all = membershipsAt(db, now)
    .innerJoin('push_subscriptions', (join) =>
      join
        .onRef('push_subscriptions.farm_id', '=', 'memberships.farm_id')
        .onRef('push_subscriptions.user_id', '=', 'memberships.user_id'),
    )
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .select(fieldsOf('push_subscriptions', 'farmId userId sessionHash zone hour pushedOn'))
    .where(isSessionAt(now));
  const rows = await pageBy(all, ['push_subscriptions.farm_id', 'push_subscriptions.session_hash'], {
    after: after && [after.farmId, after.sessionHash],
    limit,
  }).execute();
  return rows.map((row) => ({ ...row, farmId: vouchedFarmId(row.farmId) }));
}

export type Push = Awaited<ReturnType<typeof listPushes>>[number];

/** Records the day. Resolves with false if it was recorded before, so that only one of several servers continues. */
export const takeDay = (tx: Tx, { farmId, sessionHash }: Device, today: string): Promise<boolean> =>
  isAny(
    tx
      .updateTable('push_subscriptions')
      .set({ pushed_on: today })
      .where('farm_id', '=', farmId)
      .where('session_hash', '=', sessionHash)
      .where((eb) => eb.or([eb('pushed_on', 'is', null), eb('pushed_on', '<', today)]))
      .returning('farm_id'),
  );

export const findEndpoint = (db: Db, { farmId, sessionHash }: Pick<Device, 'farmId' | 'sessionHash'>) =>
  db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('farm_id', '=', farmId)
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();
