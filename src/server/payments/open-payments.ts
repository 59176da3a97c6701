import { publicAddress, type Config } from '#server/config.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { Payments } from '#server/payment-provider/provider.ts';
import { openTestProvider } from './test-provider.ts';

interface PaymentsOptions {
  readonly db: Db;
  readonly config: Config;
  readonly now: () => Date;
  readonly timeoutMs?: number;
}

/** Stripe's client is loaded only if its keys are configured. */
export async function openPayments({ db, config, now, timeoutMs }: PaymentsOptions): Promise<Payments> {
  const { payments } = config;
  const test = openTestProvider({ db, now, isOpen: payments.by === 'test' });
  const stripe =
    payments.by === 'stripe'
      ? (await import('#server/payment-provider/stripe.ts')).openStripe({
          ...payments,
          publicUrl: publicAddress(config),
          now,
          ...(timeoutMs !== undefined && { timeoutMs }),
        })
      : undefined;
  return {
    current: payments.by === 'test' ? test : stripe,
    of: (name) => (name === 'test' ? test : stripe),
  };
}
