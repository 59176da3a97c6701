import { graceDays } from '#domain/accounts/subscriptions.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Job } from '#server/jobs/job.ts';
import { beginScheduled } from './granting.ts';
import { handleEvent } from './provider-events.service.ts';
import { queuePlanEnded } from './payments.mail.ts';
import { claimPaymentTask } from '#server/subscriptions/payment-tasks.queries.ts';
import { finishTask, retryTask } from '#server/tasks/tasks.queries.ts';
import { dayMs, hourMs, minuteMs, timeAfter } from '#server/time-after.ts';
import { closeUnknownCheckout } from './payments.queries.ts';
import { setPlanStatus } from '#server/subscriptions/farm-plan.queries.ts';
import { ProviderError, UnknownToProviderError, type ProviderEvent, type Provider } from '#server/payment-provider/provider.ts';
import {
  findLapsed,
  listDueChanges,
  listLapsedFarms,
  listRenewalsToStop,
  claimOpenCheckouts,
  claimSilentSubscriptions,
} from './reconciliation.queries.ts';
import { pushTask } from './push-to-provider.ts';

const pushToProviders: Job = {
  name: 'payments: tell',
  everyMs: minuteMs,
  run: async (deps, signal) => {
    const { db, now, payments, log } = deps;
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
  },
};

/** Ends plans whose time ran out unpaid; nothing is deleted (rule 15). */
const endLapsedPlans: Job = {
  name: 'payments: end',
  everyMs: 10 * minuteMs,
  byAge: true,
  run: async (deps, signal) => {
    const { db, now, wakeMail } = deps;
    for (const id of await listDueChanges(db, now())) {
      signal.throwIfAborted();
      const farmId = vouchedFarmId(id);
      await inFarmTransaction(db, farmId, (tx) => beginScheduled({ tx, farmId, now: now(), deps }));
    }
    const limits = { now: now().toISOString(), silentSince: timeAfter(now(), -graceDays * dayMs) };
    for (const id of await listLapsedFarms(db, limits)) {
      signal.throwIfAborted();
      const farmId = vouchedFarmId(id);
      await inFarmTransaction(db, farmId, async (tx) => {
        const lapsed = await findLapsed(tx, farmId, limits);
        if (!lapsed) return;
        await setPlanStatus(tx, farmId, 'expired');
        const context = { tx, farmId, now: now(), deps };
        if (lapsed.planType !== null) await queuePlanEnded(context, lapsed.endedAt, lapsed.planType);
      });
      wakeMail();
    }
  },
};

export const paymentJobs: readonly Job[] = [pushToProviders, pollProviders, endLapsedPlans];

function ensureConfigured(provider: Provider | undefined): Provider {
  if (!provider) throw new ProviderError('the keys of this payment provider are not set any more');
  return provider;
}
