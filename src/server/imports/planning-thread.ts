import { readRevision } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { FarmChanged, inSnapshot, waitForFarm, type Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { Problem } from '#server/problem.ts';
import { openThread, ThreadOverrun, type Thread } from '#server/worker-thread.ts';

const timeLimitMs = 30_000;
const maxMegabytes = 512;

export const importQueue = createFairQueue({ name: 'imports', capacity: 2, waiting: 30, waitingPerCaller: 6 });

export interface OpenPlan<Out, In> {
  /** The plan is valid while the farm has this revision. */
  readonly revision: number;
  readonly thread: Thread<In, Out>;
}

interface Planning<In> {
  readonly script: URL;
  readonly data: unknown;
  readonly feed: (tx: Tx, send: (input: In) => void) => Promise<void>;
}

export async function withPlanningThread<Out, In, T>(
  db: Db,
  farmId: FarmId,
  { script, data, feed }: Planning<In>,
  use: (plan: OpenPlan<Out, In>) => Promise<T>,
): Promise<T> {
  await using thread = openThread<Out, In>(script, { data, timeLimitMs, maxMegabytes });
  const caller = currentCaller();
  try {
    // The committed slices of a long transaction must not be visible.
    await waitForFarm(db, farmId);
    const revision = await inSnapshot(db, async (tx) => {
      await feed(tx, (input) => {
        caller?.signal.throwIfAborted();
        thread.send(input);
      });
      return readRevision(tx, farmId);
    });
    return await use({ revision, thread });
  } catch (error) {
    throw error instanceof ThreadOverrun ? new Problem('imports.too_large', { message: tooMuch }) : error;
  }
}

const maxAttempts = 4;
const keptChanging =
  'Somebody kept changing the farm, so nothing was done. Wait until nobody else is working on it, and try again.';

export async function planAndWrite(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await importQueue.run(work);
    } catch (error) {
      if (!(error instanceof FarmChanged)) throw error;
    }
  }
  throw new Problem('server.busy', { message: keptChanging, retryAfter: 2 });
}

const tooMuch = 'Comparing this file with your animals took too long. Split it into parts and import them one after another.';
