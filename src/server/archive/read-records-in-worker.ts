import type { ArchivedLists, ArchiveHead } from '#contract/archive.ts';
import { type ListName, perList } from '#domain/records/kinds.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { Problem } from '#server/problem.ts';
import { openThread, type Thread } from '#server/worker-thread.ts';
import type { FarmRecords } from './read-records.ts';
import type { RecordsMessage, RecordsTask } from './records-worker.ts';

const timeLimitMs = 60_000;
const maxMegabytes = 192;
const readQueue = new Semaphore({ name: 'archive_readers', capacity: 1, waiting: 5 });

/**
 * Runs in a worker thread with limits of time and memory, so that a large or hostile file blocks nobody. `ensureRoom` is called before any
 * record is in memory.
 */
export const readRecordsInWorker = (
  zipPath: string,
  now: Date,
  ensureRoom: (counts: ReadonlyMap<string, number>) => void,
): Promise<FarmRecords> =>
  readQueue.run(async () => {
    const data: RecordsTask = { zipPath, now: now.toISOString() };
    await using thread = openThread<RecordsMessage>(new URL('./records-worker.ts', import.meta.url), {
      data,
      timeLimitMs,
      maxMegabytes,
    });
    try {
      return await collect(thread, ensureRoom);
    } catch (error) {
      currentCaller()?.signal.throwIfAborted();
      // The worker ran out of memory or time, or met an unforeseen file.
      throw error instanceof Problem ? error : new Problem('archive.unreadable');
    }
  });

type Lists = { readonly [K in Exclude<keyof FarmRecords, 'head' | 'leftOut'>]: FarmRecords[K][number][] };

async function collect(
  thread: Pick<Thread<never, RecordsMessage>, 'next'>,
  ensureRoom: (counts: ReadonlyMap<string, number>) => void,
): Promise<FarmRecords> {
  let head: ArchiveHead | undefined;
  let leftOut = 0;
  const lists: Lists = {
    animals: [],
    healthRecords: [],
    breedingRecords: [],
    animalTags: [],
    events: [],
    ...(perList(() => []) as { readonly [L in ListName]: ArchivedLists[L][number][] }),
    papers: [],
  };
  for (;;) {
    const message = await thread.next();
    if (message.kind === 'refusal') throw new Problem('archive.unreadable', { message: message.message });
    if (message.kind === 'end') break;
    if (message.kind === 'counts') {
      ensureRoom(message.counts);
      continue;
    }
    const { records } = message;
    head ??= records.head;
    leftOut += records.leftOut ?? 0;
    for (const name of Object.keys(lists) as (keyof Lists)[]) lists[name].push(...((records[name] ?? []) as never[]));
  }
  if (!head) throw new Problem('archive.unreadable');
  return { head, ...lists, leftOut };
}
