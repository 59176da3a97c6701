import type { paymentRoutes } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/mount.ts';
import { Problem } from '#server/http/problem.ts';
import { beginCheckout } from '#server/plans/plans.service.ts';
import { readSubscription } from './subscriptions.queries.ts';

/** Nothing can be paid yet: what is asked for is answered as not there. */
export const paymentHandlers = (deps: Deps): Handlers<typeof paymentRoutes> => ({
  createCheckoutSession: ({ body }, person) => beginCheckout(deps, person, body),
  readCheckout: async () => {
    throw new Problem('payments.not_found');
  },
  payTestCheckout: async () => {
    throw new Problem('payments.not_found');
  },
  readSubscription: (_, { farmId }) => readSubscription(deps.db, farmId),
  cancelSubscription: async () => {
    throw new Problem('payments.no_subscription');
  },
  resumeSubscription: async () => {
    throw new Problem('payments.no_subscription');
  },
  openBillingPortal: async () => {
    throw new Problem('payments.no_subscription');
  },
});
