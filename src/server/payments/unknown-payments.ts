import type { Cents } from '#domain/money.ts';
import { billingCycles, paidPlanTypes, trialDays } from '#domain/plans.ts';
import { hasEnded } from '#domain/subscriptions.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findPriceOnSale } from '#server/plans/plans.queries.ts';
import { madeAgain } from './granting.ts';
import type { NewsDeps, Outcome } from './payment-context.ts';
import { endSubscription } from '#server/subscriptions/payment-tasks.queries.ts';
import { findBuyer } from '#server/subscriptions/farm-plan.queries.ts';
import {
  findCheckout,
  holdPayment,
  insertCheckout,
  isDeletedFarm,
  isFarm,
  readHouse,
  releasePayment,
  type Checkout,
} from './payments.queries.ts';
import type { News, Terms } from '#server/payment-provider/provider.ts';

/**
 * The provider speaks of a checkout that is not here. A farm that was deleted must not go on paying. Where the farm is here, the database
 * was put back to a time before the checkout: it is made again from what the provider keeps. Where neither is known, nothing is ended
 * and nothing granted, and the operator hears of it. What other installations sell is not touched.
 */
export async function makeCheckoutAgain(deps: NewsDeps, tx: Tx, farmId: FarmId, news: News): Promise<Checkout | Outcome> {
  const { payments, log } = deps;
  const id = news.about === 'subscription' ? news.id : news.subscriptionId;
  if (!payments.current || id === undefined || !isAboutPayment(news) || news.house !== (await readHouse(tx)).id) return 'ignored';
  const now = deps.now();
  const isHere = await isFarm(tx, farmId);
  const checkout = isHere ? await insertAgain(tx, farmId, news, payments.current.name) : undefined;
  const isOver = isAboutEnd(news);
  if (checkout || isOver) await releasePayment(tx, id);
  if (checkout) {
    log.warn({ security: 'checkout made again', farmId, checkout: checkout.id, subscription: id });
    return checkout;
  }
  if (isOver) return 'ignored';
  if (!isHere && (await isDeletedFarm(tx, farmId))) {
    await endSubscription(tx, payments.current.name, id, now);
    return 'ignored';
  }
  const reason = isHere ? 'what was agreed is not known' : 'its farm is not here';
  const held = { id, provider: payments.current.name, claimed_farm: farmId || null, reason, held_at: now.toISOString() };
  if (await holdPayment(tx, held)) {
    log.error({ security: 'payment held', subscription: id, farmId, why: reason }, 'a payment needs to be looked at');
  }
  return 'held';
}

const isAboutPayment = (news: News): boolean => news.about === 'subscription' || news.state === 'complete';

const isAboutEnd = (news: News): boolean =>
  news.about === 'subscription' && news.observation.status !== undefined && hasEnded(news.observation.status);

/** The checkout as it was agreed; undefined where that cannot be known. */
export async function insertAgain(
  tx: Tx,
  farmId: FarmId,
  news: News,
  provider: Checkout['provider'],
): Promise<Checkout | undefined> {
  const terms = news.terms ?? (await inferTerms(tx, farmId, news));
  if (!terms || news.checkoutId === undefined) return undefined;
  await insertCheckout(tx, {
    farm_id: farmId,
    id: news.checkoutId,
    user_id: terms.userId,
    plan_type: terms.planType,
    billing_cycle: terms.billingCycle,
    list_cents: terms.listCents,
    amount_cents: terms.amountCents,
    currency: terms.currency,
    coupon_id: terms.couponId,
    trial_days: terms.trialDays,
    starts_at: terms.startsAt,
    credit_cents: terms.creditCents,
    replaces: terms.replaces,
    provider,
    create_digest: madeAgain,
    created_at: createdAt(news),
  });
  return findCheckout(tx, farmId, news.checkoutId);
}

const createdAt = (news: News): string => (news.about === 'checkout' ? news.at : (news.createdAt ?? news.observation.at));

/** Of what versions before sold only the price is known: it is the plan's whose price it is, if one alone has it. */
async function inferTerms(tx: Tx, farmId: FarmId, news: News): Promise<Terms | undefined> {
  const paid = priceOf(news);
  if (!paid) return undefined;
  const found: Pick<Terms, 'planType' | 'billingCycle'>[] = [];
  for (const planType of paidPlanTypes) {
    for (const billingCycle of paid.billingCycle ? [paid.billingCycle] : billingCycles) {
      if ((await findPriceOnSale(tx, planType, billingCycle)) === paid.cents) found.push({ planType, billingCycle });
    }
  }
  const [plan, ...others] = found;
  if (!plan || others.length > 0) return undefined;
  const isTrial = news.about === 'subscription' && news.observation.status === 'trialing';
  return {
    ...plan,
    listCents: paid.cents,
    amountCents: paid.cents,
    currency: paid.currency,
    trialDays: isTrial ? trialDays : 0,
    couponId: null,
    userId: (await findBuyer(tx, farmId))?.id ?? '',
    startsAt: null,
    creditCents: 0,
    replaces: null,
  };
}

function priceOf(news: News): { cents: Cents; currency: string; billingCycle?: Terms['billingCycle'] | undefined } | undefined {
  if (news.about === 'subscription') return news.price;
  return news.cents && news.currency ? { cents: news.cents, currency: news.currency } : undefined;
}
