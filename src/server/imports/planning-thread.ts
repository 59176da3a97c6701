import { readRevision } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { untilAsPlanned } from '#server/db/fill-farm.ts';
import { inSnapshot, type Tx } from '#server/db/transaction.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { Problem } from '#server/problem.ts';
import { openThread, ThreadOverrun, type Thread } from '#server/worker-thread.ts';

const timeLimitMs = 30_000;
const maxMegabytes = 512;

export const importQueue = new Semaphore({ name: 'imports', capacity: 2, waiting: 30, waitingPerCaller: 6 });

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

export const planAndWrite = (work: () => Promise<void>): Promise<void> => untilAsPlanned(() => importQueue.run(work));

const tooMuch = 'Comparing this file with your animals took too long. Split it into parts and import them one after another.';
