const stripe = 'https://checkout.stripe.com';

/** The browser follows a checkout address only to this site or to Stripe's payment page. */
export function isCheckoutUrl(address: string, ownOrigin: string): boolean {
  if (!URL.canParse(address, ownOrigin)) return false;
  const { protocol, host, username, password } = new URL(address, ownOrigin);
  // Not `origin`: a blob: address has the origin of the page that made it.
  const site = `${protocol}//${host}`;
  return username === '' && password === '' && (site === ownOrigin || site === stripe);
}
