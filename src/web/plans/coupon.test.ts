import { describe, expect, test } from 'vitest';
import { priceTag } from './coupon.ts';

const basic = { id: '1', planType: 'basic', monthlyPrice: '5.21', yearlyPrice: '50', animalLimit: 50, isActive: true } as const;

describe('the price on a plan card', () => {
  test('is the price of the chosen billing cycle', () => {
    expect(priceTag(basic, 'monthly', null)).toEqual({ price: '$5.21', per: 'month' });
    expect(priceTag(basic, 'yearly', null)).toEqual({ price: '$50', per: 'year' });
  });

  test('with a coupon has two decimals and shows the full price beside it', () => {
    expect(priceTag(basic, 'yearly', { code: 'HALF', percent: 50 })).toEqual({ price: '$25.00', before: '$50', per: 'year' });
    expect(priceTag(basic, 'monthly', { code: 'SPRING', percent: 15 })).toEqual({
      price: '$4.43',
      before: '$5.21',
      per: 'month',
    });
  });

  test('is zero with a coupon of 100%', () => {
    expect(priceTag(basic, 'yearly', { code: 'FREE', percent: 100 }).price).toBe('$0.00');
  });

  test('is Custom where the plan has no numeric price', () => {
    expect(priceTag({ ...basic, yearlyPrice: 'unlimited' }, 'yearly', { code: 'HALF', percent: 50 })).toEqual({
      price: 'Custom',
    });
  });
});
