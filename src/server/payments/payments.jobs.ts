import { graceDays, hasEnded } from '#domain/subscriptions.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Job } from '#server/jobs/job.ts';
import { isBehind } from './after-restore.ts';
import { beginScheduled, reinstatePlan } from './granting.ts';
import { handleEvent } from './provider-events.service.ts';
import { queuePlanEnded } from './payments.mail.ts';
import { claimPaymentTask, saveRestCents, type PaymentTask } from '#server/subscriptions/payment-tasks.queries.ts';
import { finishTask, retryTask } from '#server/tasks/tasks.queries.ts';
import { dayMs, hourMs, minuteMs, timeAfter } from '#server/time-after.ts';
import { closeUnknownCheckout, purgeOldMessages } from './payments.queries.ts';
import { setPlanStatus } from '#server/subscriptions/farm-plan.queries.ts';
import { ProviderError, UnknownToProviderError, type ProviderEvent, type Provider } from '#server/payment-provider/provider.ts';
import {
  findLapsed,
  listDueChanges,
  listLapsedFarms,
  listRenewalsToStop,
  claimOpenCheckouts,
  claimSilentSubscriptions,
  listUnchecked,
  markChecked,
} from './reconciliation.queries.ts';
import type { Deps } from '#server/deps.ts';
import { findLastRestore, markReconciled } from '#server/db/restores.ts';
import { unusedCents } from '#domain/plan-change.ts';
import { findRunning, findSubscription, type Subscription } from '#server/subscriptions/subscriptions.queries.ts';

async function pushTask(deps: Deps, provider: Provider, task: PaymentTask): Promise<void> {
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

const marginMs = 3 * dayMs;
const batchSize = 100;

/**
 * A restored database lacks what was paid, cancelled and ended since its backup. So all known subscriptions are read from the provider, and
 * all that were created since the last event. Until that is finished nothing is sent to the provider and nothing is sold. After an
 * interruption it continues where it stopped.
 */
async function reconcileAfterRestore(deps: Deps, signal: AbortSignal): Promise<void> {
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

const pushToProviders: Job = {
  name: 'payments: tell',
  everyMs: minuteMs,
  run: async (deps, signal) => {
    const { db, now, payments, log } = deps;
    // After a restore nothing is ended before the provider has been asked what happened since the backup.
    if (await isBehind(db)) return;
    for (;;) {
      signal.throwIfAborted();
      const task = await claimPaymentTask(db, now());
      if (!task) break;
      try {
        await pushTask(deps, ensureConfigured(payments.of(task.provider)), task);
        await finishTask(db, task, now());
      } catch (error) {
        await retryTask(db, task, String(error), now());
        log.warn(
          { err: error, task: task.id, attempts: task.attempts },
          'the payment provider could not be told; it will be tried again',
        );
      }
    }
    for (const { id, provider } of await listRenewalsToStop(db)) {
      signal.throwIfAborted();
      try {
        await handleEvent(deps, await ensureConfigured(payments.of(provider)).setEnding(id, true));
      } catch (error) {
        log.warn({ err: error, subscription: id }, 'a renewal could not be stopped; it will be tried again');
      }
    }
  },
};

/** A webhook may have been lost, so the provider is asked about open checkouts and periods that are over. */
const pollProviders: Job = {
  name: 'payments: ask',
  everyMs: 10 * minuteMs,
  run: async (deps, signal) => {
    const { db, now, payments, log } = deps;
    if (await isBehind(db)) return;
    const poll = async (read: () => Promise<ProviderEvent>, whenUnknown?: () => Promise<unknown>): Promise<void> => {
      signal.throwIfAborted();
      try {
        await handleEvent(deps, await read());
      } catch (error) {
        if (whenUnknown && error instanceof UnknownToProviderError) return void (await whenUnknown());
        log.warn({ err: error }, 'the payment provider could not be asked');
      }
    };
    const batch = { notSince: timeAfter(now(), -hourMs), now: now(), most: 100 };
    for (const { id, farmId, provider, sessionId } of await claimOpenCheckouts(db, {
      ...batch,
      since: timeAfter(now(), -4 * dayMs),
    })) {
      if (sessionId === null) continue;
      await poll(
        () => ensureConfigured(payments.of(provider)).readCheckout(sessionId),
        () => closeUnknownCheckout(db, vouchedFarmId(farmId), id),
      );
    }
    for (const { provider, id } of await claimSilentSubscriptions(db, { ...batch, since: timeAfter(now(), -dayMs) })) {
      await poll(() => ensureConfigured(payments.of(provider)).readSubscription(id));
    }
    await purgeOldMessages(db, timeAfter(now(), -90 * dayMs));
  },
};

/** Ends plans whose time ran out unpaid; nothing is deleted (rule 15). */
const endLapsedPlans: Job = {
  name: 'payments: end',
  everyMs: 10 * minuteMs,
  run: async (deps, signal) => {
    const { db, now, wakeMail } = deps;
    for (const id of await listDueChanges(db, now())) {
      signal.throwIfAborted();
      const farmId = vouchedFarmId(id);
      await inFarmTransaction(db, farmId, (tx) => beginScheduled({ tx, farmId, now: now(), deps, isCatchingUp: false }));
    }
    const limits = { now: now().toISOString(), silentSince: timeAfter(now(), -graceDays * dayMs) };
    for (const id of await listLapsedFarms(db, limits)) {
      signal.throwIfAborted();
      const farmId = vouchedFarmId(id);
      await inFarmTransaction(db, farmId, async (tx) => {
        const lapsed = await findLapsed(tx, farmId, limits);
        if (!lapsed) return;
        await setPlanStatus(tx, farmId, 'expired');
        const context = { tx, farmId, now: now(), deps, isCatchingUp: false };
        if (lapsed.planType !== null) await queuePlanEnded(context, lapsed.endedAt, lapsed.planType);
      });
      wakeMail();
    }
  },
};

const reconcileWithProvider: Job = {
  name: 'payments: reconcile',
  everyMs: minuteMs,
  run: reconcileAfterRestore,
};

/** In this order: a restored database is reconciled before anything is sent to the provider. */
export const paymentJobs: readonly Job[] = [reconcileWithProvider, pushToProviders, pollProviders, endLapsedPlans];

function ensureConfigured(provider: Provider | undefined): Provider {
  if (!provider) throw new ProviderError('the keys of this payment provider are not set any more');
  return provider;
}
