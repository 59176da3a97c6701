import { endedStatuses, initialSubscriptionState, type SubscriptionState } from '#domain/accounts/subscriptions.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { PaymentProvider } from '#server/db/baseline/plans.ts';
import { fieldsOf } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

const subscriptions = (db: Db | Tx) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('checkouts', (join) =>
      join.onRef('checkouts.farm_id', '=', 'subscriptions.farm_id').onRef('checkouts.id', '=', 'subscriptions.checkout_id'),
    )
    .select([
      ...fieldsOf(
        'subscriptions',
        'id farmId provider customerId checkoutId status observedAt periodEndsAt isEnding endingObservedAt',
      ),
      'checkouts.state as checkoutState',
      ...fieldsOf('checkouts', 'planType billingCycle amountCents trialDays settledAt startsAt creditCents replaces userId'),
    ]);

export type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

export const findSubscription = (db: Db | Tx, id: string) =>
  subscriptions(db).where('subscriptions.id', '=', id).executeTakeFirst();

/** A deleted farm has no running subscription, even before its rows are removed. */
export const findRunning = (db: Db | Tx, farmId: FarmId) =>
  subscriptions(db)
    .innerJoin('farms', (join) =>
      join.onRef('farms.id', '=', 'subscriptions.farm_id').onRef('farms.subscription_id', '=', 'subscriptions.id'),
    )
    .where('subscriptions.farm_id', '=', farmId)
    .where('farms.deleted_at', 'is', null)
    .executeTakeFirst();

export const findScheduled = (db: Db | Tx, farmId: FarmId) =>
  subscriptions(db)
    .innerJoin('farms', 'farms.id', 'subscriptions.farm_id')
    .leftJoin('tasks', (join) =>
      join.on('tasks.kind', '=', 'end_subscription').onRef('tasks.dedupe_key', '=', 'subscriptions.id'),
    )
    .where('subscriptions.farm_id', '=', farmId)
    .where('subscriptions.status', 'not in', endedStatuses)
    .where('checkouts.state', '=', 'granted')
    .where('checkouts.starts_at', 'is not', null)
    .where((eb) =>
      eb.or([eb('farms.subscription_id', 'is', null), eb('farms.subscription_id', '!=', eb.ref('subscriptions.id'))]),
    )
    .where('tasks.id', 'is', null)
    .orderBy('checkouts.settled_at', 'desc')
    .orderBy('checkouts.id', 'desc')
    .executeTakeFirst();

export async function findCustomer(tx: Tx, farmId: FarmId, provider: PaymentProvider): Promise<string | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('farm_id', '=', farmId)
    .where('provider', '=', provider)
    .where('customer_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

export async function saveSubscription(
  tx: Tx,
  farmId: FarmId,
  of: { id: string; checkout: Pick<Database['checkouts'], 'provider'> & { readonly id: string }; customerId: string | undefined },
  known: SubscriptionState,
  now: Date,
): Promise<void> {
  const observed = {
    status: known.status,
    observed_at: known.observedAt,
    period_ends_at: known.periodEndsAt,
    is_ending: known.isEnding,
    ending_observed_at: known.endingObservedAt,
    ...(of.customerId !== undefined && { customer_id: of.customerId }),
  };
  await tx
    .insertInto('subscriptions')
    .values({
      farm_id: farmId,
      id: of.id,
      checkout_id: of.checkout.id,
      provider: of.checkout.provider,
      created_at: now.toISOString(),
      ...observed,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(observed))
    .execute();
}

export const observedOf = (subscription: Subscription | undefined): SubscriptionState => subscription ?? initialSubscriptionState;
