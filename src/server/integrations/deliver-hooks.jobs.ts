import type { FastifyBaseLogger } from 'fastify';
import type { HookMessage } from '#contract/hooks.ts';
import { hookRetries } from '#domain/hooks.ts';
import { publicAddress, type Config } from '#server/config.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { ownersOf } from '#server/db/memberships.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { errorMessage } from '#server/error-message.ts';
import type { Job } from '#server/jobs/job.ts';
import { lockMailboxes, mailTo } from '#server/mail/mailing.ts';
import { timeAfter } from '#server/time-after.ts';
import { hookSwitchedOffMail } from './hooks.mail.ts';
import { listDue, updateHook, type DueDelivery } from './hooks.queries.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { createHookSender, type SendHook } from './send-hook.ts';

/** Only one server runs a job at a time (decision 15), so nothing is sent by two servers concurrently. */
export const deliverHooks: Job = {
  name: 'webhooks',
  everyMs: 5000,
  run: (deps, signal) =>
    deliverDue({ ...deps, send: createHookSender({ allowsLoopback: deps.config.allowsLoopbackHooks }) }, signal),
};

interface Parts {
  readonly db: Db;
  readonly config: Config;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly wakeMail: () => void;
  readonly send: SendHook;
}

const maxAtOnce = 40;
/** Limits the concurrent deliveries of one farm, so that slow receivers do not delay other farms. */
const maxOfFarm = 4;

/** Resolves when nothing is due. A server may die before it has recorded an answer, so a message may arrive twice with the same id. */
export async function deliverDue(parts: Parts, signal: AbortSignal): Promise<void> {
  const sending = new Map<string, { readonly farmId: string; readonly done: Promise<void> }>();
  const countOf = (farmId: string): number => [...sending.values()].filter((each) => each.farmId === farmId).length;
  const begin = (due: DueDelivery): void => {
    const done = deliver(parts, due, signal).finally(() => sending.delete(due.id));
    sending.set(due.id, { farmId: due.farmId, done });
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      const queued = await queueDeliveries(parts.db, parts.now(), signal);
      const farms = new Set([...sending.values()].map(({ farmId }) => farmId));
      const due = await listDue(parts.db, {
        now: parts.now(),
        limit: maxAtOnce,
        exceptIds: [...sending.keys()],
        exceptFarms: [...farms].filter((farmId) => countOf(farmId) >= maxOfFarm),
      });
      for (const each of due) if (sending.size < maxAtOnce && countOf(each.farmId) < maxOfFarm) begin(each);
      if (sending.size > 0) await Promise.race([...sending.values()].map(({ done }) => done));
      else if (queued === 0) return;
    }
  } finally {
    await Promise.allSettled([...sending.values()].map(({ done }) => done));
  }
}

async function deliver({ db, config, now, log, wakeMail, send }: Parts, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const at = now();
  const { farmId, hookId, id, kind, recordId, revision, type, url, secret, previousSecret, previousUntil } = due;
  const message = { type, timestamp: due.at, data: { kind, id: recordId, farmId, revision } } satisfies HookMessage;
  const isRotated = previousSecret !== null && previousUntil !== null && previousUntil > at.toISOString();
  const secrets = isRotated ? [secret, previousSecret] : [secret];
  const outcome = await send({ id: `msg_${id}`, url, body: JSON.stringify(message), secrets, at }, signal).catch(errorMessage);
  // A delivery that the shutdown has aborted is sent again by the next server.
  if (signal.aborted && typeof outcome === 'string') return;
  const isOff = await inTransaction(db, (tx) => recordOutcome(tx, due, outcome, now(), config));
  if (isOff) {
    log.warn({ farmId, hookId }, 'a webhook was switched off');
    wakeMail();
  }
}

/** Resolves with whether the outcome switches the webhook off. */
async function recordOutcome(tx: Tx, due: DueDelivery, outcome: number | string, now: Date, config: Config): Promise<boolean> {
  const isDone = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
  const attempts = due.attempts + 1;
  const wait = outcome === 410 ? undefined : hookRetries[attempts];
  await tx
    .updateTable('hook_deliveries')
    .set({
      attempts,
      tried_at: now.toISOString(),
      outcome: (typeof outcome === 'number' ? `status ${outcome}` : outcome).slice(0, 200),
      ...(isDone && { state: 'done' as const }),
      ...(!isDone && wait === undefined && { state: 'failed' as const }),
      ...(!isDone && wait !== undefined && { run_at: timeAfter(now, wait * 1000) }),
    })
    .where('farm_id', '=', due.farmId)
    .where('id', '=', due.id)
    .execute();
  if (isDone || wait !== undefined) return false;
  const farmId = vouchedFarmId(due.farmId);
  await updateHook(tx, farmId, due.hookId, { state: 'off', off_reason: outcome === 410 ? 'gone' : 'failing' });
  const owners = await ownersOf(tx, farmId).select(['users.email', 'users.email_confirmed_at as emailConfirmedAt']).execute();
  await lockMailboxes(tx, ...owners);
  for (const owner of owners) {
    const email = hookSwitchedOffMail({ isGone: outcome === 410, publicUrl: publicAddress(config) });
    await mailTo(tx, owner, 'notice', email, now);
  }
  return true;
}
