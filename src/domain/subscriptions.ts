/** Stronger further right: what is paid stays so, whatever is heard of it later. */
const checkoutStates = ['open', 'closed', 'held', 'granted'] as const;
export type CheckoutState = (typeof checkoutStates)[number];

/** In the provider's words (Stripe), weakest first: this order decides between two that were observed in the same second. */
const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'past_due',
  'active',
  'paused',
  'unpaid',
  'incomplete_expired',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
