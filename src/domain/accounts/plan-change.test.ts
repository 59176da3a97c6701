import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paidPlanTypes, billingCycles } from './plans.ts';
import { planChange, unusedCents, type RunningPlan } from './plan-change.ts';
import { afterOneCycle, subscriptionStatuses } from './subscriptions.ts';

const premiumYearly: RunningPlan = {
  planType: 'premium',
  billingCycle: 'yearly',
  amountCents: 20_000,
  status: 'active',
  periodEndsAt: '2027-11-22T10:00:00.000Z',
};
const at = (moment: string): Date => new Date(moment);
const halfYear = at('2027-05-23T22:00:00.000Z');

describe('a change of the plan', () => {
  test('to a larger plan begins at once, and the unused rest of the previous one is deducted from its price', () => {
    expect(planChange(premiumYearly, { planType: 'enterprise', dueCents: 50_000 }, halfYear)).toEqual({
      startsAt: null,
      creditCents: 10_000,
    });
  });

  test('to a smaller plan, or to the same one with another billing cycle, begins when the paid time ends', () => {
    for (const planType of ['basic', 'premium'] as const) {
      expect(planChange(premiumYearly, { planType, dueCents: 521 }, halfYear)).toEqual({
        startsAt: premiumYearly.periodEndsAt,
        creditCents: 0,
      });
    }
  });

  test('to a smaller plan in the last days begins at once, and the rest is deducted from its price', () => {
    expect(planChange(premiumYearly, { planType: 'basic', dueCents: 521 }, at('2027-11-20T10:00:00.000Z'))).toEqual({
      startsAt: null,
      creditCents: 110,
    });
  });

  test('during a trial gives no credit, and a smaller plan begins when the trial ends', () => {
    const trial: RunningPlan = { ...premiumYearly, planType: 'basic', status: 'trialing' };
    expect(planChange(trial, { planType: 'premium', dueCents: 2083 }, halfYear)).toEqual({ startsAt: null, creditCents: 0 });
    expect(planChange(trial, { planType: 'basic', dueCents: 5000 }, halfYear).startsAt).toBe(trial.periodEndsAt);
  });

  test('from an unpaid plan, or one whose payment failed, begins at once at the full price', () => {
    expect(planChange(undefined, { planType: 'basic', dueCents: 521 }, halfYear)).toEqual({ startsAt: null, creditCents: 0 });
    for (const status of subscriptionStatuses.filter((one) => one !== 'active' && one !== 'trialing')) {
      const change = planChange({ ...premiumYearly, status }, { planType: 'basic', dueCents: 521 }, halfYear);
      expect(change).toEqual({ startsAt: null, creditCents: 0 });
    }
  });

  test('never deducts more than is due or unused, and never leaves a payment below the minimum', () => {
    fc.assert(
      fc.property(
        fc.record({
          planType: fc.constantFrom(...paidPlanTypes),
          billingCycle: fc.constantFrom(...billingCycles),
          amountCents: fc.integer({ min: 50, max: 100_000 }),
          status: fc.constantFrom(...subscriptionStatuses),
          began: fc.date({ min: at('2024-01-01'), max: at('2026-12-31'), noInvalidDate: true }),
        }),
        fc.constantFrom(...paidPlanTypes),
        fc.integer({ min: 50, max: 100_000 }),
        fc.double({ min: 0, max: 1.2, noNaN: true }),
        ({ began, ...plan }, planType, dueCents, share) => {
          const periodEndsAt = afterOneCycle(began.toISOString(), plan.billingCycle);
          const running: RunningPlan = { ...plan, periodEndsAt };
          const now = new Date(began.getTime() + share * (Date.parse(periodEndsAt) - began.getTime()));
          const unused = unusedCents(running, now);
          const { startsAt, creditCents } = planChange(running, { planType, dueCents }, now);
          expect(unused).toBeGreaterThanOrEqual(0);
          expect(unused).toBeLessThanOrEqual(running.amountCents);
          expect(creditCents).toBeLessThanOrEqual(unused);
          const due = dueCents - creditCents;
          expect(due === 0 || due >= 50).toBe(true);
          if (startsAt !== null) expect([startsAt > now.toISOString(), creditCents]).toEqual([true, 0]);
        },
      ),
    );
  });
});

test('the unused rest of a month is relative to the length of that month', () => {
  const monthly: RunningPlan = {
    ...premiumYearly,
    billingCycle: 'monthly',
    amountCents: 2800,
    periodEndsAt: '2027-03-01T00:00:00.000Z',
  };
  expect(unusedCents(monthly, at('2027-02-01T00:00:00.000Z'))).toBe(2800);
  expect(unusedCents(monthly, at('2027-02-15T00:00:00.000Z'))).toBe(1400);
  expect(unusedCents(monthly, at('2027-03-01T00:00:00.000Z'))).toBe(0);
  expect(unusedCents(monthly, at('2027-04-01T00:00:00.000Z'))).toBe(0);
});
