import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Order } from './provider.ts';
import { openStripe } from './stripe.ts';

const plan = { planType: 'premium', billingCycle: 'monthly', listCents: 2083, amountCents: 2083, currency: 'usd' } as const;
const terms = { trialDays: 0, couponId: null, couponCode: null, startsAt: null, creditCents: 0, replaces: null };
const buyer = { farmId: 'farm', userId: 'person', customerId: 'cus_of_test_mode', email: 'ada@example.org' };
const order: Order = { id: 'our-checkout', installation: 'house', ...plan, ...terms, ...buyer };

/** Stripe that gives these answers, and what it was asked. */
async function stripeThat(answers: (form: URLSearchParams) => object) {
  const asked: { readonly form: URLSearchParams; readonly key: unknown }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body);
      asked.push({ form, key: request.headers['idempotency-key'] });
      const answer = answers(form);
      response.writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { secretKey: 'sk_test_fake', webhookSecret: 'whsec_fake' };
  return { asked, stripe: openStripe({ ...keys, apiBase, publicUrl: 'https://farm.example.org', now: () => new Date() }) };
}

test('a customer that no longer exists at Stripe does not prevent a payment', async () => {
  const error = { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message: 'No such customer' };
  const opened = { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' };
  const { stripe, asked } = await stripeThat((form) => (form.has('customer') ? { error } : opened));
  await expect(stripe.openCheckout(order)).resolves.toMatchObject({ sessionId: 'cs_1' });
  const customers = asked.map(({ form }) => form.get('customer') ?? form.get('customer_email'));
  expect(customers).toEqual(['cus_of_test_mode', 'ada@example.org']);
  // Stripe would refuse the same idempotency key with other content.
  expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
});

test('a subscription that was cancelled to a set day can be resumed too', async () => {
  let cancelAt: number | null = 1_900_000_000;
  const { stripe } = await stripeThat((form) => {
    if (form.get('cancel_at') === '') cancelAt = null;
    const items = { data: [] };
    return { id: 'sub_1', status: 'active', cancel_at_period_end: false, cancel_at: cancelAt, metadata: {}, items };
  });
  expect(await stripe.setEnding('sub_1', false)).toMatchObject({ observation: { isEnding: false } });
  expect(cancelAt).toBeNull();
});
