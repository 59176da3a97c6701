import { describe, expect, test } from 'vitest';
import { isPaymentUrl } from './payment-page.ts';

const own = 'https://farm.example';

describe('the address of a payment page', () => {
  test.each([
    'https://checkout.stripe.com/c/pay/cs_1',
    'https://billing.stripe.com/p/session/1',
    '/test-checkout/1',
    'https://farm.example/test-checkout/1',
  ])('is allowed at %s', (address) => {
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
    'http://localhost:4242/pay',
  ])('is rejected at %s', (address) => {
    expect(isPaymentUrl(address, own)).toBe(false);
  });

  test('is allowed at a substitute for Stripe if both run on the developer’s machine', () => {
    expect(isPaymentUrl('http://127.0.0.1:4242/pay', 'http://localhost:3000')).toBe(true);
    expect(isPaymentUrl('http://localhost.evil.example/pay', 'http://localhost:3000')).toBe(false);
    expect(isPaymentUrl('https://evil.example/pay', 'http://localhost:3000')).toBe(false);
  });
});
