import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Checkout as CheckoutReply, paymentRoutes } from '#contract/payments.ts';
import { applyDiscount, currency } from '#domain/values/money.ts';
import { planChange } from '#domain/accounts/plan-change.ts';
import { trialDays } from '#domain/accounts/plans.ts';
import { dueNow, hasEnded } from '#domain/accounts/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { createOnce } from '#server/idempotency/create-once.ts';
import type { PersonInFarm } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { findCouponCode, findUsableCoupon } from '#server/plans/coupons.queries.ts';
import { findPriceOnSale } from '#server/plans/plans.queries.ts';
import { couponRefusal, limitCouponAttempts } from '#server/plans/plans.service.ts';
import { refuseWhileHeld } from './after-restore.ts';
import { findBuyer, readPlan } from '#server/subscriptions/farm-plan.queries.ts';
import { findCheckout, insertCheckout, readInstallation, setCheckout, type Checkout } from './payments.queries.ts';
import { findCustomer, findRunning, findSubscription } from '#server/subscriptions/subscriptions.queries.ts';
import { ProviderError } from '#server/payment-provider/provider.ts';
import { simulateWebhooks } from './test-provider.ts';
import { receive } from './webhook.ts';

type NewCheckout = z.output<(typeof paymentRoutes)['createCheckoutSession']['body']>;

const checkoutsOfFarm = { hits: 60, seconds: 3600 };

/**
 * Stores the terms, then asks the provider for the payment page. The row's id is the provider's idempotency key, so a repeated request
 * continues where the first one failed.
 */
export async function beginCheckout(
  deps: Deps,
  person: PersonInFarm,
  { id = uuidv7(), ...wanted }: NewCheckout,
): Promise<{ url: string }> {
  const { farmId } = person;
  await refuseWhileHeld(deps.db);
  await deps.limits.hit(`checkout:${farmId}`, checkoutsOfFarm, 'Too many payments were started. Wait a while and try again.');
  const agree = () => inFarmTransaction(deps.db, farmId, (tx) => agreeOnce(deps, tx, person, { id, ...wanted }));
  const { checkout, customerId } = await (wanted.couponCode === undefined ? agree() : limitCouponAttempts(deps, person, agree));
  if (checkout.url !== null) return { url: checkout.url };

  const provider = deps.payments.of(checkout.provider);
  if (!provider) throw new Problem('payments.unavailable');
  try {
    const { sessionId, url } = await provider.openCheckout({
      id: checkout.id,
      farmId,
      installation: (await readInstallation(deps.db)).id,
      planType: checkout.plan_type,
      billingCycle: checkout.billing_cycle,
      listCents: checkout.list_cents,
      amountCents: checkout.amount_cents,
      currency: checkout.currency,
      trialDays: checkout.trial_days,
      couponId: checkout.coupon_id,
      userId: checkout.user_id,
      startsAt: checkout.starts_at,
      creditCents: checkout.credit_cents,
      replaces: checkout.replaces,
      couponCode: wanted.couponCode ?? null,
      customerId,
      email: (await findBuyer(deps.db, farmId))?.email ?? '',
    });
    await setCheckout(deps.db, farmId, id, { provider_session_id: sessionId, url });
    return { url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    person.log.error({ err: error, checkout: id }, 'a checkout could not be opened at the payment provider');
    throw new Problem('payments.failed');
  }
}

const idUnlessEnded = (running: Awaited<ReturnType<typeof findRunning>>): string | null =>
  running && !hasEnded(running.status) ? running.id : null;

/** The server computes the price (rule 14). */
async function agreeOnce(
  { payments, now }: Deps,
  tx: Tx,
  { farmId, viewer }: PersonInFarm,
  { id, planType, billingCycle, couponCode }: NewCheckout & { id: string },
): Promise<{ checkout: Checkout; customerId: string | null }> {
  const content = { id, planType, billingCycle, couponCode: couponCode ?? null };
  await createOnce(tx, 'checkouts', farmId, content, async (create_digest) => {
    const list = await findPriceOnSale(tx, planType, billingCycle);
    if (list === undefined) throw new Problem('plan.unavailable');
    const coupon = couponCode === undefined ? undefined : await findUsableCoupon(tx, couponCode, farmId, now());
    if (couponCode !== undefined && !coupon) throw await couponRefusal(tx, couponCode, farmId, now());
    if (coupon?.discountPercent === 100) {
      throw new Problem('request.invalid', { message: 'This coupon makes the plan free: choose it directly.' });
    }
    if (!payments.current) throw new Problem('payments.unavailable');
    const plan = await readPlan(tx, farmId);
    const trial = planType === 'basic' && plan.trialUsedAt === null ? trialDays : 0;
    const amount = applyDiscount(list, coupon?.discountPercent ?? 0);
    const running = await findRunning(tx, farmId);
    const change = planChange(running, { planType, dueCents: trial > 0 ? 0 : amount }, now());
    return insertCheckout(tx, {
      farm_id: farmId,
      id,
      user_id: viewer.userId,
      plan_type: planType,
      billing_cycle: billingCycle,
      list_cents: list,
      amount_cents: amount,
      currency: currency().toLowerCase(),
      coupon_id: coupon?.id ?? null,
      trial_days: trial,
      starts_at: change.startsAt,
      credit_cents: change.creditCents,
      replaces: idUnlessEnded(running),
      provider: payments.current.name,
      create_digest,
      created_at: now().toISOString(),
    });
  });
  const checkout = await findCheckout(tx, farmId, id);
  // A checkout that was paid or has expired cannot be opened again.
  if (checkout?.state !== 'open') throw new Problem('create.conflict');
  return { checkout, customerId: await findCustomer(tx, farmId, checkout.provider) };
}

export async function readCheckout({ db }: Deps, farmId: FarmId, id: string): Promise<CheckoutReply> {
  const checkout = await getCheckout(db, farmId, id);
  const before = checkout.replaces === null ? undefined : await findSubscription(db, checkout.replaces);
  const couponCode = checkout.coupon_id === null ? null : await findCouponCode(db, checkout.coupon_id);
  return {
    id: checkout.id,
    state: checkout.state,
    planType: checkout.plan_type,
    billingCycle: checkout.billing_cycle,
    listAmount: checkout.list_cents / 100,
    amount: checkout.amount_cents / 100,
    dueNow: dueNow(checkout) / 100,
    credit: checkout.credit_cents / 100,
    startsOn: checkout.starts_at && checkout.starts_at.slice(0, 10),
    replaces: before?.planType ?? null,
    couponCode,
    trialDays: checkout.trial_days,
    isTest: checkout.provider === 'test',
  };
}

/** Sends the same signed messages through the same webhook as Stripe would. */
export async function payTestCheckout(
  deps: Deps,
  { farmId, ip }: PersonInFarm,
  id: string,
  outcome: 'paid' | 'declined',
): Promise<CheckoutReply> {
  const checkout = await getCheckout(deps.db, farmId, id);
  if (checkout.provider !== 'test' || deps.payments.current?.name !== 'test') throw new Problem('payments.not_found');
  if (checkout.state === 'open') {
    for (const message of await simulateWebhooks(deps.db, checkout, outcome, deps.now())) await receive(deps, { ...message, ip });
  }
  return readCheckout(deps, farmId, id);
}

async function getCheckout(db: Deps['db'], farmId: FarmId, id: string): Promise<Checkout> {
  const checkout = await findCheckout(db, farmId, id);
  if (!checkout) throw new Problem('payments.not_found');
  return checkout;
}
