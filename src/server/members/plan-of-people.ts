import { hasSeveralPeople } from '#domain/accounts/members.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';

/** Throws unless the farm's plan allows several people, which some roles need (rule 79). */
export async function ensurePlanHas(tx: Tx, farmId: FarmId): Promise<void> {
  const { plan, status } = await tx
    .selectFrom('farms')
    .select(['plan_type as plan', 'plan_status as status'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  if (!hasSeveralPeople(plan, status)) throw new Problem('plan.lacks_people');
}
