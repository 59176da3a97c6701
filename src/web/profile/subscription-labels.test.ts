import { expect, test } from 'vitest';
import type { Subscription } from '#contract/payments.ts';
import { statusText, termsOf } from './subscription-labels.ts';

const may = { canCancel: true, canResume: false, hasPortal: false, isTest: false, hasTrial: false, isSelling: true };
const dates = { renewsOn: '2027-11-21', keepsUntil: null, endsOn: null, trialEndsOn: null, next: null };
const paid = { billingCycle: 'yearly', amount: 50, unusedAmount: 0 } as const;
const basic: Subscription = { planType: 'basic', status: 'active', ...paid, ...dates, ...may };

test('a status of the subscription is labelled if it is active or a trial, else unchanged, and Inactive without one', () => {
  expect(['active', 'trial', 'past_due', null].map(statusText)).toEqual(['Active', 'Trial', 'past_due', 'Inactive']);
});

const [ends, startsOn] = ['2026-12-21', '2027-11-21'];
const trial = { status: 'trial', renewsOn: ends, trialEndsOn: ends } as const;
const cancelled = { ...trial, renewsOn: null, endsOn: ends, canCancel: false, canResume: true };
const next = { planType: 'premium', billingCycle: 'monthly', amount: 20.83, startsOn } as const;
const unpaid = { renewsOn: null, canCancel: false };
const free = { ...unpaid, billingCycle: null, amount: null };

test.each<[what: string, subscription: Partial<Subscription>, terms: string]>([
  ['no plan', { ...unpaid, planType: null, status: null, amount: null }, ''],
  ['Guest', { ...free, planType: 'guest' }, 'Price: Free'],
  ['a paid plan', {}, 'Price: $50.00 a year; Renews: November 21, 2027'],
  ['a monthly plan', { billingCycle: 'monthly', amount: 5.21 }, 'Price: $5.21 a month; Renews: November 21, 2027'],
  ['a trial', trial, 'After the trial: $50.00 a year; Trial ends: December 21, 2026'],
  ['a trial that was cancelled', cancelled, 'Price: $50.00 a year; Ends: December 21, 2026'],
  ['a gift', free, 'Price: Nothing to pay'],
  ['a coupon', { ...unpaid, amount: 0, endsOn: startsOn }, 'Price: Nothing to pay; Ends: November 21, 2027'],
  ['one that another follows', { renewsOn: null, next }, 'Price: $50.00 a year; Then: Premium, $20.83 a month'],
  ['a payment that failed', { status: 'past_due' }, 'Price: $50.00 a year'],
  ['a plan that ended', { ...unpaid, status: 'expired', endsOn: '2026-11-01' }, 'Price: $50.00 a year; Ended: November 1, 2026'],
])('the profile shows price and dates of %s', (_, subscription, expected) => {
  const terms = termsOf({ ...basic, ...subscription }).map((term) => term.join(': '));
  expect(terms.join('; ')).toBe(expected);
});
