import type { PlanSelection } from '#contract/plans.ts';
import type { PaidPlanType } from '#domain/accounts/plans.ts';
import { afterOneCycle, hasEnded } from '#domain/accounts/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import type { PersonInFarm, SignedIn } from '#server/http/guards.ts';
import { addressKey } from '#server/concurrency/address-key.ts';
import { Problem } from '#server/problem.ts';
import { mailTo } from '#server/mail/mailing.ts';
import { findBuyer } from '#server/subscriptions/farm-plan.queries.ts';
import { findRunning } from '#server/subscriptions/subscriptions.queries.ts';
import { readRegional } from '#server/db/regional.ts';
import { explainCoupon, findUsableCoupon, lockValidCoupon, redeemCoupon, type Coupon } from './coupons.queries.ts';
import { planActivatedMail, planLeftMail } from './plans.mail.ts';
import { findPriceOnSale } from './plans.queries.ts';
import { assignPlan, readChosenPlan } from '#server/subscriptions/farm-plan.queries.ts';

/** Selects Guest, or a paid plan with a 100% coupon; every other plan needs a payment (rule 15). */
export async function selectPlan(deps: Deps, person: PersonInFarm, selection: PlanSelection): Promise<void> {
  const { farmId, viewer, log } = person;
  const { planType, couponCode } = selection;
  const choose = () =>
    inFarmTransaction(deps.db, farmId, async (tx) => {
      if (planType === 'guest') return downgradeToGuest(deps, tx, farmId);
      return redeemForPlan(deps, tx, farmId, { ...selection, planType });
    });
  await (planType === 'guest' || couponCode === undefined ? choose() : limitCouponAttempts(deps, person, choose));
  deps.wakeMail();
  log.info({ security: 'plan chosen', userId: viewer.userId, planType });
}

async function downgradeToGuest({ config, now }: Deps, tx: Tx, farmId: FarmId): Promise<void> {
  const running = await findRunning(tx, farmId);
  await assignPlan(tx, farmId, 'guest', now());
  if (!running || hasEnded(running.status)) return;
  const buyer = await findBuyer(tx, farmId);
  const email = planLeftMail({ planType: running.planType, publicUrl: config.publicUrl });
  if (buyer) await mailTo(tx, buyer, 'plan', email, now());
}

async function redeemForPlan(
  { config, now: clock }: Deps,
  tx: Tx,
  farmId: FarmId,
  { planType, billingCycle, couponCode }: PlanSelection & { planType: PaidPlanType },
): Promise<void> {
  const now = clock();
  if ((await findPriceOnSale(tx, planType, billingCycle)) === undefined) throw new Problem('plan.unavailable');
  const coupon = couponCode === undefined ? undefined : await lockValidCoupon(tx, couponCode, now);
  if (couponCode !== undefined && !coupon) throw await unpaid(tx, couponCode, farmId, now);
  if (coupon?.discountPercent !== 100) throw new Problem('plan.payment_required');
  if (await redeemCoupon(tx, coupon.id, farmId, now)) {
    const endsAt = afterOneCycle(now.toISOString(), billingCycle);
    await assignPlan(tx, farmId, planType, now, { cycle: billingCycle, endsAt });
    const buyer = await findBuyer(tx, farmId);
    const { dateFormat } = await readRegional(tx, farmId);
    const plan = { planType, billingCycle, amountCents: 0, dateFormat, publicUrl: config.publicUrl };
    const facts = { ...plan, endsOn: endsAt.slice(0, 10) };
    if (buyer) await mailTo(tx, buyer, 'plan', planActivatedMail(facts), now);
  } else if (couponCode !== undefined && !(await isOn(tx, farmId, planType))) {
    throw await unpaid(tx, couponCode, farmId, now);
  }
}

const unpaid = async (tx: Tx, code: string, farmId: FarmId, now: Date): Promise<Problem> =>
  new Problem('plan.payment_required', { message: (await couponRefusal(tx, code, farmId, now)).message });

/** A retry after a lost answer finds the coupon redeemed and the plan granted, and gets the same answer. */
async function isOn(tx: Tx, farmId: FarmId, planType: PaidPlanType): Promise<boolean> {
  const { plan, status } = await readChosenPlan(tx, farmId);
  return plan === planType && status === 'active';
}

const attemptsPerUser = { hits: 10, seconds: 60 };
const failuresPerAddress = { hits: 30, seconds: 3600 };

/** Every way of testing a code counts against the same limits. */
export async function limitCouponAttempts<T>({ limits }: Deps, { viewer, ip }: SignedIn, work: () => Promise<T>): Promise<T> {
  const tooMany = 'Too many coupon codes were tried. Wait a while and try again.';
  await limits.hit(`coupon:${viewer.userId}`, attemptsPerUser, tooMany);
  return limits.attempt(`coupon:${addressKey(ip)}`, failuresPerAddress, tooMany, work);
}

export const checkCoupon = (deps: Deps, person: SignedIn, code: string): Promise<Coupon> =>
  limitCouponAttempts(deps, person, async () => {
    const coupon = await findUsableCoupon(deps.db, code, person.viewer.farmId, deps.now());
    if (!coupon) throw await couponRefusal(deps.db, code, person.viewer.farmId, deps.now());
    return coupon;
  });

export async function couponRefusal(db: Db | Tx, code: string, farmId: FarmId, now: Date): Promise<Problem> {
  const message = await explainCoupon(db, code, farmId, now);
  return new Problem('coupon.invalid', message === undefined ? {} : { message });
}
