import type { SupportAccess } from '#contract/support.ts';
import { supportEnd } from '#server/db/access.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { membershipsAt } from '#server/db/memberships.ts';
import type { Tx } from '#server/db/transaction.ts';

export async function readAccess(db: Db | Tx, farmId: FarmId, now: Date): Promise<SupportAccess> {
  const visitors = await membershipsAt(db, now)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.username', 'users.owner_name as ownerName', 'memberships.created_at as since'])
    .where('memberships.farm_id', '=', farmId)
    .where('memberships.by_support', '=', true)
    .orderBy('memberships.created_at')
    .execute();
  return {
    endsAt: await findEnd(db, farmId, now),
    visitors: visitors.map(({ username, ownerName, since }) => ({ name: ownerName ?? username, since })),
  };
}

/** The end of the permission to view the farm; null if there is none. */
export async function findEnd(db: Db | Tx, farmId: FarmId, now: Date): Promise<string | null> {
  const found = await db.selectFrom('farms').select(supportEnd(now).as('end')).where('farms.id', '=', farmId).executeTakeFirst();
  return found?.end ?? null;
}

/** Sets the end of the permission, and of the current visits. */
export async function allow(tx: Tx, farmId: FarmId, endsAt: string, now: Date): Promise<void> {
  const access = { allowed_at: now.toISOString(), ends_at: endsAt };
  await tx
    .insertInto('support_access')
    .values({ farm_id: farmId, ...access })
    .onConflict((conflict) => conflict.column('farm_id').doUpdateSet(access))
    .execute();
  await tx
    .updateTable('memberships')
    .set({ ends_at: endsAt })
    .where('farm_id', '=', farmId)
    .where('by_support', '=', true)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now.toISOString())
    .execute();
}

/** Resolves with the ids of the visitors. */
export async function endAccess(tx: Tx, farmId: FarmId): Promise<readonly string[]> {
  await tx.deleteFrom('support_access').where('farm_id', '=', farmId).execute();
  const visitors = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('farm_id', '=', farmId)
    .where('by_support', '=', true)
    .where('ended_at', 'is', null)
    .execute();
  return visitors.map(({ user_id }) => user_id);
}

/** Adds a viewer, which a constraint of the table enforces. Members by invitation keep their membership. */
export async function addVisitor(tx: Tx, farmId: FarmId, userId: string, endsAt: string, now: Date): Promise<void> {
  const isMember = await membershipsAt(tx, now)
    .select('user_id')
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .where('by_support', '=', false)
    .executeTakeFirst();
  if (isMember) return;
  const visit = {
    role: 'viewer',
    by_support: true,
    added_by: null,
    created_at: now.toISOString(),
    ended_at: null,
    ends_at: endsAt,
    opened_at: null,
  } as const;
  await tx
    .insertInto('memberships')
    .values({ farm_id: farmId, user_id: userId, ...visit })
    .onConflict((conflict) => conflict.columns(['farm_id', 'user_id']).doUpdateSet(visit))
    .execute();
}
