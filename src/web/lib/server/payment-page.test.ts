import { expect, test } from 'vitest';
import { isPaymentUrl } from './payment-page.ts';

const own = 'https://farm.example';
const onThisMachine = 'http://localhost:3000';

test('a payment page is Stripe’s or our own; a substitute for Stripe only if both run on the developer’s machine', () => {
  const stripe = ['https://checkout.stripe.com/c/pay/cs_1', 'https://billing.stripe.com/p/session/1'];
  const allowed = [...stripe, '/test-checkout/1', 'https://farm.example/test-checkout/1'];
  expect(allowed.filter((address) => !isPaymentUrl(address, own))).toEqual([]);
  expect(isPaymentUrl('http://127.0.0.1:4242/pay', onThisMachine)).toBe(true);
});

const elsewhere = ['https://evil.example/', '//evil.example/', 'https://stripe.com/', 'https://', 'http://localhost:4242/pay'];
const unencrypted = ['http://checkout.stripe.com/c/pay', 'http://billing.stripe.com/p/session/1'];
const disguised = ['https://checkout.stripe.com.evil.example/', 'https://checkout.stripe.com@evil.example/'];
const noPages = [
  'https://farm.example@checkout.stripe.com/',
  'javascript:alert(1)',
  'data:text/html,hi',
  'blob:https://farm.example/1',
];

test.each([...elsewhere, ...unencrypted, ...disguised, ...noPages])('a payment page is not at %s', (address) => {
  expect(isPaymentUrl(address, own)).toBe(false);
});

test.each(['http://localhost.evil.example/pay', 'https://evil.example/pay'])('no substitute for Stripe is at %s', (address) => {
  expect(isPaymentUrl(address, onThisMachine)).toBe(false);
});
