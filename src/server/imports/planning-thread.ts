import { readRevision } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { untilAsPlanned } from '#server/db/fill-farm.ts';
import type { Filling } from '#server/db/filling.ts';
import { inSnapshot, type Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { Problem } from '#server/problem.ts';
import { openThread, ThreadOverrun } from '#server/worker-thread.ts';

const timeLimitMs = 30_000;
const maxMegabytes = 512;

export const importQueue = new Semaphore({ name: 'imports', capacity: 2, waiting: 30, waitingPerCaller: 6 });

/** Sends what is compared. */
export type Feed<In> = (tx: Tx, send: (input: Partial<In>) => void) => Promise<void>;

/** What the first answers of the thread say together, and the revision of the farm at which it is valid. */
export async function planInThread<In, Out>(
  db: Db,
  farmId: FarmId,
  { script, data, feed }: { readonly script: URL; readonly data: unknown; readonly feed: Feed<In> },
  answerCount: number,
): Promise<Out & { readonly revision: number }> {
  await using thread = openThread<Partial<Out> | undefined, Partial<In>>(script, { data, timeLimitMs, maxMegabytes });
  const caller = currentCaller();
  try {
    const revision = await inSnapshot(db, async (tx) => {
      await feed(tx, (input) => {
        caller?.signal.throwIfAborted();
        thread.send(input);
      });
      return readRevision(tx, farmId);
    });
    const plan = {};
    for (let answer = 0; answer < answerCount; answer += 1) Object.assign(plan, await thread.next());
    return { ...(plan as Out), revision };
  } catch (error) {
    throw error instanceof ThreadOverrun ? new Problem('imports.too_large', { message: tooMuch }) : error;
  }
}

export const planAndWrite = (db: Db, farmId: FarmId, work: (held?: Filling) => Promise<void>): Promise<void> =>
  importQueue.run(() => untilAsPlanned(db, farmId, work));

const tooMuch = 'Comparing this file with your animals took too long. Split it into parts and import them one after another.';
