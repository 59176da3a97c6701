import { expect, test } from 'vitest';
import type { Subscription } from '#contract/payments.ts';
import { changeDescription, isPaying, type Paying } from './plan-change-labels.ts';

const day = '2027-11-22';
const may = { canCancel: true, canResume: false, hasPortal: false, isTest: false, hasTrial: true, isSelling: true };
const dates = { renewsOn: day, keepsUntil: day, endsOn: null, trialEndsOn: null, next: null };
const paid = { billingCycle: 'yearly', amount: 200, unusedAmount: 199.45 } as const;
const premium: Paying = { planType: 'premium', status: 'active', ...paid, ...dates, ...may };
const trial: Paying = { ...premium, planType: 'basic', trialEndsOn: '2026-12-22', keepsUntil: '2026-12-22', unusedAmount: 0 };

test.each<[Paying, to: 'basic' | 'premium' | 'enterprise', price: string, text: string]>([
  [
    premium,
    'enterprise',
    '$500/year',
    "Enterprise begins now and Premium ends. It is $500/year. The unused $199.45 of Premium is taken off today's payment, and any remainder off the next ones.",
  ],
  [
    premium,
    'basic',
    '$5.21/month',
    'Basic begins on November 22, 2027, when Premium is paid up. Until then you keep Premium and nothing is charged. After a 30-day free trial it is $5.21/month.',
  ],
  [trial, 'premium', '$20.83/month', 'Premium begins now, and your free trial of Basic ends with it. It is $20.83/month.'],
])('the change of %o to %s at %s is described', (from, to, price, text) => {
  expect(changeDescription(from, to, price)).toBe(text);
});

test('a plan without a trial costs from its first day, and who pays nothing has nothing to change', () => {
  expect(changeDescription({ ...premium, hasTrial: false }, 'basic', '$5.21/month')).toContain('From then on it is $5.21/month.');
  const gift: Subscription = { ...premium, canCancel: false };
  expect([premium, gift, undefined, { ...premium, planType: 'guest' as const }].map(isPaying)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
