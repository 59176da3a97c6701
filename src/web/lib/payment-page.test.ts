import { describe, expect, test } from 'vitest';
import { isPaymentUrl } from './payment-page.ts';

const own = 'https://farm.example';

describe('the browser leaves for a payment page', () => {
  test.each([
    'https://checkout.stripe.com/c/pay/cs_1',
    'https://billing.stripe.com/p/session/1',
    '/test-checkout/1',
    'https://farm.example/test-checkout/1',
  ])('at %s', (address) => {
    expect(isPaymentUrl(address, own)).toBe(true);
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    'http://checkout.stripe.com/c/pay',
    'http://billing.stripe.com/p/session/1',
    'https://stripe.com/',
    'https://checkout.stripe.com.evil.example/',
    'https://checkout.stripe.com@evil.example/',
    'https://farm.example@checkout.stripe.com/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'blob:https://farm.example/1',
    'https://',
  ])('but never at %s', (address) => {
    expect(isPaymentUrl(address, own)).toBe(false);
  });
});
