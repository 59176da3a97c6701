import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { billingCycles, paidPlanTypes, type BillingCycle, type PaidPlanType } from '#domain/accounts/plans.ts';
import { describeOnEachEngine, type Person } from '#test/engines.ts';

/** The last day is counted from today. */
interface CouponState extends Partial<Record<'isActive' | 'isUsed' | 'isDeleted', boolean>> {
  readonly percent: number;
  readonly lastDay?: number;
}

const couponStates: Record<string, CouponState | undefined> = {
  none: undefined,
  '1%': { percent: 1 },
  '33%': { percent: 33 },
  '99%': { percent: 99 },
  '100%': { percent: 100 },
  'until today': { percent: 50, lastDay: 0 },
  'expired yesterday': { percent: 100, lastDay: -1 },
  'switched off': { percent: 100, isActive: false },
  used: { percent: 50, isUsed: true },
  'used 100%': { percent: 100, isUsed: true },
  'deleted after it was found valid': { percent: 50, isDeleted: true },
};

/** The price of the plan under test, in cents a month and a year; null is 'unlimited'. */
const prices: Record<string, { monthly: number | null; yearly: number | null; isActive?: boolean }> = {
  ordinary: { monthly: 521, yearly: 20_000 },
  'odd and dear': { monthly: 333, yearly: 99_999_999 },
  'one cent and unlimited': { monthly: 1, yearly: null },
  'unlimited and free': { monthly: null, yearly: 0 },
  'switched off': { monthly: 521, yearly: 5000, isActive: false },
};

interface Case {
  readonly planType: PaidPlanType;
  readonly cycle: BillingCycle;
  readonly coupon: CouponState | undefined;
  readonly price: (typeof prices)[string];
  readonly hadTrial: boolean;
}

/** The expected result, implemented independently from the rules (14, 15, 18). */
function oracle(given: Case): { select: string; checkout: string } {
  const { planType, cycle, coupon, price } = given;
  const cents = cycle === 'monthly' ? price.monthly : price.yearly;
  if (price.isActive === false || cents === null) return { select: '400 plan.unavailable', checkout: '400 plan.unavailable' };
  const canBeUsed = coupon && isKnown(coupon) && !coupon.isUsed;
  const select = canBeUsed && coupon.percent === 100 ? `granted ${planType}` : '402 plan.payment_required';
  if (coupon && !canBeUsed) return { select, checkout: '400 coupon.invalid' };
  if (coupon?.percent === 100) return { select, checkout: '400 request.invalid' };
  return { select, checkout: `pay ${reduced(cents, coupon?.percent ?? 0)} of ${cents} after ${trial(given)} days` };
}

const isKnown = ({ isDeleted = false, isActive = true, lastDay = 0 }: CouponState): boolean =>
  !isDeleted && isActive && lastDay >= 0;

const trial = ({ planType, hadTrial }: Case): number => (planType === 'basic' && !hadTrial ? 30 : 0);

function reduced(cents: number, percent: number): number {
  const hundredths = cents * (100 - percent);
  const rest = hundredths % 100;
  return (hundredths - rest) / 100 + (rest >= 50 ? 1 : 0);
}

describeOnEachEngine('what a plan costs', (server) => {
  const today = (offset: number): string =>
    new Date(server().clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10);

  /** Creates a coupon in the given state. Resolves with its code. */
  async function make(coupon: CouponState, { farmId }: Person): Promise<string> {
    const { db } = server();
    const id = uuidv7();
    if (coupon.isDeleted) return 'DELETED';
    const valid_until = coupon.lastDay === undefined ? null : today(coupon.lastDay);
    const code = await server().addCoupon(coupon.percent, { id, valid_until, is_active: coupon.isActive ?? true });
    if (coupon.isUsed)
      await db.insertInto('coupon_redemptions').values({ coupon_id: id, farm_id: farmId, redeemed_at: 'now' }).execute();
    return code;
  }

  async function checkoutOutcome(person: Person, body: object): Promise<string> {
    const id = uuidv7();
    const answer = await person.send({ method: 'POST', url: '/api/create-checkout-session', payload: { id, ...body } });
    const row = await server().db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst();
    if (answer.statusCode !== 200)
      return row ? 'a row of a refused checkout' : `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
    return `pay ${row?.amount_cents} of ${row?.list_cents} after ${row?.trial_days} days`;
  }

  async function selectOutcome(person: Person, body: object): Promise<string> {
    const answer = await person.send({ method: 'POST', url: '/api/select-plan', payload: body });
    const farms = server().db.selectFrom('farms').select(['plan_type', 'plan_ends_at']).where('id', '=', person.farmId);
    const farm = await farms.executeTakeFirstOrThrow();
    if (answer.statusCode !== 200)
      return farm.plan_type === null ? `${answer.statusCode} ${answer.json<{ code: string }>().code}` : 'a plan that was refused';
    return farm.plan_ends_at === null ? 'granted for ever' : `granted ${farm.plan_type}`;
  }

  test.each(Object.entries(prices))('price %s: every plan, cycle and coupon agrees with the oracle', async (_, price) => {
    const { db } = server();
    const seeded = await db.selectFrom('pricing_plans').selectAll().execute();
    const changed = { monthly_price_cents: price.monthly, yearly_price_cents: price.yearly, is_active: price.isActive ?? true };
    await db.updateTable('pricing_plans').set(changed).execute();
    const person = await server().register();
    for (const planType of paidPlanTypes) {
      for (const cycle of billingCycles) {
        for (const [name, coupon] of Object.entries(couponStates)) {
          const hadTrial = cycle === 'yearly';
          const nothing = { plan_type: null, plan_status: null, plan_ends_at: null, trial_used_at: hadTrial ? 'now' : null };
          await db.updateTable('farms').set(nothing).where('id', '=', person.farmId).execute();
          const couponCode = coupon && (await make(coupon, person));
          const body = { planType, billingCycle: cycle, ...(couponCode !== undefined && { couponCode }) };
          const came = { checkout: await checkoutOutcome(person, body), select: await selectOutcome(person, body) };
          const due = oracle({ planType, cycle, coupon, price, hadTrial });
          expect([planType, cycle, name, came]).toEqual([planType, cycle, name, due]);
        }
      }
    }
    for (const row of seeded) await db.updateTable('pricing_plans').set(row).where('id', '=', row.id).execute();
  });
});
