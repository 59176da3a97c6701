import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '#server/http/problem.ts';
import { readRecords, RecordsError, type FarmRecords } from './read-records.ts';
import { openZip } from './zip-guard.ts';

/** What the thread answers; the lists come in batches, each when it is asked for. */
export type RecordsMessage =
  | { readonly kind: 'batch'; readonly records: Partial<FarmRecords> }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly message: string };

const recordsPerBatch = 500;

async function* messages(): AsyncGenerator<RecordsMessage, undefined> {
  const { head, leftOut, ...lists } = readRecords(await unpack(workerData as string));
  yield { kind: 'batch', records: { head, leftOut } };
  for (const [name, list] of Object.entries(lists)) {
    for (let start = 0; start < list.length; start += recordsPerBatch) {
      yield { kind: 'batch', records: { [name]: list.slice(start, start + recordsPerBatch) } };
    }
  }
  yield { kind: 'end' };
}

async function unpack(path: string): Promise<Buffer> {
  await using zip = await openZip(path);
  return await zip.read('farm.json');
}

const answers = messages();

async function next(): Promise<RecordsMessage | undefined> {
  try {
    return (await answers.next()).value;
  } catch (error) {
    if (error instanceof RecordsError || error instanceof Problem) return { kind: 'refusal', message: error.message };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', async () => parentPort?.postMessage(await next()));
