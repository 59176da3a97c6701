import { strongerState } from '#domain/accounts/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { setCheckout, type Checkout } from './payments.queries.ts';

export type PaymentDeps = Pick<Deps, 'db' | 'now' | 'wakeMail' | 'config' | 'payments'> & {
  readonly log: Pick<Deps['log'], 'warn' | 'error'>;
  /** No mail is queued. */
  readonly isSilent?: true;
};
export type Outcome = Database['payment_events']['outcome'];

/** The farm is locked as long as the context is in use. */
export interface PaymentContext {
  readonly tx: Tx;
  readonly farmId: FarmId;
  readonly checkout: Checkout;
  readonly now: Date;
  readonly deps: PaymentDeps;
}

/** Changes the state of the checkout, unless it is as strong already (domain/subscriptions.ts). */
export async function advanceTo({ tx, farmId, checkout }: PaymentContext, state: Checkout['state']): Promise<Outcome> {
  if (strongerState(checkout.state, state) === checkout.state) return 'ignored';
  await setCheckout(tx, farmId, checkout.id, { state });
  return 'applied';
}

/** Grants nothing; the operator has to decide. */
export async function hold(context: PaymentContext, why: string): Promise<Outcome> {
  const { deps, farmId, checkout } = context;
  await advanceTo(context, 'held');
  deps.log.error({ security: 'payment held', farmId, checkout: checkout.id, why }, 'a payment needs to be looked at');
  return 'held';
}
