import type { Db } from '#server/db/connect.ts';
import { isHeld } from '#server/db/restores.ts';
import { Problem } from '#server/problem.ts';
import { handleEvent } from './provider-events.service.ts';
import type { PaymentDeps } from './payment-context.ts';

/** A person who paid since the backup would pay again, and what was cancelled would go on. */
export async function refuseWhileHeld(db: Db): Promise<void> {
  if (!(await isHeld(db))) return;
  throw new Problem('payments.unavailable', {
    message: 'This site was restored from a backup, and its payments have to be checked first. Try again later.',
  });
}

/** Reads from the provider what was paid, cancelled and ended since the backup. Nothing is sent there. */
export async function readAllSubscriptions(deps: PaymentDeps): Promise<void> {
  const events = await Array.fromAsync(deps.payments.of('stripe')?.listSubscriptions() ?? []);
  // The oldest first, so that what another replaced has ended before.
  for (const event of events.toReversed()) await handleEvent(deps, event);
}
