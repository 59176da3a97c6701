import type { Selectable } from 'kysely';
import { endedStatuses, unobserved, type Observed } from '#domain/subscriptions.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Checkouts, HeldPayments, PaymentEvents, PaymentProvider } from '#server/db/payments.schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Recipient } from '#server/mail/mailing.ts';
import type { Message, News } from './provider.ts';

export const readHouse = (db: Db | Tx): Promise<{ id: string; secret: string }> =>
  db.selectFrom('payment_house').select(['id', 'secret']).executeTakeFirstOrThrow();

/** False when the message was taken in before. */
export async function noteMessage(tx: Tx, { id, type, at }: Message, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('payment_events')
    .values({ id, type, happened_at: at, received_at: now.toISOString(), outcome: 'ignored' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const noteOutcome = (tx: Tx, id: string, outcome: PaymentEvents['outcome']): Promise<unknown> =>
  tx.updateTable('payment_events').set({ outcome }).where('id', '=', id).execute();

/** Providers try again for days; after a season nothing old can come. */
export const forgetOldMessages = (db: Db, before: string): Promise<unknown> =>
  db.deleteFrom('payment_events').where('received_at', '<', before).execute();

export type Checkout = Selectable<Checkouts>;

export const findCheckout = (db: Db | Tx, farmId: FarmId, id: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();

export const findCheckoutOfSession = (db: Db, sessionId: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('provider_session_id', '=', sessionId).executeTakeFirst();

export async function insertCheckout(
  tx: Tx,
  checkout: Omit<Checkout, 'state' | 'provider_session_id' | 'url' | 'settled_at' | 'checked_at'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('checkouts')
    .values({ ...checkout, state: 'open' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const setCheckout = (
  db: Db | Tx,
  farmId: FarmId,
  id: string,
  change: Partial<Pick<Checkout, 'state' | 'settled_at' | 'provider_session_id' | 'url'>>,
): Promise<unknown> => db.updateTable('checkouts').set(change).where('farm_id', '=', farmId).where('id', '=', id).execute();

/** The provider does not know it: nobody can pay it any more. */
export const closeUnknownCheckout = (db: Db, farmId: FarmId, id: string): Promise<unknown> =>
  db
    .updateTable('checkouts')
    .set({ state: 'closed' })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();

/** Whose checkout the news is about, by what the provider says of it: its session, our id, or the subscription it led to. */
export async function findOwner(tx: Tx, news: News): Promise<{ farmId: string; checkoutId: string } | undefined> {
  const rows = await tx
    .selectFrom('checkouts')
    .select(['farm_id as farmId', 'id as checkoutId'])
    .where((eb) =>
      eb.or([
        eb('id', '=', news.checkoutId ?? ''),
        news.about === 'checkout'
          ? eb('provider_session_id', '=', news.sessionId)
          : // As one value, so that PostgreSQL finds both by their index.
            eb('id', '=', eb.selectFrom('subscriptions').select('checkout_id').where('subscriptions.id', '=', news.id).limit(1)),
      ]),
    )
    .execute();
  return rows[0];
}

export const isFarm = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('farms').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()) !==
  undefined;

/** Deleted, and not merely missing from a database that was put back. */
export const isDeletedFarm = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('deleted_farms').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** False when it was known before. */
export async function holdPayment(tx: Tx, held: HeldPayments): Promise<boolean> {
  const row = await tx
    .insertInto('held_payments')
    .values(held)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const releasePayment = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('held_payments').where('id', '=', id).execute();

export const listHeldPayments = (db: Db): Promise<HeldPayments[]> =>
  db.selectFrom('held_payments').selectAll().orderBy('held_at').orderBy('id').execute();

/** A subscription with the checkout it came from. */
const subscriptions = (db: Db | Tx) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('checkouts', (join) =>
      join.onRef('checkouts.farm_id', '=', 'subscriptions.farm_id').onRef('checkouts.id', '=', 'subscriptions.checkout_id'),
    )
    .select([
      'subscriptions.id',
      'subscriptions.farm_id as farmId',
      'subscriptions.provider',
      'subscriptions.customer_id as customerId',
      'subscriptions.checkout_id as checkoutId',
      'subscriptions.status',
      'subscriptions.observed_at as observedAt',
      'subscriptions.period_ends_at as periodEndsAt',
      'subscriptions.is_ending as isEnding',
      'subscriptions.ending_observed_at as endingObservedAt',
      'checkouts.state as checkoutState',
      'checkouts.plan_type as planType',
      'checkouts.billing_cycle as billingCycle',
      'checkouts.amount_cents as amountCents',
      'checkouts.trial_days as trialDays',
      'checkouts.settled_at as settledAt',
      'checkouts.starts_at as startsAt',
      'checkouts.credit_cents as creditCents',
      'checkouts.replaces',
      'checkouts.user_id as userId',
    ]);

export type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

export const findSubscription = (db: Db | Tx, id: string) =>
  subscriptions(db).where('subscriptions.id', '=', id).executeTakeFirst();

/** The subscription that pays for the farm's plan. */
export const findRunning = (db: Db | Tx, farmId: FarmId) =>
  subscriptions(db)
    .innerJoin('farms', (join) =>
      join.onRef('farms.id', '=', 'subscriptions.farm_id').onRef('farms.subscription_id', '=', 'subscriptions.id'),
    )
    .where('subscriptions.farm_id', '=', farmId)
    .executeTakeFirst();

/** Agreed and not begun: the plan that follows when the one before it has used up what was paid. */
export const findScheduled = (db: Db | Tx, farmId: FarmId) =>
  subscriptions(db)
    .innerJoin('farms', 'farms.id', 'subscriptions.farm_id')
    .leftJoin('payment_tasks', (join) =>
      join.on('payment_tasks.kind', '=', 'end_subscription').onRef('payment_tasks.subject', '=', 'subscriptions.id'),
    )
    .where('subscriptions.farm_id', '=', farmId)
    .where('subscriptions.status', 'not in', endedStatuses)
    .where('checkouts.state', '=', 'granted')
    .where('checkouts.starts_at', 'is not', null)
    .where((eb) =>
      eb.or([eb('farms.subscription_id', 'is', null), eb('farms.subscription_id', '!=', eb.ref('subscriptions.id'))]),
    )
    .where('payment_tasks.id', 'is', null)
    .orderBy('checkouts.settled_at', 'desc')
    .orderBy('checkouts.id', 'desc')
    .executeTakeFirst();

/** Whom the provider knows the farm as, from its newest subscription. */
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

/** Writes down what is known of a subscription now; the first time makes its row. */
export async function putSubscription(
  tx: Tx,
  farmId: FarmId,
  of: { id: string; checkout: Checkout; customerId: string | undefined },
  known: Observed,
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

export const observedOf = (subscription: Subscription | undefined): Observed => subscription ?? unobserved;

/** The plan as it counts: paid by a subscription, or given for a time. */
export const readPlan = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('farms')
    .select([
      'plan_type as planType',
      'plan_status as status',
      'plan_cycle as billingCycle',
      'plan_ends_at as endsAt',
      'subscription_id as subscriptionId',
      'trial_used_at as trialUsedAt',
    ])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();

/** The plan that was paid for. */
export const setPlan = (
  tx: Tx,
  farmId: FarmId,
  { plan_type, billing_cycle }: Pick<Checkout, 'plan_type' | 'billing_cycle'>,
  subscriptionId: string,
  status: string,
): Promise<unknown> =>
  tx
    .updateTable('farms')
    .set({
      plan_type,
      plan_cycle: billing_cycle,
      plan_status: status,
      plan_ends_at: null,
      subscription_id: subscriptionId,
    })
    .where('id', '=', farmId)
    .execute();

export const setPlanStatus = (tx: Tx, farmId: FarmId, status: string): Promise<unknown> =>
  tx.updateTable('farms').set({ plan_status: status }).where('id', '=', farmId).execute();

export const noteTrial = (tx: Tx, farmId: FarmId, now: Date): Promise<unknown> =>
  tx.updateTable('farms').set({ trial_used_at: now.toISOString() }).where('id', '=', farmId).execute();

/** Whom mails and the provider's bills go to: the farm's first person. */
export const findBuyer = (db: Db | Tx, farmId: FarmId): Promise<(Recipient & { readonly id: string }) | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed_at as emailConfirmedAt'])
    .where('farm_id', '=', farmId)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
