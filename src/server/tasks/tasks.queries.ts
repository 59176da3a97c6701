import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#server/db/engines/connect.ts';
import { isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { timeAfter } from '#server/time-after.ts';

type Tasks = Database['tasks'];

export interface Queue {
  readonly kind: Tasks['kind'];
  readonly key?: string;
  /** An attempt that has neither ended nor renewed its lease within this time is assumed to have died with its server. */
  readonly leaseMs: number;
  /** The delay after a failed attempt; it doubles with each, up to the longest. */
  readonly retryMs: number;
  readonly longestRetryMs: number;
  /** A task fails permanently when both are exceeded; with the time alone, a clock that jumps ahead would lose it. */
  readonly givenUpAfter?: { readonly attempts: number; readonly ms: number };
  readonly everyMs?: number;
}

type NewTask = Pick<Insertable<Tasks>, 'dedupe_key' | 'state' | 'origin' | 'payload'> & Partial<Pick<Tasks, 'id' | 'run_order'>>;

/** Queues tasks in the transaction of their cause, so that both happen or neither. Tasks with an existing key of their kind are skipped. */
export async function queueTasks(db: Db | Tx, kind: Tasks['kind'], tasks: readonly NewTask[], now: Date): Promise<void> {
  if (tasks.length === 0) return;
  const at = now.toISOString();
  await db
    .insertInto('tasks')
    .values(tasks.map((task) => ({ id: uuidv7(), kind, run_at: at, run_order: at, created_at: at, ...task })))
    .onConflict((conflict) => conflict.columns(['kind', 'dedupe_key']).doNothing())
    .execute();
}

export type Task = NonNullable<Awaited<ReturnType<typeof claimTask>>>;

/** Claims the first due task of the queues for one of several servers. Writes nothing if no task is due. */
export async function claimTask(db: Db, queues: readonly Queue[], now: Date) {
  for (;;) {
    const first = await db
      .selectFrom('tasks')
      .select(['id', 'kind', 'dedupe_key as key'])
      .where('state', '=', 'waiting')
      .where('kind', 'in', [...new Set(queues.map(({ kind }) => kind))])
      .where((eb) => eb.or(queues.map((queue) => isDue(eb, queue, now))))
      .orderBy('run_order')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const queue = queues.find(({ kind, key }) => kind === first?.kind && (key === undefined || key === first.key));
    if (!first || !queue) return undefined;
    const holder = randomUUID();
    const task = await db
      .updateTable('tasks')
      .set((eb) => ({
        holder,
        lease_until: timeAfter(now, queue.leaseMs),
        attempts: eb('attempts', '+', 1),
        ...(queue.everyMs !== undefined && { run_at: timeAfter(now, queue.everyMs) }),
      }))
      .where('id', '=', first.id)
      .where('state', '=', 'waiting')
      .where((eb) => isDue(eb, queue, now))
      .returning(['id', 'dedupe_key as key', 'attempts', 'created_at as createdAt', 'origin', 'payload'])
      .executeTakeFirst();
    if (task) return { ...task, queue, holder };
  }
}

/**
 * A time further ahead than possible was written by a wrong clock and counts as past, so that a jumping clock may start a task too early but
 * never prevents it.
 */
function isDue(eb: ExpressionBuilder<Database, 'tasks'>, queue: Queue, now: Date) {
  const isPast = (column: 'run_at' | 'lease_until', atMostAheadMs: number) =>
    eb.or([eb(column, '<=', now.toISOString()), eb(column, '>', timeAfter(now, atMostAheadMs))]);
  return eb.and([
    eb('kind', '=', queue.kind),
    ...(queue.key === undefined ? [] : [eb('dedupe_key', '=', queue.key)]),
    eb.or([
      eb.and([eb('lease_until', 'is', null), isPast('run_at', 2 * (queue.everyMs ?? queue.longestRetryMs))]),
      isPast('lease_until', 2 * queue.leaseMs),
    ]),
  ]);
}

export const renewTask = (db: Db, task: Task, now: Date): Promise<boolean> =>
  whileLeased(db, task, { lease_until: timeAfter(now, task.queue.leaseMs) });

const unleased = { holder: null, lease_until: null };

/** A recurring task waits for its next run. Any other task is done, even if the lease was lost meanwhile. */
export async function finishTask(db: Db | Tx, task: Task, now: Date): Promise<void> {
  const finished = { ...unleased, last_error: null, finished_at: now.toISOString() };
  if (task.queue.everyMs !== undefined) await whileLeased(db, task, { ...finished, attempts: 0 });
  else
    await db
      .updateTable('tasks')
      .set({ ...finished, state: 'done' })
      .where('id', '=', task.id)
      .execute();
}

/** Resolves with false if the task has failed permanently. */
export async function retryTask(db: Db | Tx, task: Task, error: string, now: Date): Promise<boolean> {
  const { retryMs, longestRetryMs, givenUpAfter } = task.queue;
  const runAt = timeAfter(now, Math.min(longestRetryMs, 2 ** (task.attempts - 1) * retryMs));
  const isGivenUp =
    givenUpAfter !== undefined &&
    task.attempts >= givenUpAfter.attempts &&
    Date.parse(runAt) >= Date.parse(task.createdAt) + givenUpAfter.ms;
  const isLeased = await whileLeased(db, task, {
    ...unleased,
    last_error: error.slice(0, 500),
    ...(isGivenUp ? { state: 'failed', finished_at: now.toISOString() } : { run_at: runAt, run_order: runAt }),
  });
  return !(isLeased && isGivenUp);
}

export const handTaskOver = (db: Db, task: Task, now: Date): Promise<unknown> =>
  whileLeased(db, task, { ...unleased, run_at: now.toISOString() });

const whileLeased = (db: Db | Tx, { id, holder }: Task, change: Updateable<Tasks>): Promise<boolean> =>
  isAny(db.updateTable('tasks').set(change).where('id', '=', id).where('holder', '=', holder).returning('id'));

export async function countTasks(db: Db, kind: Tasks['kind']): Promise<{ waiting: number; failed: number }> {
  const rows = await db
    .selectFrom('tasks')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'failed'])
    .groupBy('state')
    .execute();
  return { waiting: 0, failed: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
}

/** Deletes old tasks that are finished or failed. */
export const purgeTasks = (db: Db, kind: Tasks['kind'], before: string): Promise<unknown> =>
  db
    .deleteFrom('tasks')
    .where('kind', '=', kind)
    .where('state', 'in', ['done', 'failed'])
    .where('run_order', '<', before)
    .execute();
