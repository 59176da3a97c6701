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
import { readParts, type ListsOf, type Part } from './parts.ts';

const timeLimitMs = 30_000;
const maxMegabytes = 512;

export const importQueue = new Semaphore({ name: 'imports', capacity: 2, waiting: 30, waitingPerCaller: 6 });

/** Sends what is compared. */
export type Feed<In> = (tx: Tx, send: (input: Partial<ListsOf<In>>) => void) => Promise<void>;

/** These lists of a plan, and the revision of the farm at which they are valid. */
export async function planInThread<In, Out, N extends keyof Out>(
  db: Db,
  farmId: FarmId,
  { script, data, feed }: { readonly script: URL; readonly data: unknown; readonly feed: Feed<In> },
  names: readonly N[],
): Promise<ListsOf<Pick<Out, N>> & { readonly revision: number }> {
  await using thread = openThread<Part<Out>, Partial<ListsOf<In>>>(script, { data, timeLimitMs, maxMegabytes });
  const caller = currentCaller();
  try {
    const revision = await inSnapshot(db, async (tx) => {
      await feed(tx, (input) => {
        caller?.signal.throwIfAborted();
        thread.send(input);
      });
      return readRevision(tx, farmId);
    });
    return { ...(await readParts(thread, names)), revision };
  } catch (error) {
    throw error instanceof ThreadOverrun ? new Problem('imports.too_large', { message: tooMuch }) : error;
  }
}

export const planAndWrite = (db: Db, farmId: FarmId, work: (held?: Filling) => Promise<void>): Promise<void> =>
  importQueue.run(() => untilAsPlanned(db, farmId, work));

const tooMuch = 'Comparing this file with your animals took too long. Split it into parts and import them one after another.';
