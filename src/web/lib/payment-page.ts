/** Where a payment, or what was bought, is looked after: Stripe's own pages. */
const paymentSites: readonly string[] = ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/**
 * The browser follows the address of a payment page only to this site or to Stripe's. Where this site runs on the visitor's own machine,
 * so may what stands in for Stripe (STRIPE_API_BASE).
 */
export function isPaymentUrl(address: string, ownOrigin: string): boolean {
  if (!URL.canParse(address, ownOrigin)) return false;
  const { protocol, host, username, password, hostname } = new URL(address, ownOrigin);
  // Not `origin`: a blob: address has the origin of the page that made it.
  const site = `${protocol}//${host}`;
  const isHere = protocol === 'http:' && isOwnMachine(hostname) && isOwnMachine(new URL(ownOrigin).hostname);
  return username === '' && password === '' && (site === ownOrigin || paymentSites.includes(site) || isHere);
}

const isOwnMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Leads there. Not done until the page is gone, or shown again by the Back button. */
export async function leaveForPayment(address: string): Promise<void> {
  location.assign(address);
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}
