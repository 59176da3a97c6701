import type { paymentRoutes } from '#contract/payments.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { beginCheckout, payTestCheckout, readCheckout } from './checkouts.service.ts';
import { openPortal, readSubscription, setEnding } from './subscriptions.service.ts';

export const paymentHandlers = (deps: Deps): Handlers<typeof paymentRoutes> => ({
  createCheckoutSession: ({ body }, person) => beginCheckout(deps, person, body),
  readCheckout: ({ params }, { farmId }) => readCheckout(deps, farmId, params.id),
  payTestCheckout: ({ params, body }, person) => payTestCheckout(deps, person, params.id, body.outcome),
  readSubscription: (_, { farmId }) => readSubscription(deps, farmId),
  cancelSubscription: (_, person) => setEnding(deps, person, true),
  resumeSubscription: (_, person) => setEnding(deps, person, false),
  openBillingPortal: (_, person) => openPortal(deps, person),
});
