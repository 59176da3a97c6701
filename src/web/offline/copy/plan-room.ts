import type { CurrentUser } from '#contract/accounts.ts';
import { isSampleAnimal } from '#domain/sample/sample-ids.ts';
import { effectivePlan, isUnlimited } from '#domain/accounts/plans.ts';
import type { FarmRows } from './farm-rows.ts';

type PlanOfUser = Pick<CurrentUser, 'farmId' | 'subscriptionPlan' | 'subscriptionStatus' | 'animalLimit'>;

export const activeLimit = ({ subscriptionPlan, subscriptionStatus, animalLimit }: PlanOfUser): number =>
  effectivePlan(subscriptionPlan, subscriptionStatus, animalLimit).limit;

/** The sample's animals count against no cap. */
const countActive = (animals: FarmRows['animals'], farmId: string): number =>
  [...animals.values()].filter(
    ({ id, status, isReference }) => status === 'active' && !isReference && !isSampleAnimal(farmId, id),
  ).length;

export const roomOf =
  (user: PlanOfUser) =>
  (animals: FarmRows['animals']): number =>
    isUnlimited(activeLimit(user)) ? Infinity : activeLimit(user) - countActive(animals, user.farmId);

/** Whether the server will refuse what adds these animals, as far as this browser can count (rule 13). */
export function isBeyondPlan(before: FarmRows, after: FarmRows, user: PlanOfUser): boolean {
  const [limit, count] = [activeLimit(user), countActive(after.animals, user.farmId)];
  return !isUnlimited(limit) && count > limit && count > countActive(before.animals, user.farmId);
}
