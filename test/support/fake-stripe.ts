import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';

type Json = Record<string, unknown>;
type Form = Readonly<Record<string, string>>;

export interface StripeRequest {
  readonly call: string;
  readonly form: Form;
  readonly key: string | undefined;
}

export type ResponseMode = 'ok' | 'slow' | '500' | 'reset' | 'bad json' | 'reset after doing';

export const webhookSecret = 'whsec_of_the_fake';

interface Stored {
  readonly id: string;
  readonly created: number;
  readonly metadata: Record<string, string>;
  readonly amount: number;
  status: string;
}

interface Session extends Stored {
  /** Cents, deducted from the first payment. */
  readonly discount: number;
  /** Seconds before the first payment. */
  readonly delay: number;
  readonly form: Form;
  payment_status: string;
  subscription: string | null;
}

interface Subscription extends Stored {
  readonly interval: string;
  cancel_at_period_end: boolean;
  periodEnd: number;
}

/** The part of Stripe's HTTP API that the product uses, in memory; records every request. */
export class FakeStripe {
  readonly requests: StripeRequest[] = [];
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly balances: { readonly amount: number; readonly subscription: string }[] = [];
  readonly ended: string[] = [];
  readonly #coupons = new Map<string, number>();
  readonly #answers = new Map<string, { form: string; body: Json }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  responseMode: ResponseMode = 'ok';
  now: () => Date = () => new Date();
  #count = 0;

  static async start(): Promise<FakeStripe> {
    const stripe = new FakeStripe();
    await new Promise<void>((resolve) => stripe.#server.listen(0, '127.0.0.1', resolve));
    stripe.#server.unref();
    return stripe;
  }

  get env(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    const secrets = { STRIPE_SECRET_KEY: 'sk_test_fake', STRIPE_WEBHOOK_SECRET: webhookSecret };
    return { ...secrets, STRIPE_API_BASE: `http://127.0.0.1:${port}`, PUBLIC_URL: 'https://farm.example.org' };
  }

  clear(): void {
    this.requests.length = 0;
    this.ended.length = 0;
    this.balances.length = 0;
    this.sessions.clear();
    this.subscriptions.clear();
  }

  calls(call: string): StripeRequest[] {
    return this.requests.filter((request) => request.call === call);
  }

  get newestSession(): string {
    return [...this.sessions.keys()].at(-1) ?? '';
  }

  pay(sessionId = this.newestSession): { session: Session; subscription: Subscription } {
    const session = this.#session(sessionId);
    const interval = session.form['line_items[0][price_data][recurring][interval]'] ?? 'month';
    const subscription: Subscription = {
      id: this.#id('sub'),
      created: this.#seconds(),
      metadata: session.metadata,
      amount: session.amount,
      interval,
      status: session.delay > 0 ? 'trialing' : 'active',
      cancel_at_period_end: false,
      periodEnd: session.delay > 0 ? this.#seconds() + session.delay : addBillingCycle(this.#seconds(), interval),
    };
    this.subscriptions.set(subscription.id, subscription);
    session.status = 'complete';
    session.payment_status = this.#due(session) === 0 ? 'no_payment_required' : 'paid';
    session.subscription = subscription.id;
    return { session, subscription };
  }

  sessionObject(session: Session): Json {
    return {
      id: session.id,
      object: 'checkout.session',
      created: session.created,
      client_reference_id: session.form['client_reference_id'],
      metadata: session.metadata,
      status: session.status,
      payment_status: session.payment_status,
      amount_total: this.#due(session),
      currency: session.form['line_items[0][price_data][currency]'],
      customer: 'cus_1',
      subscription: session.subscription,
      url: `https://checkout.stripe.com/c/pay/${session.id}`,
    };
  }

  subscriptionObject({ periodEnd, amount, interval, ...subscription }: Subscription): Json {
    const price = { unit_amount: amount, currency: 'usd', recurring: { interval } };
    return {
      object: 'subscription',
      customer: 'cus_1',
      currency: 'usd',
      cancel_at: null,
      items: { data: [{ current_period_end: periodEnd, price }] },
      ...subscription,
    };
  }

  #due({ delay, amount, discount }: Session): number {
    return delay > 0 ? 0 : amount - discount;
  }

  invoiceObject({ id, metadata, periodEnd }: Subscription, invoice: Json): Json {
    return {
      object: 'invoice',
      customer: 'cus_1',
      billing_reason: 'subscription_cycle',
      next_payment_attempt: null,
      amount_paid: 0,
      lines: { data: [{ period: { end: periodEnd } }] },
      parent: { subscription_details: { subscription: id, metadata } },
      ...invoice,
    };
  }

