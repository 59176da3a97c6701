import type { ArchivedAnimal, ArchivedBreedingRecord, ArchivedHealthRecord, ArchiveHead } from '#contract/archive.ts';
import { currentCaller } from '#server/concurrency/caller.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { Problem } from '#server/problem.ts';
import { openThread, type Thread } from '#server/worker-thread.ts';
import type { FarmRecords } from './read-records.ts';
import type { RecordsMessage, RecordsOrder } from './records-worker.ts';

const timeLimitMs = 60_000;
const maxMegabytes = 768;
const readers = createFairQueue({ name: 'archive_readers', capacity: 1, waiting: 5 });

/**
 * Unpacks and reads the farm.json of a zip in a thread of its own, with a limit of time and of memory: a large one or a hostile one
 * keeps nobody waiting, and in this thread its megabytes are never in one piece.
 */
export const readInThread = (zipPath: string, now: Date): Promise<FarmRecords> =>
  readers.run(async () => {
    const data: RecordsOrder = { zipPath, now: now.toISOString() };
    await using thread = openThread<RecordsMessage>(new URL('./records-worker.ts', import.meta.url), {
      data,
      timeLimitMs,
      maxMegabytes,
    });
    try {
      return await collect(thread);
    } catch (error) {
      currentCaller()?.signal.throwIfAborted();
      // It ran out of memory or of time, or met a file nobody foresaw.
      throw error instanceof Problem ? error : new Problem('archive.unreadable');
    }
  });

async function collect(thread: Pick<Thread<never, RecordsMessage>, 'next'>): Promise<FarmRecords> {
  let head: ArchiveHead | undefined;
  let leftOut = 0;
  const animals: ArchivedAnimal[] = [];
  const healthRecords: ArchivedHealthRecord[] = [];
  const breedingRecords: ArchivedBreedingRecord[] = [];
  for (;;) {
    const message = await thread.next();
    if (message.kind === 'refusal') throw new Problem('archive.unreadable', { message: message.message });
    if (message.kind === 'end') break;
    const { records } = message;
    head ??= records.head;
    leftOut += records.leftOut ?? 0;
    animals.push(...(records.animals ?? []));
    healthRecords.push(...(records.healthRecords ?? []));
    breedingRecords.push(...(records.breedingRecords ?? []));
  }
  if (!head) throw new Problem('archive.unreadable');
  return { head, animals, healthRecords, breedingRecords, leftOut };
}
