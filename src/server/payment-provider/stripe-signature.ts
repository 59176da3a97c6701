import type { Message } from './provider.ts';
import { messageOf } from './stripe-messages.ts';

// Stripe's client is loaded only when needed, because most installations use the test provider and never need it.

interface Signed {
  readonly payload: string;
  readonly signature: string;
}

const validForSeconds = 300;

/** A signature that is older than some minutes, or from the future, is rejected. */
export async function verifiedMessage({
  payload,
  signature,
  secret,
  now,
}: Signed & { secret: string; now: Date }): Promise<Message | undefined> {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  if (!(signedAt <= now.getTime() / 1000 + validForSeconds)) return undefined;
  const { Stripe } = await import('stripe');
  try {
    const event = Stripe.webhooks.constructEvent(payload, signature, secret, validForSeconds, undefined, now.getTime());
    return messageOf(event, signedAt);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw error;
  }
}

export async function signed(event: object, secret: string, now: Date): Promise<Signed> {
  const { Stripe } = await import('stripe');
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(now.getTime() / 1000);
  return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
}
