import { describe, expect, test } from 'vitest';
import type { Subscription } from '#contract/payments.ts';
import { changeDescription, changeNote, isPaying, type Paying } from './plan-change-labels.ts';

const premium: Paying = {
  planType: 'premium',
  status: 'active',
  billingCycle: 'yearly',
  amount: 200,
  renewsOn: '2027-11-22',
  endsOn: null,
  trialEndsOn: null,
  unusedAmount: 199.45,
  keepsUntil: '2027-11-22',
  next: null,
  hasTrial: true,
  isSelling: true,
  canCancel: true,
  canResume: false,
  hasPortal: false,
  isTest: false,
};
const trial: Paying = { ...premium, planType: 'basic', trialEndsOn: '2026-12-22', keepsUntil: '2026-12-22', unusedAmount: 0 };

describe('the note on a change of plan', () => {
  test('says for a larger plan that the unused rest is deducted', () => {
    expect(changeNote(premium, 'enterprise')).toBe('The $199.45 left of Premium is taken off.');
    expect(changeDescription(premium, 'enterprise', '$500/year')).toBe(
      "Enterprise begins now and Premium ends. It is $500/year. The unused $199.45 of Premium is taken off today's payment, and any remainder off the next ones.",
    );
  });

  test('says for a smaller plan or another cycle that it begins when the paid time ends', () => {
    for (const to of ['basic', 'premium'] as const) {
      expect(changeNote(premium, to)).toBe('Begins on November 22, 2027, when Premium is paid up. Nothing is charged today.');
    }
    expect(changeDescription(premium, 'basic', '$5.21/month')).toBe(
      'Basic begins on November 22, 2027, when Premium is paid up. Until then you keep Premium and nothing is charged. After a 30-day free trial it is $5.21/month.',
    );
    expect(changeDescription({ ...premium, hasTrial: false }, 'basic', '$5.21/month')).toContain(
      'From then on it is $5.21/month.',
    );
  });

  test('says during a trial whether the trial ends at once or runs to its end', () => {
    expect(changeNote(trial, 'premium')).toBe('Your free trial of Basic ends with it.');
    expect(changeDescription(trial, 'premium', '$20.83/month')).toBe(
      'Premium begins now, and your free trial of Basic ends with it. It is $20.83/month.',
    );
    expect(changeNote(trial, 'basic')).toContain('Begins on December 22, 2026');
  });

  test('is empty if no paid time is left', () => {
    expect(changeNote({ ...premium, unusedAmount: 0, keepsUntil: null }, 'basic')).toBeUndefined();
    const gift: Subscription = { ...premium, canCancel: false };
    expect([isPaying(premium), isPaying(gift), isPaying(undefined), isPaying({ ...premium, planType: 'guest' })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
