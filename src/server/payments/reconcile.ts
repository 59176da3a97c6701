import type { Deps } from '#server/deps.ts';
import { findLastRestore, markReconciled } from '#server/db/restores.ts';
import { dayMs } from '#server/time-after.ts';
import { handleEvent } from './provider-events.service.ts';
import { UnknownToProviderError, type ProviderEvent, type Provider } from '#server/payment-provider/provider.ts';
import { listUnchecked, markChecked } from './reconciliation.queries.ts';

const marginMs = 3 * dayMs;
const batchSize = 100;

/**
 * A restored database lacks what was paid, cancelled and ended since its backup. So all known subscriptions are read from the provider, and
 * all that were created since the last event. Until that is finished nothing is sent to the provider and nothing is sold. After an
 * interruption it continues where it stopped.
 */
export async function reconcileAfterRestore(deps: Deps, signal: AbortSignal): Promise<void> {
  const { db, payments, now, log } = deps;
  const restore = await findLastRestore(db);
  if (!restore || restore.is_paused || restore.reconciled_at !== null) return;
  const provider = payments.of('stripe');
  if (provider) {
    const ask = async (question: () => Promise<ProviderEvent>): Promise<void> => {
      signal.throwIfAborted();
      const event = await question().catch((error: unknown) => {
        if (error instanceof UnknownToProviderError) return undefined;
        throw error;
      });
      if (event) await handleEvent(deps, event, { isCatchingUp: true });
    };
    await askAboutKnown(deps, provider, ask);
    // Uses the provider's clock, because ours may have been wrong when the backup was made.
    const since = restore.heard_until && new Date(Date.parse(restore.heard_until) - marginMs).toISOString();
    for await (const event of provider.listSubscriptions(since ?? undefined)) await ask(async () => event);
  }
  await markReconciled(db, restore.id, now());
  log.info({ security: 'payments reconciled', backup: restore.backup_id });
}

async function askAboutKnown(
  { db, now }: Deps,
  provider: Provider,
  ask: (question: () => Promise<ProviderEvent>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const { subscriptions, checkouts } = await listUnchecked(db, batchSize);
    if (subscriptions.length + checkouts.length === 0) return;
    for (const { id } of subscriptions) {
      await ask(() => provider.readSubscription(id));
      await markChecked(db, 'subscriptions', id, now());
    }
    for (const { id, sessionId } of checkouts) {
      await ask(() => provider.readCheckout(sessionId));
      await markChecked(db, 'checkouts', id, now());
    }
  }
}