  /** `after` is in seconds from now by Stripe's clock. */
  event(type: string, object: Json, { after = 0, id = this.#id('evt') } = {}): Json {
    return { id, object: 'event', type, created: this.#seconds() + after, data: { object } };
  }

  completed(session: Session): Json {
    return this.event('checkout.session.completed', this.sessionObject(session));
  }

  changed(kind: 'created' | 'updated' | 'deleted', subscription: Subscription, options?: { readonly after: number }): Json {
    return this.event(`customer.subscription.${kind}`, this.subscriptionObject(subscription), options);
  }

  delivery(event: Json, { secret = webhookSecret, at = this.#seconds() } = {}) {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    return { method: 'POST' as const, url: '/api/stripe/webhook', headers, payload };
  }

  // oxlint-disable-next-line eslint/complexity -- one line for each way in which the provider misbehaves
  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = Object.fromEntries(new URLSearchParams(request.method === 'POST' ? body : url.search));
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : undefined;
    const path = url.pathname.replaceAll(/\/(?:cs|sub|cus)_\w+/g, '/:id');
    this.requests.push({ call: `${request.method} ${path}`, form, key });
    const { responseMode } = this;
    if (responseMode === 'reset') return void request.socket.destroy();
    if (responseMode === 'slow') return;
    // Stripe may say that another attempt is useless; else the library pauses for half a second, as it does in the mode `reset`.
    if (responseMode === '500') response.setHeader('stripe-should-retry', 'false');
    if (responseMode === '500') return send(response, 500, { error: { type: 'api_error', message: 'try again' } });
    if (responseMode === 'bad json')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>oops');
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known && known.form !== body)
      return send(response, 400, { error: { type: 'idempotency_error', message: 'other content' } });
    const id = url.pathname.split('/').find((part) => /^(?:cs|sub)_/.test(part)) ?? '';
    const [status, answer] = known ? [200, known.body] : this.#answer(`${request.method} ${path}`, id, form);
    if (key !== undefined && status === 200) this.#answers.set(key, { form: body, body: answer });
    // Only writes have an effect before the connection is reset.
    if (responseMode === 'reset after doing' && request.method !== 'GET') return void request.socket.destroy();
    send(response, status, answer, this.now());
  }

  #answer(call: string, id: string, form: Form): [number, Json] {
    switch (call) {
      case 'POST /v1/checkout/sessions': {
        const trialEnd = Number(form['subscription_data[trial_end]'] ?? 0);
        if (trialEnd > 0 && trialEnd < this.#seconds() + 2 * 86_400) return invalid('trial_end is less than 48 hours ahead');
        const session: Session = {
          id: this.#id('cs'),
          created: this.#seconds(),
          metadata: metadataIn(form),
          amount: Number(form['line_items[0][price_data][unit_amount]']),
          discount: this.#coupons.get(form['discounts[0][coupon]'] ?? '') ?? 0,
          delay: trialEnd > 0 ? trialEnd - this.#seconds() : Number(form['subscription_data[trial_period_days]'] ?? 0) * 86_400,
          form,
          status: 'open',
          payment_status: 'unpaid',
          subscription: null,
        };
        this.sessions.set(session.id, session);
        return [200, this.sessionObject(session)];
      }
      case 'GET /v1/checkout/sessions/:id':
        return this.sessions.has(id) ? [200, this.sessionObject(this.#session(id))] : missing;
      case 'POST /v1/checkout/sessions/:id/expire':
        this.#session(id).status = 'expired';
        return [200, this.sessionObject(this.#session(id))];
      case 'POST /v1/coupons': {
        const coupon = this.#id('coupon');
        this.#coupons.set(coupon, Number(form['amount_off']));
        return [200, { id: coupon, object: 'coupon' }];
      }
      case 'POST /v1/customers/:id/balance_transactions':
        this.balances.push({ amount: Number(form['amount']), subscription: form['description'] ?? '' });
        return [200, { id: this.#id('cbtxn'), object: 'customer_balance_transaction' }];
      case 'GET /v1/subscriptions':
        return [200, this.#list(form)];
      case 'POST /v1/billing_portal/sessions':
        return [200, { id: 'bps_1', url: `https://billing.stripe.com/p/${form['customer']}` }];
      default:
        return this.#subscription(call, id, form);
    }
  }

  #list(form: Form): Json {
    const since = Number(form['created[gte]'] ?? 0);
    const all = [...this.subscriptions.values()].toReversed().filter(({ created }) => created >= since);
    const from = form['starting_after'] === undefined ? 0 : all.findIndex(({ id }) => id === form['starting_after']) + 1;
    const page = all.slice(from, from + pageSize);
    return { object: 'list', data: page.map((one) => this.subscriptionObject(one)), has_more: from + pageSize < all.length };
  }

  #subscription(call: string, id: string, form: Form): [number, Json] {
    const subscription = this.subscriptions.get(id);
    if (!subscription) return missing;
    if (call === 'DELETE /v1/subscriptions/:id') {
      // Stripe answers 404 for a subscription that has ended.
      if (subscription.status === 'canceled') return missing;
      subscription.status = 'canceled';
      this.ended.push(id);
    }
    if (call === 'POST /v1/subscriptions/:id') subscription.cancel_at_period_end = form['cancel_at_period_end'] === 'true';
    return [200, this.subscriptionObject(subscription)];
  }

  #session(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`there is no session ${id}`);
    return session;
  }

  #seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  #id(kind: string): string {
    return `${kind}_${(this.#count += 1)}${crypto.randomUUID().slice(0, 8)}`;
  }
}

/** A calendar year, or a month of 31 days. */
export function addBillingCycle(seconds: number, interval: string): number {
  if (interval !== 'year') return seconds + 31 * 86_400;
  const moment = new Date(seconds * 1000);
  moment.setUTCFullYear(moment.getUTCFullYear() + 1);
  return moment.getTime() / 1000;
}

/** Small, so that a client has to read several pages. */
const pageSize = 3;

function metadataIn(form: Form): Record<string, string> {
  const named = Object.entries(form).map(([key, value]) => [/^metadata\[(\w+)\]$/.exec(key)?.[1], value]);
  return Object.fromEntries(named.filter(([name]) => name !== undefined)) as Record<string, string>;
}

const invalid = (message: string): [number, Json] => [400, { error: { type: 'invalid_request_error', message } }];

const missing: [number, Json] = [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'none' } }];

function send(response: ServerResponse, status: number, body: Json, date = new Date()): void {
  response.writeHead(status, { 'content-type': 'application/json', date: date.toUTCString() }).end(JSON.stringify(body));
}
