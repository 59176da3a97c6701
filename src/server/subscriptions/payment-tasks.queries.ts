import type { Cents } from '#domain/values/units.ts';
import type { ExpressionBuilder } from 'kysely';
import { endedStatuses } from '#domain/accounts/subscriptions.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { PaymentProvider } from '#server/db/baseline/plans.ts';
import { isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { claimTask, queueTasks, type Queue, type Task } from '#server/tasks/tasks.queries.ts';
import { minuteMs } from '#server/time-after.ts';

type PaymentKind = 'end_subscription' | 'close_checkout';

interface Subject {
  readonly provider: PaymentProvider;
  readonly subject: string;
  /** The part of the unused rest that is already credited; if absent, the provider credits all of it. */
  readonly creditedCents?: Cents | undefined;
}

function queuePaymentTasks(tx: Tx, kind: PaymentKind, subjects: readonly Subject[], now: Date): Promise<void> {
  const tasks = subjects.map(({ provider, subject, creditedCents = null }) => ({
    dedupe_key: subject,
    payload: JSON.stringify({ provider, creditedCents, restCents: null } satisfies PaymentPayload),
  }));
  return queueTasks(tx, kind, tasks, now);
}

export const endSubscription = (tx: Tx, provider: PaymentProvider, id: string, now: Date): Promise<unknown> =>
  queuePaymentTasks(tx, 'end_subscription', [{ provider, subject: id }], now);

export const isEndQueued = (tx: Tx, id: string): Promise<boolean> =>
  isAny(tx.selectFrom('tasks').select('id').where('kind', '=', 'end_subscription').where('dedupe_key', '=', id));

export const deleteTask = (tx: Tx, id: string): Promise<unknown> => tx.deleteFrom('tasks').where('id', '=', id).execute();

/**
 * Whether a subscription of the farm is live and not to be ended; for a query over `farms`. A value and not `exists`, for which
 * PostgreSQL may read the subscriptions of all farms.
 */
export const hasLiveSubscription = (eb: ExpressionBuilder<Database, 'farms'>) =>
  eb(
    eb
      .selectFrom('subscriptions')
      .leftJoin('tasks', (join) =>
        join.on('tasks.kind', '=', 'end_subscription').onRef('tasks.dedupe_key', '=', 'subscriptions.id'),
      )
      .select('subscriptions.id')
      .whereRef('subscriptions.farm_id', '=', 'farms.id')
      .where('subscriptions.status', 'not in', endedStatuses)
      .where('tasks.id', 'is', null)
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

export const endSubscriptions = async (tx: Tx, farmId: FarmId, now: Date): Promise<void> => {
  await queuePaymentTasks(tx, 'end_subscription', await liveSubscriptions(tx, farmId).execute(), now);
};

interface Continued {
  readonly id: string;
  readonly replaces: string | null;
  readonly creditCents: Cents;
}

export async function endOtherSubscriptions(tx: Tx, farmId: FarmId, continued: readonly Continued[], now: Date): Promise<void> {
  const others = await liveSubscriptions(tx, farmId)
    .where('id', 'not in', ['', ...continued.map(({ id }) => id)])
    .where('checkout_id', 'in', (eb) =>
      eb.selectFrom('checkouts').select('checkouts.id').where('farm_id', '=', farmId).where('state', '=', 'granted'),
    )
    .execute();
  const creditedFor = (id: string) => continued.find(({ replaces }) => replaces === id)?.creditCents;
  const ended = others.map((other) => ({ ...other, creditedCents: creditedFor(other.subject) }));
  await queuePaymentTasks(tx, 'end_subscription', ended, now);
}

const openCheckouts = (tx: Tx, farmId: FarmId) =>
  tx
    .selectFrom('checkouts')
    .select((eb) => ['provider', eb.ref('provider_session_id').$castTo<string>().as('subject')])
    .where('farm_id', '=', farmId)
    .where('state', '=', 'open')
    .where('provider_session_id', 'is not', null);

/** Open checkouts are closed so that nothing is paid twice and no coupon is used twice. */
export async function closeCheckouts(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await queuePaymentTasks(tx, 'close_checkout', await openCheckouts(tx, farmId).execute(), now);
}

/** Closes checkouts whose terms credit the rest of the current plan, because that plan ends in another way. */
export async function closeChanges(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await queuePaymentTasks(tx, 'close_checkout', await openCheckouts(tx, farmId).where('replaces', 'is not', null).execute(), now);
}

export async function endPayments(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await endSubscriptions(tx, farmId, now);
  await closeCheckouts(tx, farmId, now);
}

/** Retried without an end, since somebody would continue to be charged. */
const retries = { leaseMs: 2 * minuteMs, retryMs: minuteMs, longestRetryMs: 360 * minuteMs };
const paymentKinds: readonly PaymentKind[] = ['end_subscription', 'close_checkout'];
const paymentQueues = paymentKinds.map((kind): Queue => ({ kind, ...retries }));

interface PaymentPayload {
  readonly provider: PaymentProvider;
  readonly creditedCents: Cents | null;
  /** The amount still to be credited, stored once so that a retry credits the same. */
  readonly restCents: Cents | null;
}

export interface PaymentTask extends Task, PaymentPayload {
  readonly subject: string;
}

export async function claimPaymentTask(db: Db, now: Date): Promise<PaymentTask | undefined> {
  const task = await claimTask(db, paymentQueues, now);
  return task && { ...task, subject: task.key ?? '', ...(JSON.parse(task.payload ?? '') as PaymentPayload) };
}

export function saveRestCents(db: Db, { id, provider, creditedCents }: PaymentTask, restCents: Cents): Promise<unknown> {
  const payload = JSON.stringify({ provider, creditedCents, restCents } satisfies PaymentPayload);
  return db.updateTable('tasks').set({ payload }).where('id', '=', id).execute();
}
