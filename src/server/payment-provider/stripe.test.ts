import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Order, SubscriptionEvent } from './provider.ts';
import { openStripe } from './stripe.ts';

interface Asked {
  readonly form: Record<string, string>;
  readonly key: string | undefined;
}

const asked: Asked[] = [];
let answer: (asked: Asked) => [status: number, body: object];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const key = request.headers['idempotency-key'];
    const one = { form: Object.fromEntries(new URLSearchParams(body)), key: typeof key === 'string' ? key : undefined };
    asked.push(one);
    const [status, reply] = answer(one);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
beforeEach(() => void asked.splice(0));

const stripe = openStripe({
  secretKey: 'sk_test_fake',
  webhookSecret: 'whsec_fake',
  apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  publicUrl: 'https://farm.example.org',
  now: () => new Date(),
});

const order: Order = {
  id: 'our-checkout',
  farmId: 'farm',
  installation: 'house',
  planType: 'premium',
  billingCycle: 'monthly',
  listCents: 2083,
  amountCents: 2083,
  currency: 'usd',
  trialDays: 0,
  couponId: null,
  couponCode: null,
  userId: 'person',
  startsAt: null,
  creditCents: 0,
  replaces: null,
  customerId: 'cus_of_test_mode',
  email: 'ada@example.org',
};

test('a customer that no longer exists at Stripe does not prevent a payment', async () => {
  answer = ({ form }) =>
    form['customer'] === undefined
      ? [200, { id: 'cs_1', url: 'https://checkout.stripe.com/c/pay/cs_1' }]
      : [
          400,
          { error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message: 'No such customer' } },
        ];
  await expect(stripe.openCheckout(order)).resolves.toMatchObject({ sessionId: 'cs_1' });
  expect(asked.map(({ form }) => form['customer'] ?? form['customer_email'])).toEqual(['cus_of_test_mode', 'ada@example.org']);
  // Stripe would refuse the same idempotency key with other content.
  expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
});

test('other refusals by Stripe are not retried', async () => {
  answer = () => [400, { error: { type: 'invalid_request_error', code: 'amount_too_small', message: 'Too small' } }];
  await expect(stripe.openCheckout(order)).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

test('a subscription cancelled to a specific day can be resumed too', async () => {
  let endsAt: number | null = 1_900_000_000;
  answer = ({ form }) => {
    if (form['cancel_at'] === '') endsAt = null;
    return [
      200,
      { id: 'sub_1', status: 'active', cancel_at_period_end: false, cancel_at: endsAt, metadata: {}, items: { data: [] } },
    ];
  };
  const news = (await stripe.setEnding('sub_1', false)) as SubscriptionEvent;
  expect(news.observation.isEnding).toBe(false);
  expect(asked.map(({ form }) => form)).toEqual([{ cancel_at_period_end: 'false' }, { cancel_at: '' }]);
});
