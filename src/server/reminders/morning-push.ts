import type { DueCounts } from '#domain/breeding/due-counts.ts';
import type { TaskPart } from '#domain/work/today.ts';
import { publicAddress, type Config } from '#server/config.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId } from '#server/db/farm-id.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { mayManageNow } from '#server/db/memberships.ts';
import { mayHaveBeenSent } from '#server/db/restores.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { attemptEach } from '#server/jobs/attempt-each.ts';
import type { Job } from '#server/jobs/job.ts';
import { createGuardedPost, ForbiddenAddress, type GuardedPost } from '#server/outbound/guarded-post.ts';
import { claimTask, finishTask, purgeTasks, queueTasks, retryTask, type Queue } from '#server/tasks/tasks.queries.ts';
import { dayMs, hourMs, minuteMs, timeAfter } from '#server/time-after.ts';
import { todayIn } from './calendar.service.ts';
import { readDueToday, type ReadDueToday } from './due-tasks.ts';
import { latenessIn, latestHours, sizeOfAll } from './morning-mail.ts';
import { deletePush, findEndpoint, listPushes, takeDay, type Device, type Push } from './push.queries.ts';
import { vapidKeys } from './vapid-keys.ts';

const rowsAtOnce = 500;
const storedDays = 7;
/** Concurrent notifications, so that slow push services hardly delay the others. */
const maxAtOnce = 10;
const timeoutMs = 5000;

const pushQueue: Queue = {
  kind: 'push',
  leaseMs: minuteMs,
  retryMs: minuteMs,
  longestRetryMs: 30 * minuteMs,
  givenUpAfter: { attempts: 5, ms: latestHours * hourMs },
};

export const morningPush: Job = {
  name: 'morning push',
  everyMs: minuteMs,
  run: async (deps, signal) => {
    const post = createGuardedPost({ allowsLoopback: deps.config.allowsLoopbackHooks, timeoutMs });
    await attemptEach([queuePushes, sendPushes], signal, (step) => step({ ...deps, post }, signal));
    await purgeTasks(deps.db, 'push', timeAfter(deps.now(), -storedDays * dayMs));
  },
};

export function queuePushes({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const dueTodayOf = readDueToday(db);
  return attemptEach(dueNow(db, now()), signal, (morning) => queueOnce(db, morning, dueTodayOf));
}

interface Morning {
  readonly device: Device;
  readonly today: string;
  readonly dueAt: string;
  readonly now: Date;
}

async function* dueNow(db: Db, now: Date): AsyncGenerator<Morning> {
  const batches = inBatches<Push>((after, limit) => listPushes(db, after, limit, now), { most: rowsAtOnce });
  for await (const rows of batches) {
    for (const { zone, hour, pushedOn, ...device } of rows) {
      const [today, late] = [todayIn(zone, now), latenessIn(zone, hour, now)];
      if (late < 0 || late > latestHours || (pushedOn !== null && pushedOn >= today)) continue;
      yield { device, today, dueAt: timeAfter(now, -(late + 1) * hourMs), now };
    }
  }
}

/** The day is recorded in the transaction of the notification, or if nothing is due. */
async function queueOnce(db: Db, { device, today, dueAt, now }: Morning, dueTodayOf: ReadDueToday): Promise<void> {
  const { tasks, papers, stock } = await dueTodayOf(device.farmId, today);
  await inTransaction(db, async (tx) => {
    // A notification due before a restore may have been sent already.
    if (!(await takeDay(tx, device, today)) || (await mayHaveBeenSent(tx, dueAt))) return;
    const sizeOf = (part: TaskPart): number => sizeOfAll(tasks.filter((task) => task.part === part));
    const message: DueCounts = {
      overdue: sizeOf('overdue'),
      due: sizeOf('today') + stock + ((await mayManageNow(tx, device, now)) ? papers : 0),
    };
    if (message.overdue + message.due === 0) return;
    const payload = JSON.stringify({ farmId: device.farmId, sessionHash: device.sessionHash, message });
    await queueTasks(tx, 'push', [{ dedupe_key: `${device.farmId} ${device.sessionHash} ${today}`, payload }], now);
  });
}

interface Parts extends Pick<Deps, 'db' | 'now' | 'config'> {
  readonly log: Pick<Deps['log'], 'warn'>;
  readonly post: GuardedPost;
}

/** Resolves when nothing is due. A server may die before it has recorded a delivery; a repeated notification replaces the first one. */
export async function sendPushes(parts: Parts, signal: AbortSignal): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: maxAtOnce }, () => sendDue(parts, signal)));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

async function sendDue({ db, now, config, log, post }: Parts, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const task = await claimTask(db, [pushQueue], now());
    if (!task) return;
    const { farmId: id, sessionHash, message } = JSON.parse(task.payload ?? '{}') as Payload;
    const device = { farmId: vouchedFarmId(id), sessionHash };
    const subscription = await findEndpoint(db, device);
    const outcome = subscription && (await send(subscription, message).catch((error: unknown) => asError(error)));
    if (outcome === 404 || outcome === 410 || outcome instanceof ForbiddenAddress) await deletePush(db, device);
    const isOver =
      outcome === undefined || outcome instanceof ForbiddenAddress || (typeof outcome === 'number' && isFinal(outcome));
    if (isOver) await finishTask(db, task, now());
    else if (!(await retryTask(db, task, String(outcome), now())))
      log.warn({ farmId: id, outcome }, 'a reminder could not be sent');
  }

  async function send({ endpoint, p256dh, auth }: Endpoint, message: DueCounts): Promise<number> {
    const keys = await vapidKeys(db, config);
    const { default: webPush } = await import('web-push');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: subjectOf(config), ...keys },
      TTL: (latestHours * hourMs) / 1000,
      // A notification with the same topic replaces one that is not delivered yet.
      topic: 'today',
      urgency: 'normal',
    });
    return post({ url: endpoint, headers, body: body ?? '' }, signal);
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

interface Payload {
  readonly farmId: string;
  readonly sessionHash: string;
  readonly message: DueCounts;
}

type Endpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;

/** Client errors would recur, so they are final; rate limits and failures of the service are retried later. */
const isFinal = (status: number): boolean => status < 500 && status !== 429;

/** The contact for the push services (RFC 8292). */
const subjectOf = (config: Config): string =>
  publicAddress(config).startsWith('https:') ? publicAddress(config) : `mailto:${config.mailFrom.address}`;
