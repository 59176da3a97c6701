import type { FarmId } from './farm-id.ts';
import type { Tx } from './transaction.ts';

interface Holder {
  readonly userId: string;
  /** Without it, on all farms. */
  readonly farmId?: FarmId | undefined;
  readonly now: Date;
  /** The hash of a session that stays. */
  readonly exceptSession?: string | undefined;
}

type End = (tx: Tx, holder: Holder) => Promise<unknown>;

const remove =
  (table: 'device_pins' | 'push_subscriptions'): End =>
  (tx, { userId, farmId }) =>
    tx
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .$if(farmId !== undefined, (query) => query.where('farm_id', '=', farmId ?? ''))
      .execute();

/**
 * Everything besides a password by which a person, or whoever has what they gave away, gets to a farm, by the table that stores it. A new
 * kind joins here, or `grants.test.ts` fails.
 */
export const grants = {
  sessions: (tx, { userId, farmId, exceptSession }) =>
    tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(farmId !== undefined, (query) => query.where('farm_id', '=', farmId ?? ''))
      .$if(exceptSession !== undefined, (query) => query.where('token_hash', '!=', exceptSession ?? ''))
      .execute(),
  device_pins: remove('device_pins'),
  push_subscriptions: remove('push_subscriptions'),
  // The hour of the morning mail stays with the membership: it goes to the person alone.
  reminders: (tx, { userId, farmId }) =>
    farmId === undefined
      ? tx
          .updateTable('reminders')
          .set({ calendar_hash: null, calendar_made_at: null, calendar_read_at: null })
          .where('user_id', '=', userId)
          .execute()
      : tx.deleteFrom('reminders').where('user_id', '=', userId).where('farm_id', '=', farmId).execute(),
  api_keys: (tx, { userId, farmId, now }) =>
    tx
      .updateTable('api_keys')
      .set({ revoked_at: now.toISOString() })
      .where('created_by', '=', userId)
      .where('revoked_at', 'is', null)
      .$if(farmId !== undefined, (query) => query.where('farm_id', '=', farmId ?? ''))
      .execute(),
  hooks: (tx, { userId, farmId }) =>
    tx
      .updateTable('hooks')
      .set({ state: 'off', off_reason: 'maker' })
      .where('created_by', '=', userId)
      .where('state', '=', 'on')
      .$if(farmId !== undefined, (query) => query.where('farm_id', '=', farmId ?? ''))
      .execute(),
  invitations: (tx, { userId, farmId, now }) =>
    tx
      .updateTable('invitations')
      .set({ revoked_at: now.toISOString() })
      .where('invited_by', '=', userId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .$if(farmId !== undefined, (query) => query.where('farm_id', '=', farmId ?? ''))
      .execute(),
  transfers: (tx, { userId, farmId, now }) =>
    tx
      .updateTable('transfers')
      .set({ revoked_at: now.toISOString() })
      .where('created_by', '=', userId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .$if(farmId !== undefined, (query) => query.where('farm_id', '=', farmId ?? ''))
      .execute(),
  support_access: async (tx, { userId, farmId, now }) => {
    const owned = await tx
      .selectFrom('memberships')
      .select('farm_id')
      .where('user_id', '=', userId)
      .where('role', '=', 'owner')
      .$if(farmId !== undefined, (query) => query.where('farm_id', '=', farmId ?? ''))
      .execute();
    const ids = owned.map(({ farm_id }) => farm_id);
    if (ids.length === 0) return;
    await tx.deleteFrom('support_access').where('farm_id', 'in', ids).execute();
    await tx
      .updateTable('memberships')
      .set({ ended_at: now.toISOString() })
      .where('farm_id', 'in', ids)
      .where('by_support', '=', true)
      .where('ended_at', 'is', null)
      .execute();
  },
} as const satisfies Readonly<Record<string, End>>;

/** When an account is repaired, or when a membership ends. What has ended does not come back with the person. */
export async function endGrants(tx: Tx, holder: Holder): Promise<void> {
  for (const end of Object.values<End>(grants)) await end(tx, holder);
}
