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
  /** Of the unused rest this much was given already; without it the provider credits all of it. */
  readonly creditedCents?: Cents | undefined;
}

/** Something to tell a provider, in the transaction of its cause. Asked for twice, it is told once. */
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

/** Whether somebody has decided that it ends. */
export const isToEnd = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('payment_tasks')
    .select('id')
    .where('kind', '=', 'end_subscription')
    .where('subject', '=', id)
    .executeTakeFirst()) !== undefined;

/** It goes on after all. */
export const dropTask = (tx: Tx, id: string): Promise<unknown> => tx.deleteFrom('payment_tasks').where('id', '=', id).execute();

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

interface Kept {
  readonly id: string;
  /** What it takes the place of, and what was taken off its price for that. */
  readonly replaces: string | null;
  readonly creditCents: Cents;
}

/** Of several subscriptions that were paid for, one goes on, and perhaps the one that follows it. */
export async function endOtherSubscriptions(tx: Tx, farmId: FarmId, kept: readonly Kept[], now: Date): Promise<void> {
  const others = await liveSubscriptions(tx, farmId)
    .where('id', 'not in', ['', ...kept.map(({ id }) => id)])
    .where('checkout_id', 'in', (eb) =>
      eb.selectFrom('checkouts').select('checkouts.id').where('farm_id', '=', farmId).where('state', '=', 'granted'),
    )
    .execute();
  const creditedFor = (id: string) => kept.find(({ replaces }) => replaces === id)?.creditCents;
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

/** What the farm could still pay for, it cannot any more: what was meant once is not paid twice, nor a coupon used twice. */
export async function closeCheckouts(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await queueTasks(tx, 'close_checkout', await openCheckouts(tx, farmId).execute(), now);
}

/** What was agreed about the rest of the farm's paid plan does not hold any more: that plan is left another way. */
export async function closeChanges(tx: Tx, farmId: FarmId, now: Date): Promise<void> {
  await queueTasks(tx, 'close_checkout', await openCheckouts(tx, farmId).where('replaces', 'is not', null).execute(), now);
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
    .returning(['id', 'provider', 'kind', 'subject', 'attempts', 'credited_cents as creditedCents', 'rest_cents as restCents'])
    .executeTakeFirst();
  return row;
}

export type Task = NonNullable<Awaited<ReturnType<typeof claimTask>>>;

/** Once, so that a retry credits the same. */
export const setRest = (db: Db, id: string, cents: Cents): Promise<unknown> =>
  db.updateTable('payment_tasks').set({ rest_cents: cents }).where('id', '=', id).execute();

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
