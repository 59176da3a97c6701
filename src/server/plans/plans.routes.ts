import type { planRoutes } from '#contract/plans.ts';
import { readCurrentUser } from '#server/accounts/accounts.queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listPricingPlans } from './plans.queries.ts';
import { checkCoupon, selectPlan } from './plans.service.ts';

export const planHandlers = (deps: Deps): Handlers<typeof planRoutes> => ({
  listPricingPlans: () => listPricingPlans(deps.db),

  validateCoupon: async ({ body }, person) => {
    const { discountPercent } = await checkCoupon(deps, person, body.code);
    return { discountPercent, message: `${discountPercent}% discount will be applied to your plan` };
  },

  selectPlan: async ({ body }, person) => {
    await selectPlan(deps, person, body);
    return readCurrentUser(deps.db, person.viewer, deps.now());
  },
});
