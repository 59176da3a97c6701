import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paidPlanTypes, billingCycles } from './plans.ts';
import { planChange, unusedCents, type RunningPlan } from './plan-change.ts';
import { afterOneCycle, subscriptionStatuses } from './subscriptions.ts';

const periodEndsAt = '2027-11-22T10:00:00.000Z';
const yearly: RunningPlan = { planType: 'premium', billingCycle: 'yearly', amountCents: 20_000, status: 'active', periodEndsAt };
const trial = { ...yearly, planType: 'basic', status: 'trialing' } as const;
const halfYear = '2027-05-23T22:00:00.000Z';
const lastDays = '2027-11-20T10:00:00.000Z';

test.each([
  ['to a larger one: at once, less the unused rest', yearly, 'enterprise', 50_000, halfYear, null, 10_000],
  ['to a smaller one: when the paid time ends', yearly, 'basic', 521, halfYear, periodEndsAt, 0],
  ['to another billing cycle: when the paid time ends', yearly, 'premium', 521, halfYear, periodEndsAt, 0],
  ['to a smaller one in the last days: at once, less the unused rest', yearly, 'basic', 521, lastDays, null, 110],
  ['to a larger one during a trial: at once, without credit', trial, 'premium', 2083, halfYear, null, 0],
  ['to another billing cycle during a trial: when the trial ends', trial, 'basic', 5000, halfYear, periodEndsAt, 0],
  ['from no plan: at once', undefined, 'basic', 521, halfYear, null, 0],
] as const)('a change of the plan %s', (_, running, planType, dueCents, now, startsAt, creditCents) => {
  expect(planChange(running, { planType, dueCents }, new Date(now))).toEqual({ startsAt, creditCents });
});

test('a change from a plan whose payment failed begins at once at the full price', () => {
  for (const status of subscriptionStatuses.filter((one) => one !== 'active' && one !== 'trialing')) {
    const change = planChange({ ...yearly, status }, { planType: 'basic', dueCents: 521 }, new Date(halfYear));
    expect(change).toEqual({ startsAt: null, creditCents: 0 });
  }
});

test('a change never deducts more than is due or unused, and never leaves a payment below the minimum', () => {
  const plan = fc.record({
    planType: fc.constantFrom(...paidPlanTypes),
    billingCycle: fc.constantFrom(...billingCycles),
    amountCents: fc.integer({ min: 50, max: 100_000 }),
    status: fc.constantFrom(...subscriptionStatuses),
    began: fc.date({ min: new Date('2024-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
  });
  const next = fc.record({ planType: fc.constantFrom(...paidPlanTypes), dueCents: fc.integer({ min: 50, max: 100_000 }) });
  fc.assert(
    fc.property(plan, next, fc.double({ min: 0, max: 1.2, noNaN: true }), ({ began, ...rest }, { planType, dueCents }, share) => {
      const endsAt = afterOneCycle(began.toISOString(), rest.billingCycle);
      const running: RunningPlan = { ...rest, periodEndsAt: endsAt };
      const now = new Date(began.getTime() + share * (Date.parse(endsAt) - began.getTime()));
      const unused = unusedCents(running, now);
      const { startsAt, creditCents } = planChange(running, { planType, dueCents }, now);
      expect(unused).toBeGreaterThanOrEqual(0);
      expect(unused).toBeLessThanOrEqual(running.amountCents);
      expect(creditCents).toBeLessThanOrEqual(unused);
      const due = dueCents - creditCents;
      expect(due === 0 || due >= 50).toBe(true);
      if (startsAt !== null) expect([startsAt > now.toISOString(), creditCents]).toEqual([true, 0]);
    }),
  );
});

test('the unused rest of a month is relative to the length of that month', () => {
  const monthly: RunningPlan = {
    ...yearly,
    billingCycle: 'monthly',
    amountCents: 2800,
    periodEndsAt: '2027-03-01T00:00:00.000Z',
  };
  const days = ['2027-02-01', '2027-02-15', '2027-03-01', '2027-04-01'];
  expect(days.map((day) => unusedCents(monthly, new Date(day)))).toEqual([2800, 1400, 0, 0]);
});
