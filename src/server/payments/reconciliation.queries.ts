import { sql } from 'kysely';
import { endedStatuses } from '#domain/subscriptions.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Marks as asked now, and answers, some of the checkouts that may have been paid unheard. */
export const takeOpenCheckouts = (db: Db, { since, notSince, now, most }: Batch) =>
  db
    .updateTable('checkouts')
    .set({ checked_at: now.toISOString() })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('checkouts')
        .select('id')
        .where('state', 'in', ['open', 'held'])
        .where('created_at', '>=', since)
        .where('provider_session_id', 'is not', null)
        .where(sql<string>`coalesce(checked_at, created_at)`, '<=', notSince)
        .orderBy('created_at')
        .limit(most),
    )
    .returning(['provider', 'provider_session_id as sessionId'])
    .execute();

/** The same for subscriptions whose period is over, or of which nothing was heard for long. */
export const takeSilentSubscriptions = (db: Db, { since, notSince, now, most }: Batch) =>
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

/** `silentSince`: a subscription whose period ended by then is not believed any more. */
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
    .select(['farms.id', 'farms.plan_type as planType'])
    .where('farms.plan_status', '!=', 'expired')
    .where((eb) => eb.or([eb('farms.plan_ends_at', '<=', now), eb('subscriptions.period_ends_at', '<=', silentSince)]));

/** Farms whose plan still counts although its time has run out. */
export const listLapsedFarms = async (db: Db, limits: Limits): Promise<string[]> =>
  (await lapsedFarms(db, limits).execute()).map(({ id }) => id);

export const findLapsed = (tx: Tx, farmId: FarmId, limits: Limits) =>
  lapsedFarms(tx, limits).where('farms.id', '=', farmId).executeTakeFirst();
