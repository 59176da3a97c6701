import { sql } from 'kysely';
import { afterDays, endedStatuses, graceDays } from '#domain/accounts/subscriptions.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { fieldsOf } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Claims checkouts that may have been paid without an event. Open ones are checked whatever their age, because the server may have been down
 * for weeks.
 */
export const claimOpenCheckouts = (db: Db, { since, notSince, now, most }: Batch) =>
  db
    .updateTable('checkouts')
    .set({ checked_at: now.toISOString() })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('checkouts')
        .select('id')
        .where((or) => or.or([or('state', '=', 'open'), or.and([or('state', '=', 'held'), or('created_at', '>=', since)])]))
        .where('provider_session_id', 'is not', null)
        .where(sql<string>`coalesce(checked_at, created_at)`, '<=', notSince)
        .orderBy('created_at')
        .limit(most),
    )
    .returning(['id', 'farm_id as farmId', 'provider', 'provider_session_id as sessionId'])
    .execute();

/** Those that may have been paid since a backup. */
export const listOpenCheckouts = (db: Db) =>
  db
    .selectFrom('checkouts')
    .select((eb) => ['provider', eb.ref('provider_session_id').$castTo<string>().as('sessionId')])
    .where('state', 'in', ['open', 'held'])
    .where('provider_session_id', 'is not', null)
    .orderBy('created_at')
    .execute();

/** Claims live subscriptions whose period is over, or of which nothing was heard for a day. */
export const claimSilentSubscriptions = (db: Db, { since, notSince, now, most }: Batch) =>
  db
    .updateTable('subscriptions')
    .set({ checked_at: now.toISOString() })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where('status', 'not in', endedStatuses)
        .where((or) => or.or([or('checked_at', 'is', null), or('checked_at', '<=', notSince)]))
        .where((or) =>
          or.or([
            or('period_ends_at', '<=', now.toISOString()),
            or('period_ends_at', 'is', null),
            or.and([or('observed_at', '<=', since), or.or([or('checked_at', 'is', null), or('checked_at', '<=', since)])]),
          ]),
        )
        .orderBy('period_ends_at')
        .limit(most),
    )
    .returning(['provider', 'id'])
    .execute();

interface Batch {
  readonly since: string;
  readonly notSince: string;
  readonly now: Date;
  readonly most: number;
}

/** `silentSince`: a subscription whose period ended by then, without an event since, counts as ended. */
interface Limits {
  readonly now: string;
  readonly silentSince: string;
}

const lapsedFarms = (db: Db | Tx, { now, silentSince }: Limits) =>
  db
    .selectFrom('farms')
    .leftJoin('subscriptions', (join) =>
      join.onRef('subscriptions.farm_id', '=', 'farms.id').onRef('subscriptions.id', '=', 'farms.subscription_id'),
    )
    .select([...fieldsOf('farms', 'id planType planEndsAt'), 'subscriptions.period_ends_at as periodEndsAt'])
    .where('farms.plan_status', '!=', 'expired')
    .where((eb) => eb.or([eb('farms.plan_ends_at', '<=', now), eb('subscriptions.period_ends_at', '<=', silentSince)]));

export const listLapsedFarms = async (db: Db, limits: Limits): Promise<string[]> =>
  (await lapsedFarms(db, limits).execute()).map(({ id }) => id);

export async function findLapsed(tx: Tx, farmId: FarmId, limits: Limits) {
  const lapsed = await lapsedFarms(tx, limits).where('farms.id', '=', farmId).executeTakeFirst();
  return lapsed && { planType: lapsed.planType, endedAt: lapsed.planEndsAt ?? afterDays(lapsed.periodEndsAt ?? '', graceDays) };
}

const changes = (db: Db) =>
  db
    .selectFrom('farms')
    .innerJoin('checkouts', 'checkouts.farm_id', 'farms.id')
    .innerJoin('subscriptions as next', (join) =>
      join.onRef('next.farm_id', '=', 'checkouts.farm_id').onRef('next.checkout_id', '=', 'checkouts.id'),
    )
    .leftJoin('tasks', (join) => join.on('tasks.kind', '=', 'end_subscription').onRef('tasks.dedupe_key', '=', 'next.id'))
    .where('checkouts.state', '=', 'granted')
    .where('checkouts.starts_at', 'is not', null)
    .where('next.status', 'not in', endedStatuses)
    .where('tasks.id', 'is', null);

export const listDueChanges = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await changes(db)
    .select('farms.id')
    .distinct()
    .where('checkouts.starts_at', '<=', now.toISOString())
    .where((eb) => eb.or([eb('farms.subscription_id', 'is', null), eb('farms.subscription_id', '!=', eb.ref('next.id'))]))
    .execute();
  return rows.map(({ id }) => id);
};

export const listRenewalsToStop = (db: Db) =>
  changes(db)
    .innerJoin('subscriptions as running', (join) =>
      join.onRef('running.farm_id', '=', 'farms.id').onRef('running.id', '=', 'farms.subscription_id'),
    )
    .select(['running.id', 'running.provider'])
    .distinct()
    .whereRef('running.id', '!=', 'next.id')
    .where('running.status', 'not in', endedStatuses)
    .where('running.is_ending', '=', false)
    .execute();
