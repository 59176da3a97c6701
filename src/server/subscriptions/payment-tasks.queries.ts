import type { ExpressionBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Cents } from '#domain/money.ts';
import { endedStatuses } from '#domain/subscriptions.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { PaymentProvider } from '#server/db/payments.schema.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

interface Subject {
  readonly provider: PaymentProvider;
  readonly subject: string;
  /** Already credited of the unused rest; without it the provider credits all of it. */
  readonly creditedCents?: Cents | undefined;
}

/** Queues requests to a provider in the transaction of their cause; (kind, subject) is the dedupe key. */
const queueTasks = (
  tx: Tx,
  kind: 'end_subscription' | 'close_checkout',
  subjects: readonly Subject[],
  now: Date,
): Promise<unknown> =>
  subjects.length === 0
    ? Promise.resolve()
    : tx
        .insertInto('payment_tasks')
        .values(
          subjects.map(({ provider, subject, creditedCents }) => ({
            id: uuidv7(),
            provider,
            kind,
            subject,
            created_at: now.toISOString(),
            next_attempt_at: now.toISOString(),
            credited_cents: creditedCents ?? null,
          })),
        )
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
        .execute();

export const endSubscription = (tx: Tx, provider: PaymentProvider, id: string, now: Date): Promise<unknown> =>
  queueTasks(tx, 'end_subscription', [{ provider, subject: id }], now);

/** Whether the end of the subscription is queued or was sent. */
export const isToEnd = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('payment_tasks')
    .select('id')
    .where('kind', '=', 'end_subscription')
    .where('subject', '=', id)
    .executeTakeFirst()) !== undefined;

/** The subscription continues after all. */
export const deleteTask = (tx: Tx, id: string): Promise<unknown> => tx.deleteFrom('payment_tasks').where('id', '=', id).execute();

/**
 * Whether a subscription of the farm is live and not to be ended; for a query over `farms`. A value and not `exists`, for which
 * PostgreSQL may read the subscriptions of all farms.
 */
export const goesOn = (eb: ExpressionBuilder<Database, 'farms'>) =>
  eb(
    eb
      .selectFrom('subscriptions')
      .leftJoin('payment_tasks', (join) =>
        join.on('payment_tasks.kind', '=', 'end_subscription').onRef('payment_tasks.subject', '=', 'subscriptions.id'),
      )
      .select('subscriptions.id')
      .whereRef('subscriptions.farm_id', '=', 'farms.id')
      .where('subscriptions.status', 'not in', endedStatuses)
      .where('payment_tasks.id', 'is', null)
      .limit(1),
    'is not',
    null,
  );

const liveSubscriptions = (tx: Tx, farmId: FarmId) =>
  tx
    .selectFrom('subscriptions')
    .select(['provider', 'id as subject'])
    .where('farm_id', '=', farmId)
    .where('status', 'not in', endedStatuses);

/** For a farm whose plan is not paid by a subscription any more. */
export const endSubscriptions = async (tx: Tx, farmId: FarmId, now: Date): Promise<void> => {
  await queueTasks(tx, 'end_subscription', await liveSubscriptions(tx, farmId).execute(), now);
};

interface Continued {
  readonly id: string;
  /** The subscription it replaces, and what was credited for that. */
  readonly replaces: string | null;
  readonly creditCents: Cents;
}

/** Ends all paid subscriptions except those that continue: the current one and perhaps the scheduled one. */
export async function endOtherSubscriptions(tx: Tx, farmId: FarmId, continued: readonly Continued[], now: Date): Promise<void> {
  const others = await liveSubscriptions(tx, farmId)
    .where('id', 'not in', ['', ...continued.map(({ id }) => id)])
    .where('checkout_id', 'in', (eb) =>
      eb.selectFrom('checkouts').select('checkouts.id').where('farm_id', '=', farmId).where('state', '=', 'granted'),
    )
    .execute();
  const creditedFor = (id: string) => continued.find(({ replaces }) => replaces === id)?.creditCents;
  await queueTasks(
    tx,
    'end_subscription',
    others.map((other) => ({ ...other, creditedCents: creditedFor(other.subject) })),
    now,
  );
}

const openCheckouts = (tx: Tx, farmId: FarmId) =>
  tx
    .selectFrom('checkouts')
    .select((eb) => ['provider', eb.ref('provider_session_id').$castTo<string>().as('subject')])
    .where('farm_id', '=', farmId)
    .where('state', '=', 'open')
    .where('provider_session_id', 'is not', null);

/** Closes all open checkouts, so that nothing is paid twice and no coupon used twice. */
export async function closeCheckouts(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await queueTasks(tx, 'close_checkout', await openCheckouts(tx, farmId).execute(), now);
}

/** Closes the checkouts whose terms credit the rest of the current plan, because that plan ends another way. */
export async function closeChanges(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await queueTasks(tx, 'close_checkout', await openCheckouts(tx, farmId).where('replaces', 'is not', null).execute(), now);
}

/** For a farm that is deleted. */
export async function endPayments(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await endSubscriptions(tx, farmId, now);
  await closeCheckouts(tx, farmId, now);
}

const minuteMs = 60_000;
/** An attempt without a result by then is assumed to have died with its server. */
const leaseMs = 2 * minuteMs;

/** Claims the first due task; the update of `next_attempt_at` is the lease. */
export async function claimTask(db: Db, now: Date) {
  const row = await db
    .updateTable('payment_tasks')
    .set((eb) => ({ next_attempt_at: later(now, leaseMs), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('payment_tasks')
        .select('id')
        .where('done_at', 'is', null)
        .where('next_attempt_at', '<=', now.toISOString())
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1),
    )
    .where('next_attempt_at', '<=', now.toISOString())
    .returning(['id', 'provider', 'kind', 'subject', 'attempts', 'credited_cents as creditedCents', 'rest_cents as restCents'])
    .executeTakeFirst();
  return row;
}

export type Task = NonNullable<Awaited<ReturnType<typeof claimTask>>>;

/** Stored once, so that a retry credits the same amount. */
export const setRest = (db: Db, id: string, cents: Cents): Promise<unknown> =>
  db.updateTable('payment_tasks').set({ rest_cents: cents }).where('id', '=', id).execute();

export const finishTask = (db: Db, id: string, now: Date): Promise<unknown> =>
  db.updateTable('payment_tasks').set({ done_at: now.toISOString(), last_error: null }).where('id', '=', id).execute();

/** Doubles the delay up to six hours; a task is never given up, since somebody would go on paying. */
export const scheduleTaskRetry = (db: Db, { id, attempts }: { id: string; attempts: number }, error: string, now: Date) =>
  db
    .updateTable('payment_tasks')
    .set({ next_attempt_at: later(now, Math.min(360, 2 ** (attempts - 1)) * minuteMs), last_error: error.slice(0, 500) })
    .where('id', '=', id)
    .execute();

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
