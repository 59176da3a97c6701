import type { FarmId } from './farm-id.ts';
import { revokeOpen } from './revoke-open.ts';
import type { Tx } from './transaction.ts';

interface Holder {
  readonly userId: string;
  /** Without it, on all farms. */
  readonly farmId?: FarmId | undefined;
  readonly now: Date;
  /** The hash of a session that stays. */
  readonly exceptSession?: string | undefined;
}

/** `farmIds`: where the person is or was a member, which is where all of it lies. */
type Holding = Pick<Holder, 'userId' | 'now' | 'exceptSession'> & {
  readonly isOneFarm: boolean;
  readonly farmIds: readonly string[];
};

type End = (tx: Tx, holding: Holding) => Promise<unknown>;

const remove =
  (table: 'device_pins' | 'push_subscriptions'): End =>
  (tx, { userId, farmIds }) =>
    tx.deleteFrom(table).where('farm_id', 'in', farmIds).where('user_id', '=', userId).execute();

/**
 * Everything besides a password by which a person, or whoever has what they gave away, gets to a farm, by the table that stores it. A new
 * kind joins here, or `grants.test.ts` fails.
 */
export const grants = {
  sessions: (tx, { userId, farmIds, exceptSession = '' }) =>
    tx
      .deleteFrom('sessions')
      .where('farm_id', 'in', farmIds)
      .where('user_id', '=', userId)
      .where('token_hash', '!=', exceptSession)
      .execute(),
  device_pins: remove('device_pins'),
  push_subscriptions: remove('push_subscriptions'),
  // The hour of the morning mail stays with the membership: it goes to the person alone.
  reminders: (tx, { userId, farmIds, isOneFarm }) =>
    isOneFarm
      ? tx.deleteFrom('reminders').where('farm_id', 'in', farmIds).where('user_id', '=', userId).execute()
      : tx
          .updateTable('reminders')
          .set({ calendar_hash: null, calendar_made_at: null, calendar_read_at: null })
          .where('farm_id', 'in', farmIds)
          .where('user_id', '=', userId)
          .execute(),
  api_keys: (tx, { userId, farmIds, now }) =>
    tx
      .updateTable('api_keys')
      .set({ revoked_at: now.toISOString() })
      .where('farm_id', 'in', farmIds)
      .where('created_by', '=', userId)
      .where('revoked_at', 'is', null)
      .execute(),
  hooks: (tx, { userId, farmIds }) =>
    tx
      .updateTable('hooks')
      .set({ state: 'off', off_reason: 'maker' })
      .where('farm_id', 'in', farmIds)
      .where('created_by', '=', userId)
      .where('state', '=', 'on')
      .execute(),
  invitations: (tx, { userId, farmIds, now }) => revokeOpen(tx, 'invitations', farmIds, ['invited_by', userId], now),
  transfers: (tx, { userId, farmIds, now }) => revokeOpen(tx, 'transfers', farmIds, ['created_by', userId], now),
  support_access: async (tx, { userId, farmIds, now }) => {
    const owned = await tx
      .selectFrom('memberships')
      .select('farm_id')
      .where('farm_id', 'in', farmIds)
      .where('user_id', '=', userId)
      .where('role', '=', 'owner')
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
export async function endGrants(tx: Tx, { farmId, ...holder }: Holder): Promise<void> {
  const farmIds = farmId === undefined ? await listFarmIds(tx, holder.userId) : [farmId];
  if (farmIds.length === 0) return;
  for (const end of Object.values<End>(grants)) await end(tx, { ...holder, farmIds, isOneFarm: farmId !== undefined });
}

async function listFarmIds(tx: Tx, userId: string): Promise<string[]> {
  const memberships = await tx.selectFrom('memberships').select('farm_id').where('user_id', '=', userId).execute();
  return memberships.map(({ farm_id }) => farm_id);
}
