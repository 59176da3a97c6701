import { describe, expect, test } from 'vitest';
import type { Subscription } from '#contract/payments.ts';
import { noteOf, statusText, termsOf } from './subscription-labels.ts';

const basic: Subscription = {
  planType: 'basic',
  status: 'active',
  billingCycle: 'yearly',
  amount: 50,
  renewsOn: '2027-11-21',
  endsOn: null,
  trialEndsOn: null,
  canCancel: true,
  canResume: false,
  hasPortal: false,
  isTest: false,
  unusedAmount: 0,
  keepsUntil: null,
  next: null,
  hasTrial: false,
  isSelling: true,
};
const unpaid = { renewsOn: null, canCancel: false };

describe('the subscription on the profile', () => {
  test('labels active and trial, shows other statuses unchanged, and is Inactive without one', () => {
    expect(['active', 'trial', 'past_due', null].map(statusText)).toEqual(['Active', 'Trial', 'past_due', 'Inactive']);
  });

  const trial = { ...basic, status: 'trial', renewsOn: '2026-12-21', trialEndsOn: '2026-12-21' } as const;
  const cancelled = { ...trial, renewsOn: null, endsOn: '2026-12-21', canCancel: false, canResume: true };
  const next = { planType: 'premium', billingCycle: 'monthly', amount: 20.83, startsOn: '2027-11-21' } as const;
  test.each<[what: string, subscription: Subscription, terms: string]>([
    ['no plan', { ...basic, ...unpaid, planType: null, status: null, amount: null }, ''],
    ['Guest', { ...basic, ...unpaid, planType: 'guest', billingCycle: null, amount: null }, 'Price: Free'],
    ['a paid plan', basic, 'Price: $50.00 a year; Renews: November 21, 2027'],
    ['a monthly plan', { ...basic, billingCycle: 'monthly', amount: 5.21 }, 'Price: $5.21 a month; Renews: November 21, 2027'],
    ['a trial', trial, 'After the trial: $50.00 a year; Trial ends: December 21, 2026'],
    ['a trial that was cancelled', cancelled, 'Price: $50.00 a year; Ends: December 21, 2026'],
    ['a gift', { ...basic, ...unpaid, billingCycle: null, amount: null }, 'Price: Nothing to pay'],
    ['a coupon', { ...basic, ...unpaid, amount: 0, endsOn: '2027-11-21' }, 'Price: Nothing to pay; Ends: November 21, 2027'],
    [
      'a plan that another follows',
      { ...basic, renewsOn: null, endsOn: '2027-11-21', next },
      'Price: $50.00 a year; Ends: November 21, 2027; Then: Premium, $20.83 a month',
    ],
    ['a payment that failed', { ...basic, status: 'past_due' }, 'Price: $50.00 a year'],
    [
      'a plan that ended',
      { ...basic, ...unpaid, status: 'expired', endsOn: '2026-11-01' },
      'Price: $50.00 a year; Ended: November 1, 2026',
    ],
  ])('shows price and dates of %s', (_, subscription, terms) => {
    expect(
      termsOf(subscription)
        .map((term) => term.join(': '))
        .join('; '),
    ).toBe(terms);
  });

  test('explains a failed payment, an expired plan and a cancelled renewal, and is empty otherwise', () => {
    expect(noteOf('active', basic)).toBeUndefined();
    expect(noteOf('active', undefined)).toBeUndefined();
    expect(noteOf('past_due', { ...basic, hasPortal: true })?.text).toMatch(/Manage billing/);
    expect(noteOf('past_due', basic)?.text).not.toMatch(/Manage billing/);
    expect(noteOf('expired', undefined)?.text).toMatch(/10 active animals\. Nothing was deleted/);
    expect(noteOf('active', { ...basic, canResume: true })?.title).toBe('The renewal is cancelled');
    const basicNext = { planType: 'basic', billingCycle: 'monthly', amount: 5.21, startsOn: '2027-11-21' } as const;
    const titles = (['premium', 'basic'] as const).map(
      (planType) => noteOf('active', { ...basic, planType, canResume: true, next: basicNext })?.title,
    );
    expect(titles).toEqual(['Basic begins on November 21, 2027', 'The new billing cycle begins on November 21, 2027']);
  });
});
