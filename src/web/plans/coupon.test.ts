import { expect, test } from 'vitest';
import { priceTag } from './coupon.ts';

const basic = { id: '1', planType: 'basic', monthlyPrice: '5.21', yearlyPrice: '50', animalLimit: 50, isActive: true } as const;

test('the price on a plan card is that of the billing cycle, with two decimals and the full one beside it with a coupon', () => {
  const tag = (cycle: 'monthly' | 'yearly', percent?: number) =>
    priceTag(basic, cycle, percent === undefined ? null : { code: 'OFF', percent });
  expect([tag('monthly'), tag('yearly')]).toEqual([
    { price: '$5.21', per: 'month' },
    { price: '$50', per: 'year' },
  ]);
  expect(tag('yearly', 50)).toEqual({ price: '$25.00', before: '$50', per: 'year' });
  expect(tag('monthly', 15)).toEqual({ price: '$4.43', before: '$5.21', per: 'month' });
  expect(tag('yearly', 100).price).toBe('$0.00');
  expect(priceTag({ ...basic, yearlyPrice: 'unlimited' }, 'yearly', { code: 'HALF', percent: 50 })).toEqual({ price: 'Custom' });
});
