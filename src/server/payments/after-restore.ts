import type { Db } from '#server/db/engines/connect.ts';
import { isHeld } from '#server/db/restores.ts';
import { UnknownToProviderError } from '#server/payment-provider/provider.ts';
import { Problem } from '#server/problem.ts';
import { handleEvent } from './provider-events.service.ts';
import type { PaymentDeps } from './payment-context.ts';
import { listOpenCheckouts } from './reconciliation.queries.ts';

/** A person who paid since the backup would pay again, and what was cancelled would go on. */
export async function refuseWhileHeld(db: Db): Promise<void> {
  if (!(await isHeld(db))) return;
  throw new Problem('payments.unavailable', {
    message: 'This site was restored from a backup, and its payments have to be checked first. Try again later.',
  });
}

/**
 * Reads from the provider what was paid, cancelled and ended since the backup. Nothing is sent there, and nobody is told, because it is unknown
 * when it happened.
 */
export async function readAllPayments(deps: PaymentDeps): Promise<void> {
  const silent = { ...deps, isSilent: true } as const;
  const events = await Array.fromAsync(deps.payments.of('stripe')?.listSubscriptions() ?? []);
  // The oldest first, so that what another replaced has ended before.
  for (const event of events.toReversed()) await handleEvent(silent, event);
  for (const { provider, sessionId } of await listOpenCheckouts(deps.db)) {
    const event = await deps.payments.of(provider)?.readCheckout(sessionId).catch(unlessUnknown);
    if (event) await handleEvent(silent, event);
  }
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof UnknownToProviderError)) throw error;
}
