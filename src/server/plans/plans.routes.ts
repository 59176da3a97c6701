import type { planRoutes } from '#contract/plans.ts';
import { readCurrentUser } from '#server/accounts/accounts.queries.ts';
import type { Deps } from '#server/app.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Handlers } from '#server/http/mount.ts';
import { Problem } from '#server/http/problem.ts';
import { putOnPlan } from './plans.queries.ts';

export const planHandlers = ({ db }: Deps): Handlers<typeof planRoutes> => ({
  selectPlan: async ({ body }, { farmId, viewer }) => {
    if (body.planType !== 'guest') throw new Problem('plan.payment_required');
    await inFarmTransaction(db, farmId, (tx) => putOnPlan(tx, farmId, 'guest', 'active'));
    return readCurrentUser(db, viewer.userId, viewer.sessionHash);
  },
  listPricingPlans: async () => [],
  validateCoupon: async () => {
    throw new Problem('coupon.invalid');
  },
  createCheckoutSession: async () => {
    throw new Problem('payments.unavailable');
  },
});
