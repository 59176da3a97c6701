import { hasEnded } from '#domain/accounts/subscriptions.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { toRow } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';
import { recreatedDigest } from './granting.ts';
import type { PaymentDeps, Outcome } from './payment-context.ts';
import { endSubscription } from '#server/subscriptions/payment-tasks.queries.ts';
import {
  findCheckout,
  holdPayment,
  insertCheckout,
  isDeletedFarm,
  isFarm,
  readInstallation,
  releasePayment,
  type Checkout,
} from './payments.queries.ts';
import type { ProviderEvent } from '#server/payment-provider/provider.ts';

/**
 * Handles an event about an unknown checkout. A deleted farm must not continue to pay. If the farm exists, the database was restored to a time
 * before the checkout, which is recreated from the provider's data. If neither is known, nothing is ended or granted, and the operator is
 * informed. Checkouts of other installations are ignored.
 */
export async function recreateCheckout(
  deps: PaymentDeps,
  tx: Tx,
  farmId: FarmId,
  event: ProviderEvent,
): Promise<Checkout | Outcome> {
  const { payments, log } = deps;
  const id = event.about === 'subscription' ? event.id : event.subscriptionId;
  if (!payments.current || id === undefined || !isAboutPayment(event) || event.installation !== (await readInstallation(tx)).id)
    return 'ignored';
  const now = deps.now();
  const isHere = await isFarm(tx, farmId);
  const checkout = isHere ? await insertRecreated(tx, farmId, event, payments.current.name) : undefined;
  const isOver = isAboutEnd(event);
  if (checkout || isOver) await releasePayment(tx, id);
  if (checkout) {
    log.warn({ security: 'checkout made again', farmId, checkout: checkout.id, subscription: id });
    return checkout;
  }
  if (isOver) return 'ignored';
  if (!isHere && (await isDeletedFarm(tx, farmId))) {
    await endSubscription(tx, payments.current.name, id, now);
    return 'ignored';
  }
  const reason = isHere ? 'what was agreed is not known' : 'its farm is not here';
  const held = { id, provider: payments.current.name, claimed_farm: farmId || null, reason, held_at: now.toISOString() };
  if (await holdPayment(tx, held)) {
    log.error({ security: 'payment held', subscription: id, farmId, why: reason }, 'a payment needs to be looked at');
  }
  return 'held';
}

const isAboutPayment = (event: ProviderEvent): boolean => event.about === 'subscription' || event.state === 'complete';

const isAboutEnd = (event: ProviderEvent): boolean =>
  event.about === 'subscription' && event.observation.status !== undefined && hasEnded(event.observation.status);

export async function insertRecreated(
  tx: Tx,
  farmId: FarmId,
  event: ProviderEvent,
  provider: Checkout['provider'],
): Promise<Checkout | undefined> {
  const { terms } = event;
  if (!terms || event.checkoutId === undefined) return undefined;
  await insertCheckout(tx, {
    ...toRow(terms),
    farm_id: farmId,
    id: event.checkoutId,
    provider,
    create_digest: recreatedDigest,
    created_at: createdAt(event),
  });
  return findCheckout(tx, farmId, event.checkoutId);
}

const createdAt = (event: ProviderEvent): string =>
  event.about === 'checkout' ? event.at : (event.createdAt ?? event.observation.at);
