import type { ExpressionBuilder } from 'kysely';
import { rightsOf, roleOnPlan, type FarmRole } from '#domain/accounts/members.ts';
import { isMemberAt } from './access.ts';
import type { Db } from './engines/connect.ts';
import { vouchedFarmId, type FarmId } from './farm-id.ts';
import type { Database } from './schema/schema.ts';
import { relistFarm } from './listings.ts';
import { lockFarm, type Tx } from './transaction.ts';

/** A person on a farm. */
export interface MembershipKey {
  readonly farmId: FarmId;
  readonly userId: string;
}

const memberships = (db: Db | Tx) => db.selectFrom('memberships').where('memberships.ended_at', 'is', null);

/** The first owner is the seller on the marketplace and gets the bills. */
export const ownersOf = (db: Db | Tx, farmId: FarmId) =>
  memberships(db)
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.farm_id', '=', farmId)
    .where('memberships.role', '=', 'owner')
    .orderBy('memberships.created_at')
    .orderBy('users.id');

/** A subquery for a statement about `users`. */
export const ownedFarm = (eb: ExpressionBuilder<Database, 'users'>) =>
  eb
    .selectFrom('memberships')
    .select('memberships.farm_id')
    .whereRef('memberships.user_id', '=', 'users.id')
    .where('memberships.role', '=', 'owner')
    .where('memberships.ended_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('memberships.farm_id')
    .limit(1);

/** The memberships that are valid at a moment, without those whose end has passed. */
export const membershipsAt = (db: Db | Tx, now: Date) => db.selectFrom('memberships').where(isMemberAt(now));

/** Whether the person may currently manage the farm, outside of a request of theirs. */
export async function mayManageNow(db: Db | Tx, { farmId, userId }: MembershipKey, now: Date): Promise<boolean> {
  const member = await membershipsAt(db, now)
    .innerJoin('farms', 'farms.id', 'memberships.farm_id')
    .select(['role', 'plan_type as planType', 'plan_status as planStatus'])
    .where('memberships.farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member !== undefined && rightsOf(roleOnPlan(member.role, member.planType, member.planStatus)).has('manage');
}

const farmsOf = (db: Db | Tx, userId: string) =>
  memberships(db).select('farm_id').where('user_id', '=', userId).orderBy('created_at').orderBy('farm_id');

/**
 * The farm that the person last worked in; undefined if all their memberships have ended. With `left`, the farm that they are leaving: another
 * one, and none that they only look at for support.
 */
export async function findLastFarm(db: Db | Tx, userId: string, now: Date, left?: FarmId): Promise<FarmId | undefined> {
  const found = await membershipsAt(db, now)
    .select('farm_id')
    .where('user_id', '=', userId)
    .$if(left !== undefined, (farms) => farms.where('farm_id', '!=', left!).where('by_support', '=', false))
    .orderBy((eb) => eb.fn.coalesce('opened_at', eb.val('')), 'desc')
    .orderBy('created_at')
    .orderBy('farm_id')
    .limit(1)
    .executeTakeFirst();
  return found && vouchedFarmId(found.farm_id);
}

/** The farm whose plan counts as the person's; undefined if they own none. */
export async function findOwnedFarm(db: Db | Tx, userId: string): Promise<FarmId | undefined> {
  const found = await farmsOf(db, userId).where('role', '=', 'owner').limit(1).executeTakeFirst();
  return found && vouchedFarmId(found.farm_id);
}

/** Locks the farms that the person is a member of, in a fixed order, which prevents deadlocks. */
export async function lockFarmsOf(tx: Tx, userId: string): Promise<readonly FarmId[]> {
  const found = await memberships(tx).select('farm_id').where('user_id', '=', userId).orderBy('farm_id').execute();
  const farmIds = found.map(({ farm_id }) => vouchedFarmId(farm_id));
  for (const farmId of farmIds) await lockFarm(tx, farmId);
  return farmIds;
}

/** After a change of the person's address, which is shown with what their farms sell. The farms must be locked. */
export async function relistFarmsOf(tx: Tx, userId: string): Promise<void> {
  for (const { farm_id } of await farmsOf(tx, userId).execute()) await relistFarm(tx, farm_id);
}

export interface FarmLeft {
  readonly farmId: FarmId;
  readonly name: string | null;
  readonly role: string;
  /** The number of other members, without operators who view it. */
  readonly others: number;
  readonly otherOwners: number;
}

/** The farms of a person who is to be deleted, with their other members. */
export async function listFarmsLeft(tx: Tx, userId: string, now: Date): Promise<readonly FarmLeft[]> {
  const found = await memberships(tx)
    .innerJoin('farms', 'farms.id', 'memberships.farm_id')
    .leftJoin(membershipsAt(tx, now).select(['farm_id', 'user_id', 'role']).where('by_support', '=', false).as('other'), (join) =>
      join.onRef('other.farm_id', '=', 'memberships.farm_id').onRef('other.user_id', '!=', 'memberships.user_id'),
    )
    .select((eb) => [
      'farms.id',
      'farms.name',
      'memberships.role',
      eb.fn.count<number | string>('other.user_id').as('others'),
      eb.fn
        .count<number | string>(eb.case().when('other.role', '=', 'owner').then(eb.ref('other.user_id')).end())
        .as('otherOwners'),
    ])
    .where('memberships.user_id', '=', userId)
    .where('memberships.by_support', '=', false)
    .groupBy(['farms.id', 'farms.name', 'memberships.role'])
    .orderBy('farms.id')
    .execute();
  return found.map(({ id, others, otherOwners, ...farm }) => ({
    ...farm,
    farmId: vouchedFarmId(id),
    others: Number(others),
    otherOwners: Number(otherOwners),
  }));
}

/** Deletes the memberships, which ends the sessions in the farm. */
export const deleteMemberships = (tx: Tx, farmId: FarmId): Promise<unknown> =>
  tx.deleteFrom('memberships').where('farm_id', '=', farmId).execute();

interface NewMembership extends MembershipKey {
  readonly role: FarmRole;
}

export const addMembership = (tx: Tx, { farmId, userId, role }: NewMembership, now: Date): Promise<unknown> =>
  tx.insertInto('memberships').values({ farm_id: farmId, user_id: userId, role, created_at: now.toISOString() }).execute();

/** Resolves with the farm's id if the person is a current member of it. */
export async function findMembership(db: Db | Tx, userId: string, farmId: string, now: Date): Promise<FarmId | undefined> {
  const found = await membershipsAt(db, now)
    .innerJoin('farms', 'farms.id', 'memberships.farm_id')
    .select('farm_id')
    .where('user_id', '=', userId)
    .where('farm_id', '=', farmId)
    .where('farms.deleted_at', 'is', null)
    .executeTakeFirst();
  return found && vouchedFarmId(found.farm_id);
}

export const listFarmsOf = (db: Db | Tx, userId: string, now: Date) =>
  membershipsAt(db, now)
    .innerJoin('farms', 'farms.id', 'memberships.farm_id')
    .select(['farms.id', 'farms.name', 'memberships.role', 'farms.plan_type as planType', 'farms.plan_status as planStatus'])
    .where('user_id', '=', userId)
    .where('farms.deleted_at', 'is', null)
    .orderBy('memberships.created_at')
    .orderBy('farms.id')
    .execute();

/** Signing in opens the farm that was opened last. */
export const markOpened = (tx: Tx, { farmId, userId }: MembershipKey, now: Date): Promise<unknown> =>
  tx
    .updateTable('memberships')
    .set({ opened_at: now.toISOString() })
    .where('farm_id', '=', farmId)
    .where('user_id', '=', userId)
    .execute();
