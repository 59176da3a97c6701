import { unusedCents } from '#domain/accounts/plan-change.ts';
import { hasEnded } from '#domain/accounts/subscriptions.ts';
import type { Deps } from '#server/deps.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { reinstatePlan } from './granting.ts';
import { handleEvent } from './provider-events.service.ts';
import { saveRestCents, type PaymentTask } from '#server/subscriptions/payment-tasks.queries.ts';
import { findRunning, findSubscription, type Subscription } from '#server/subscriptions/subscriptions.queries.ts';
import { ProviderError, UnknownToProviderError, type Provider } from '#server/payment-provider/provider.ts';

export async function pushTask(deps: Deps, provider: Provider, task: PaymentTask): Promise<void> {
  if (task.queue.kind === 'close_checkout') {
    const paid = await provider.closeCheckout(task.subject, task.id);
    return paid && handleEvent(deps, paid);
  }
  const known = await findSubscription(deps.db, task.subject);
  if (known && !(await isToBeEnded(deps, provider, known, task))) return;
  const restCents = known ? await restOf(deps, task) : task.restCents;
  const event = await provider.endSubscription(task.subject, { idempotencyKey: task.id, restCents });
  if (event) await handleEvent(deps, event);
}

/**
 * Reads both subscriptions again: the replacing one must be active, or a paying farm would be left without a plan. After a restore, events in
 * another order may have chosen the wrong one of two.
 */
async function isToBeEnded(deps: Deps, provider: Provider, known: Subscription, task: PaymentTask): Promise<boolean> {
  if (await hasEndedThere(deps, provider, known.id)) return false;
  const running = await findRunning(deps.db, vouchedFarmId(known.farmId));
  if (!running) return true;
  if (running.id !== known.id) {
    const other = deps.payments.of(running.provider);
    if (!other) throw new ProviderError('the keys of the payment provider of the plan that runs are not set any more');
    if (!(await hasEndedThere(deps, other, running.id))) return true;
  }
  return !(await reinstatePlan(deps, known, task.id));
}

async function hasEndedThere(deps: Deps, provider: Provider, id: string): Promise<boolean> {
  try {
    const event = await provider.readSubscription(id);
    await handleEvent(deps, event);
    return event.observation.status !== undefined && hasEnded(event.observation.status);
  } catch (error) {
    if (error instanceof UnknownToProviderError) return true;
    throw error;
  }
}

/** The rest that is still to be credited, less what was deducted from the price of the new plan; null if nothing was deducted. */
async function restOf({ db, now }: Deps, task: PaymentTask): Promise<number | null> {
  const { subject, creditedCents, restCents } = task;
  if (creditedCents === null || restCents !== null) return restCents;
  const known = await findSubscription(db, subject);
  const rest = known ? Math.max(0, unusedCents(known, now()) - creditedCents) : 0;
  await saveRestCents(db, task, rest);
  return rest;
}
