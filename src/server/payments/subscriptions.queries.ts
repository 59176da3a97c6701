import type { Subscription } from '#contract/payments.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';

export async function readSubscription(db: Db, farmId: FarmId): Promise<Subscription> {
  const farm = await db
    .selectFrom('farms')
    .select(['plan_type as planType', 'plan_status as status'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  return {
    ...farm,
    billingCycle: null,
    amount: null,
    renewsOn: null,
    endsOn: null,
    trialEndsOn: null,
    canCancel: false,
    canResume: false,
    hasPortal: false,
    isTest: false,
  };
}
