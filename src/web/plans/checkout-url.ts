/** The browser follows a checkout address only to this site or to Stripe's payment page. */
export function isCheckoutUrl(address: string, ownOrigin: string): boolean {
  if (!URL.canParse(address, ownOrigin)) return false;
  const { origin, username, password } = new URL(address, ownOrigin);
  return username === '' && password === '' && (origin === ownOrigin || origin === 'https://checkout.stripe.com');
}
