import type { CurrentUser } from '#contract/accounts.ts';
import { effectivePlan, isUnlimited } from '#domain/plans.ts';
import type { FarmRows } from './farm-rows.ts';

type PlanOfUser = Pick<CurrentUser, 'subscriptionPlan' | 'subscriptionStatus' | 'animalLimit'>;

export const activeLimit = ({ subscriptionPlan, subscriptionStatus, animalLimit }: PlanOfUser): number =>
  effectivePlan(subscriptionPlan, subscriptionStatus, animalLimit).limit;

const countActive = ({ animals }: FarmRows): number =>
  [...animals.values()].filter(({ status, isReference }) => status === 'active' && !isReference).length;

/** Whether the server will refuse what adds these animals, as far as this browser can count (rule 13). */
export function isBeyondPlan(before: FarmRows, after: FarmRows, user: PlanOfUser): boolean {
  const [limit, count] = [activeLimit(user), countActive(after)];
  return !isUnlimited(limit) && count > limit && count > countActive(before);
}
