import { publicAddress, type Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import type { PaymentProvider } from '#server/db/payments.schema.ts';
import type { Provider } from './provider.ts';
import { openTestProvider } from './test-provider.ts';

/** The providers of this installation. */
export interface Payments {
  /** Takes new checkouts, and its webhook alone is believed; without one nothing can be bought. */
  readonly current: Provider | undefined;
  /** The one that an older checkout or subscription is with; `undefined` when its keys are gone. */
  readonly of: (name: PaymentProvider) => Provider | undefined;
}

interface PaymentsOptions {
  readonly db: Db;
  readonly config: Config;
  readonly now: () => Date;
  readonly patienceMs?: number;
}

/** Stripe's client is loaded only where its keys are. */
export async function openPayments({ db, config, now, patienceMs }: PaymentsOptions): Promise<Payments> {
  const { payments } = config;
  const test = openTestProvider({ db, now, isOpen: payments.by === 'test' });
  const stripe =
    payments.by === 'stripe'
      ? (await import('./stripe.ts')).openStripe({
          ...payments,
          publicUrl: publicAddress(config),
          now,
          ...(patienceMs !== undefined && { patienceMs }),
        })
      : undefined;
  return {
    current: payments.by === 'test' ? test : stripe,
    of: (name) => (name === 'test' ? test : stripe),
  };
}
