import { uuidv7 } from 'uuidv7';
import { beforeEach } from 'vitest';
import type { BillingCycle, PaidPlanType } from '#domain/accounts/plans.ts';
import { paymentJobs } from '#server/payments/payments.jobs.ts';
import type { Person, TestServer } from './engines.ts';
import { FakeStripe } from './fake-stripe.ts';

/** All files of a worker share it. */
export const stripe = await FakeStripe.start();

/** Before each test of the group Stripe answers, has sold nothing, and has the time of the server. */
export function renewStripe(server: () => TestServer): void {
  beforeEach(() => {
    stripe.responseMode = 'ok';
    stripe.now = server().clock.now;
    stripe.clear();
  });
}

/** Runs the background jobs. */
export async function work({ app }: TestServer): Promise<void> {
  for (const { run } of paymentJobs) await run(app.deps, new AbortController().signal);
}

export async function planOf(person: Person) {
  const { subscriptionPlan, subscriptionStatus } = await person.call('currentUser');
  return [subscriptionPlan, subscriptionStatus];
}

/** Advances the clock by days, with requests of the person in between so that their session stays valid. */
export async function pass(server: TestServer, person: Person, days: number): Promise<void> {
  for (let left = days; left > 0; left -= 20) {
    server.clock.advance({ days: Math.min(left, 20) });
    await person.call('currentUser');
  }
}

/** Resolves with the id of the checkout. */
export async function begin(
  person: Person,
  planType: PaidPlanType = 'premium',
  billingCycle: BillingCycle = 'monthly',
  couponCode?: string,
): Promise<string> {
  const id = uuidv7();
  await person.call('createCheckoutSession', { body: { id, planType, billingCycle, ...(couponCode && { couponCode }) } });
  return id;
}

/** Begins a checkout and pays it at Stripe, whose messages are not delivered. */
export async function buy(...choice: Parameters<typeof begin>) {
  const id = await begin(...choice);
  const { session, subscription } = stripe.pay();
  return { id, session, subscription, completed: stripe.completed(session) };
}
