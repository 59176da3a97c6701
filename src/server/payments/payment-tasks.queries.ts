import type { ExpressionBuilder } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { endedStatuses } from '#domain/subscriptions.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { PaymentProvider } from '#server/db/payments.schema.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Something to tell a provider, in the transaction of its cause. Asked for twice, it is told once. */
const queueTasks = (
  tx: Tx,
  kind: 'end_subscription' | 'close_checkout',
  subjects: readonly { readonly provider: PaymentProvider; readonly subject: string }[],
  now: Date,
): Promise<unknown> =>
  subjects.length === 0
    ? Promise.resolve()
    : tx
        .insertInto('payment_tasks')
        .values(
          subjects.map(({ provider, subject }) => ({
            id: uuidv7(),
            provider,
            kind,
            subject,
            created_at: now.toISOString(),
            next_attempt_at: now.toISOString(),
          })),
        )
        .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
        .execute();

export const endSubscription = (tx: Tx, provider: PaymentProvider, id: string, now: Date): Promise<unknown> =>
  queueTasks(tx, 'end_subscription', [{ provider, subject: id }], now);

/**
 * Whether one of the farm goes on, as far as we know and have not ended it; for a query that has `farms` at hand. A value and not
 * `exists`, for which PostgreSQL may read the subscriptions of all farms.
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

/** The farm's plan comes from somewhere else now: what pays for it ends. */
export const endSubscriptions = async (tx: Tx, farmId: FarmId, now: Date): Promise<void> => {
  await queueTasks(tx, 'end_subscription', await liveSubscriptions(tx, farmId).execute(), now);
};

/** Of several subscriptions that were paid for, one goes on. */
export async function endOtherSubscriptions(tx: Tx, farmId: FarmId, running: string | null, now: Date): Promise<void> {
  const others = await liveSubscriptions(tx, farmId)
    .where('id', '!=', running ?? '')
    .where('checkout_id', 'in', (eb) =>
      eb.selectFrom('checkouts').select('checkouts.id').where('farm_id', '=', farmId).where('state', '=', 'granted'),
    )
    .execute();
  await queueTasks(tx, 'end_subscription', others, now);
}

/** What the farm could still pay for, it cannot any more: what was meant once is not paid twice, nor a coupon used twice. */
export async function closeCheckouts(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('checkouts')
    .select((eb) => ['provider', eb.ref('provider_session_id').$castTo<string>().as('subject')])
    .where('farm_id', '=', farmId)
    .where('state', '=', 'open')
    .where('provider_session_id', 'is not', null)
    .execute();
  await queueTasks(tx, 'close_checkout', open, now);
}

/** The farm goes: nothing of it is paid any more, nor can be. */
export async function endPayments(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await endSubscriptions(tx, farmId, now);
  await closeCheckouts(tx, farmId, now);
}

const minuteMs = 60_000;
/** A try that has not answered by then is taken to have died with its server. */
const leaseMs = 2 * minuteMs;

/** Takes the task that is due first; whoever moves its next attempt on has it. */
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
    .returning(['id', 'provider', 'kind', 'subject', 'attempts'])
    .executeTakeFirst();
  return row;
}

export const finishTask = (db: Db, id: string, now: Date): Promise<unknown> =>
  db.updateTable('payment_tasks').set({ done_at: now.toISOString(), last_error: null }).where('id', '=', id).execute();

/** For a later try, twice as late each time up to six hours; it is never given up, for somebody would go on paying. */
export const putTaskBack = (db: Db, { id, attempts }: { id: string; attempts: number }, error: string, now: Date) =>
  db
    .updateTable('payment_tasks')
    .set({ next_attempt_at: later(now, Math.min(360, 2 ** (attempts - 1)) * minuteMs), last_error: error.slice(0, 500) })
    .where('id', '=', id)
    .execute();

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
