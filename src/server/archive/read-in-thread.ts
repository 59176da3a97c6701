import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ArchivedAnimal, ArchivedBreedingRecord, ArchivedHealthRecord, ArchiveHead } from '#contract/archive.ts';
import { Problem } from '#server/http/problem.ts';
import { createTurns } from '#server/http/turns.ts';
import type { FarmRecords } from './read-records.ts';
import type { RecordsMessage } from './records-worker.ts';

const longestMs = 60_000;
const mostMegabytes = 768;
/** With more room for what lives shortly, 10,000 animals take 80 MB more and no less time. */
const mostYoungMegabytes = 8;
const inTurn = createTurns(1, 5);

/**
 * Unpacks and reads the farm.json of a zip in a thread of its own, with a limit of time and of memory: a large one or a hostile one
 * keeps nobody waiting, and in this thread its megabytes are never in one piece.
 */
export const readInThread = (zipPath: string): Promise<FarmRecords> =>
  inTurn(async () => {
    const worker = new Worker(new URL('./records-worker.ts', import.meta.url), {
      workerData: zipPath,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes, maxYoungGenerationSizeMb: mostYoungMegabytes },
    });
    const signal = AbortSignal.timeout(longestMs);
    try {
      return await collect(worker, signal);
    } catch (error) {
      // It ran out of memory or of time, or met a file nobody foresaw.
      throw error instanceof Problem ? error : new Problem('archive.unreadable');
    } finally {
      await worker.terminate();
    }
  });

async function collect(worker: Worker, signal: AbortSignal): Promise<FarmRecords> {
  let head: ArchiveHead | undefined;
  let leftOut = 0;
  const animals: ArchivedAnimal[] = [];
  const healthRecords: ArchivedHealthRecord[] = [];
  const breedingRecords: ArchivedBreedingRecord[] = [];
  for (;;) {
    const answer = once(worker, 'message', { signal }) as Promise<[RecordsMessage]>;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage('next');
    const [message] = await answer;
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
