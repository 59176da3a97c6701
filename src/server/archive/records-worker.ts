import { parentPort, workerData } from 'node:worker_threads';
import { readRecords, RecordsError, type FarmRecords } from './read-records.ts';

/** What the thread answers; the lists come in batches, each when it is asked for. */
export type RecordsMessage =
  | { readonly kind: 'batch'; readonly records: Partial<FarmRecords> }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly message: string };

const recordsPerBatch = 500;

function* messages(): Generator<RecordsMessage> {
  const { head, leftOut, ...lists } = readRecords(workerData as Uint8Array);
  yield { kind: 'batch', records: { head, leftOut } };
  for (const [name, list] of Object.entries(lists)) {
    for (let start = 0; start < list.length; start += recordsPerBatch) {
      yield { kind: 'batch', records: { [name]: list.slice(start, start + recordsPerBatch) } };
    }
  }
  yield { kind: 'end' };
}

const answers = messages();

function next(): RecordsMessage {
  try {
    return answers.next().value as RecordsMessage;
  } catch (error) {
    if (error instanceof RecordsError) return { kind: 'refusal', message: error.message };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', () => parentPort?.postMessage(next()));
