import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterOneCycle, checkoutStates, dueNow, firstPeriodEnd, hasEnded, initialSubscriptionState } from './subscriptions.ts';
import { mergeObservation, periodEndAfter, planStatusOf, strongerState, subscriptionStatuses } from './subscriptions.ts';
import type { Observation } from './subscriptions.ts';

const moment = fc.integer({ min: 0, max: 6 }).map((hour) => `2027-03-0${hour + 1}T12:00:00.000Z`);
const observation: fc.Arbitrary<Observation> = fc.record(
  { at: moment, status: fc.constantFrom(...subscriptionStatuses), periodEndsAt: moment, isEnding: fc.boolean() },
  { requiredKeys: ['at'] },
);
const all = (observations: readonly Observation[]) => observations.reduce(mergeObservation, initialSubscriptionState);

test('merging observations of a subscription gives the same state in any order and with any repetition', () => {
  const shuffled = fc
    .array(observation, { maxLength: 6 })
    .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray([...some, ...some], { minLength: some.length * 2 })));
  fc.assert(
    fc.property(shuffled, ([some, others]) => {
      expect(all(others)).toEqual(all(some));
    }),
    { numRuns: 1000 },
  );
});

test('merging observations of a subscription never reverts an end or shortens a paid period', () => {
  fc.assert(
    fc.property(fc.array(observation), observation, (some, last) => {
      const [before, after] = [all(some), all([...some, last])];
      if (hasEnded(before.status)) expect(hasEnded(after.status)).toBe(true);
      expect((after.periodEndsAt ?? '') >= (before.periodEndsAt ?? '')).toBe(true);
    }),
  );
});

test('merging observations of a subscription lets the newest status win', () => {
  const paid = { at: '2027-01-01T00:00:00.000Z', status: 'active', isEnding: true } as const;
  const failed = { at: '2027-02-01T00:00:00.000Z', status: 'past_due' } as const;
  expect(all([failed, paid])).toMatchObject({ status: 'past_due', isEnding: true });
});

test.each([
  ['trialing', 'trial'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['paused', 'paused'],
  ['unpaid', 'expired'],
  ['canceled', 'expired'],
  ['incomplete', 'expired'],
  ['incomplete_expired', 'expired'],
] as const)('a subscription that is %s makes a plan that is %s', (status, planStatus) => {
  const now = '2027-01-01T00:00:00.000Z';
  expect(planStatusOf({ status, periodEndsAt: null }, now, { trial_days: 30 })).toBe(planStatus);
  expect(planStatusOf({ status, periodEndsAt: '2026-12-29T00:00:01.000Z' }, now, { trial_days: 30 })).toBe(planStatus);
  expect(planStatusOf({ status, periodEndsAt: '2026-12-29T00:00:00.000Z' }, now, { trial_days: 30 })).toBe('expired');
  // Waiting for the previous plan to end is a trial for the provider alone.
  if (status === 'trialing') expect(planStatusOf({ status, periodEndsAt: null }, now, { trial_days: 0 })).toBe('active');
});

test('the stronger of two checkout states wins in either order, so what is paid stays paid', () => {
  for (const [index, a] of checkoutStates.entries()) {
    for (const b of checkoutStates.slice(index)) expect([strongerState(a, b), strongerState(b, a)]).toEqual([b, b]);
  }
});

test.each([
  ['2027-01-31T23:59:59.500Z', 'monthly', '2027-02-28T23:59:59.500Z'],
  ['2028-01-31T00:00:00.000Z', 'monthly', '2028-02-29T00:00:00.000Z'],
  ['2027-12-15T08:00:00.000Z', 'monthly', '2028-01-15T08:00:00.000Z'],
  ['2028-02-29T08:00:00.000Z', 'yearly', '2029-02-28T08:00:00.000Z'],
] as const)('one cycle after %s, %s, is %s', (from, cycle, to) => expect(afterOneCycle(from, cycle)).toBe(to));

test('with a trial nothing is due at once, and the first payment, less what is deducted, when it ends', () => {
  const terms = { amount_cents: 521, billing_cycle: 'monthly', trial_days: 30, starts_at: null, credit_cents: 0 } as const;
  const begins = '2027-01-01T10:00:00.000Z';
  expect([dueNow(terms), firstPeriodEnd(begins, terms)]).toEqual([0, '2027-01-31T10:00:00.000Z']);
  const without = { ...terms, trial_days: 0, credit_cents: 120 };
  expect([dueNow(without), firstPeriodEnd(begins, without)]).toEqual([401, '2027-02-01T10:00:00.000Z']);
});

test('a plan that waits for the previous one to end is first charged when it begins, and then in every cycle', () => {
  const agreed = '2027-01-20T10:00:00.000Z';
  const starts_at = '2027-03-31T08:00:00.000Z';
  const terms = { amount_cents: 521, billing_cycle: 'monthly', trial_days: 0, starts_at, credit_cents: 0 } as const;
  expect([dueNow(terms), firstPeriodEnd(agreed, terms)]).toEqual([0, starts_at]);
  expect(periodEndAfter('2027-04-01T00:00:00.000Z', agreed, terms)).toBe('2027-04-30T08:00:00.000Z');
  expect(periodEndAfter('2027-05-01T00:00:00.000Z', agreed, terms)).toBe('2027-05-31T08:00:00.000Z');
  const withTrial = { ...terms, trial_days: 30 };
  expect([dueNow(withTrial), firstPeriodEnd(agreed, withTrial)]).toEqual([0, '2027-04-30T08:00:00.000Z']);
});

test.each([
  ['2027-01-31T10:00:00.000Z', 'monthly', 0, '2027-02-28T10:00:00.000Z', '2027-03-31T10:00:00.000Z'],
  ['2027-01-31T10:00:00.000Z', 'monthly', 0, '2027-04-30T10:00:00.000Z', '2027-05-31T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 'yearly', 0, '2031-03-01T00:00:00.000Z', '2032-02-29T10:00:00.000Z'],
  ['2027-01-01T10:00:00.000Z', 'monthly', 30, '2027-01-02T00:00:00.000Z', '2027-01-31T10:00:00.000Z'],
  ['2027-01-01T10:00:00.000Z', 'monthly', 30, '2027-03-01T00:00:00.000Z', '2027-03-31T10:00:00.000Z'],
] as const)(
  'what began on %s, %s, after %s days of trial, is paid on %s until %s',
  (begins, billing_cycle, trial_days, now, end) =>
    expect(periodEndAfter(now, begins, { billing_cycle, trial_days, starts_at: null })).toBe(end),
);
