import { expect, test } from 'vitest';
import type { Subscription } from '#contract/payments.ts';
import { changeDescription, changeNote, isPaying, type Paying } from './plan-change-labels.ts';

const day = '2027-11-22';
const may = { canCancel: true, canResume: false, hasPortal: false, isTest: false, hasTrial: true, isSelling: true };
const dates = { renewsOn: day, keepsUntil: day, endsOn: null, trialEndsOn: null, next: null };
const paid = { billingCycle: 'yearly', amount: 200, unusedAmount: 199.45 } as const;
const premium: Paying = { planType: 'premium', status: 'active', ...paid, ...dates, ...may };
const trial: Paying = { ...premium, planType: 'basic', trialEndsOn: '2026-12-22', keepsUntil: '2026-12-22', unusedAmount: 0 };
const begins = 'Begins on November 22, 2027, when Premium is paid up.';

test.each<[what: string, Paying, to: 'basic' | 'premium' | 'enterprise', note: string | undefined]>([
  ['a larger plan: the unused rest is deducted', premium, 'enterprise', 'The $199.45 left of Premium is taken off.'],
  ['a smaller plan: it begins when the paid time ends', premium, 'basic', `${begins} Nothing is charged today.`],
  ['another cycle: it begins when the paid time ends', premium, 'premium', `${begins} Nothing is charged today.`],
  ['a larger plan during a trial: the trial ends', trial, 'premium', 'Your free trial of Basic ends with it.'],
  ['any plan without paid time that is left: nothing', { ...premium, unusedAmount: 0, keepsUntil: null }, 'basic', undefined],
])('the note on a change says of %s', (_, from, to, note) => {
  expect(changeNote(from, to)).toBe(note);
});

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
