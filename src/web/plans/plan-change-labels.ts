import type { Subscription } from '#contract/payments.ts';
import { isLarger } from '#domain/accounts/plan-change.ts';
import { type PaidPlanType, planLabels } from '#domain/accounts/plans.ts';
import { dollars, longDate } from '#web/lib/text/format.ts';
import { freeTrial } from './plan-descriptions.ts';

export type Paying = Subscription & { readonly planType: PaidPlanType };

export const isPaying = (subscription: Subscription | undefined): subscription is Paying =>
  subscription !== undefined &&
  subscription.planType !== null &&
  subscription.planType !== 'guest' &&
  (subscription.canCancel || subscription.canResume);

/** Null: it begins at once. A smaller plan begins when the present one is paid up. */
export const beginsOn = ({ planType, keepsUntil }: Paying, to: PaidPlanType): string | null =>
  isLarger(to, planType) ? null : keepsUntil;

export function changeNote(subscription: Paying, to: PaidPlanType): string | undefined {
  const { planType, trialEndsOn, unusedAmount } = subscription;
  const label = planLabels[planType];
  const day = beginsOn(subscription, to);
  if (day !== null) return `Begins on ${longDate(day)}, when ${label} is paid up. Nothing is charged today.`;
  if (trialEndsOn !== null) return `Your free trial of ${label} ends with it.`;
  return unusedAmount > 0 ? `The ${dollars(unusedAmount)} left of ${label} is taken off.` : undefined;
}

export function changeDescription(subscription: Paying, to: PaidPlanType, price: string): string {
  const { planType, trialEndsOn, unusedAmount, hasTrial } = subscription;
  const [label, next] = [planLabels[planType], planLabels[to]];
  const day = beginsOn(subscription, to);
  if (day !== null) {
    return `${next} begins on ${longDate(day)}, when ${label} is paid up. Until then you keep ${label} and nothing is charged. ${to === 'basic' && hasTrial ? `After a ${freeTrial} it is` : 'From then on it is'} ${price}.`;
  }
  if (trialEndsOn !== null) return `${next} begins now, and your free trial of ${label} ends with it. It is ${price}.`;
  const rest =
    unusedAmount > 0
      ? ` The unused ${dollars(unusedAmount)} of ${label} is taken off today's payment, and any remainder off the next ones.`
      : '';
  return `${next} begins now and ${label} ends. It is ${price}.${rest}`;
}
