import type { Selectable } from 'kysely';
import type { BillingCycle, PlanType } from '#domain/accounts/plans.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { ownersOf } from '#server/db/memberships.ts';
import { asFields, toRow } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Recipient } from '#server/mail/mailing.ts';
import { closeChanges, endSubscriptions } from './payment-tasks.queries.ts';

/** The chosen plan, whether or not it is active. */
export const readChosenPlan = (tx: Tx, farmId: FarmId) =>
  tx
    .selectFrom('farms')
    .select(['plan_type as plan', 'plan_status as status'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();

/** Puts the farm on a plan without a payment: chosen, granted, or by a coupon until `until`. Ends a subscription for the earlier plan. */
export async function assignPlan(
  tx: Tx,
  farmId: FarmId,
  plan: PlanType,
  now: Date,
  until?: { readonly cycle: BillingCycle; readonly endsAt: string },
): Promise<void> {
  await endSubscriptions(tx, farmId, now);
  await closeChanges(tx, farmId, now);
  await tx
    .updateTable('farms')
    .set({
      plan_type: plan,
      plan_status: 'active',
      plan_cycle: until?.cycle ?? null,
      plan_ends_at: until?.endsAt ?? null,
      subscription_id: null,
    })
    .where('id', '=', farmId)
    .execute();
}

export const readPlan = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('farms')
    .select([
      'plan_type as planType',
      'plan_status as status',
      'plan_cycle as billingCycle',
      'plan_ends_at as endsAt',
      ...asFields('subscriptionId trialUsedAt'),
    ])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();

export const setPlan = (
  tx: Tx,
  farmId: FarmId,
  { plan_type, billing_cycle }: Pick<Selectable<Database['checkouts']>, 'plan_type' | 'billing_cycle'>,
  subscriptionId: string,
  status: string,
): Promise<unknown> =>
  tx
    .updateTable('farms')
    .set(toRow({ planType: plan_type, planCycle: billing_cycle, planStatus: status, planEndsAt: null, subscriptionId }))
    .where('id', '=', farmId)
    .execute();

export const setPlanStatus = (tx: Tx, farmId: FarmId, status: string): Promise<unknown> =>
  tx.updateTable('farms').set({ plan_status: status }).where('id', '=', farmId).execute();

export const recordTrial = (tx: Tx, farmId: FarmId, now: Date): Promise<unknown> =>
  tx.updateTable('farms').set({ trial_used_at: now.toISOString() }).where('id', '=', farmId).execute();

export const findBuyer = (db: Db | Tx, farmId: FarmId): Promise<(Recipient & { readonly id: string }) | undefined> =>
  ownersOf(db, farmId)
    .select(['users.id', 'users.email', 'users.email_confirmed_at as emailConfirmedAt'])
    .limit(1)
    .executeTakeFirst();
