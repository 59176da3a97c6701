import { graceDays } from '#domain/subscriptions.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inFarmTransaction } from '#server/db/transaction.ts';
import type { Job } from '#server/jobs/job.ts';
import { takeNews } from './news.service.ts';
import { queuePlanEnded } from './payments.mail.ts';
import { claimTask, finishTask, putTaskBack } from './payment-tasks.queries.ts';
import { forgetOldMessages, setPlanStatus } from './payments.queries.ts';
import { ProviderError, type News, type Provider } from './provider.ts';
import { findLapsed, listLapsedFarms, takeOpenCheckouts, takeSilentSubscriptions } from './reconciliation.queries.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const ago = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/** Tells providers what they are still to be told, until they have heard it. */
const tellProviders: Job = {
  name: 'payments: tell',
  everyMs: minuteMs,
  run: async (deps, signal) => {
    const { db, now, payments, log } = deps;
    for (;;) {
      signal.throwIfAborted();
      const task = await claimTask(db, now());
      if (!task) return;
      try {
        const provider = named(payments.of(task.provider));
        if (task.kind === 'close_checkout') {
          await provider.closeCheckout(task.subject, task.id);
        } else {
          const news = await provider.endSubscription(task.subject, task.id);
          if (news) await takeNews(deps, news);
        }
        await finishTask(db, task.id, now());
      } catch (error) {
        await putTaskBack(db, task, String(error), now());
        log.warn(
          { err: error, task: task.id, attempts: task.attempts },
          'the payment provider could not be told; it will be tried again',
        );
      }
    }
  },
};

/** Asks about what may have been said unheard: a lost message is caught, and a period that is over comes to its renewal or its end. */
const askProviders: Job = {
  name: 'payments: ask',
  everyMs: 10 * minuteMs,
  run: async (deps, signal) => {
    const { db, now, payments, log } = deps;
    const ask = async (question: () => Promise<News>): Promise<void> => {
      signal.throwIfAborted();
      try {
        await takeNews(deps, await question());
      } catch (error) {
        log.warn({ err: error }, 'the payment provider could not be asked');
      }
    };
    const batch = { notSince: ago(now(), hourMs), now: now(), most: 100 };
    for (const { provider, sessionId } of await takeOpenCheckouts(db, { ...batch, since: ago(now(), 4 * dayMs) })) {
      if (sessionId !== null) await ask(() => named(payments.of(provider)).readCheckout(sessionId));
    }
    for (const { provider, id } of await takeSilentSubscriptions(db, { ...batch, since: ago(now(), dayMs) })) {
      await ask(() => named(payments.of(provider)).readSubscription(id));
    }
    await forgetOldMessages(db, ago(now(), 90 * dayMs));
  },
};

/** Time that ran out unpaid ends the plan; nothing is deleted (ruling 15). */
const endLapsedPlans: Job = {
  name: 'payments: end',
  everyMs: 10 * minuteMs,
  run: async (deps, signal) => {
    const { db, now, wakeMail } = deps;
    const limits = { now: now().toISOString(), silentSince: ago(now(), graceDays * dayMs) };
    for (const id of await listLapsedFarms(db, limits)) {
      signal.throwIfAborted();
      const farmId = vouchedFarmId(id);
      await inFarmTransaction(db, farmId, async (tx) => {
        const lapsed = await findLapsed(tx, farmId, limits);
        if (!lapsed) return;
        await setPlanStatus(tx, farmId, 'expired');
        if (lapsed.planType !== null) await queuePlanEnded({ tx, farmId, now: now(), deps }, lapsed.planType);
      });
      wakeMail();
    }
  },
};

export const paymentJobs: readonly Job[] = [tellProviders, askProviders, endLapsedPlans];

function named(provider: Provider | undefined): Provider {
  if (!provider) throw new ProviderError('the keys of this payment provider are not set any more');
  return provider;
}
