const paymentOrigins: readonly string[] = ['https://checkout.stripe.com', 'https://billing.stripe.com'];

/**
 * An address from the server is followed only to this site or to Stripe. On a developer's machine a substitute for Stripe
 * (STRIPE_API_BASE) is allowed too.
 */
export function isPaymentUrl(address: unknown, ownOrigin: string): address is string {
  // Anything else would be read as a relative address: '/undefined'.
  if (typeof address !== 'string' || address === '' || !URL.canParse(address, ownOrigin)) return false;
  const { protocol, host, username, password, hostname } = new URL(address, ownOrigin);
  // Not `origin`: a blob: address has the origin of the page that made it.
  const site = `${protocol}//${host}`;
  const isLocal = protocol === 'http:' && isOwnMachine(hostname) && isOwnMachine(new URL(ownOrigin).hostname);
  return username === '' && password === '' && (site === ownOrigin || paymentOrigins.includes(site) || isLocal);
}

const isOwnMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Settles only if the Back button shows this page again. */
export async function goToPayment(address: string): Promise<void> {
  location.assign(address);
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}
