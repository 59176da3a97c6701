import { workerData } from 'node:worker_threads';
import { Problem } from '#server/problem.ts';
import { answerWith } from '#server/worker-answers.ts';
import { readRecords, RecordsError, type FarmRecords } from './read-records.ts';
import { openZip } from './zip-guard.ts';

/** What the thread is to read, and when it is asked to: no record is from the future. */
export interface RecordsOrder {
  readonly zipPath: string;
  readonly now: string;
}

/** What the thread answers; the lists come in batches, each when it is asked for. */
export type RecordsMessage =
  | { readonly kind: 'batch'; readonly records: Partial<FarmRecords> }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly message: string };

const recordsPerBatch = 500;

async function* messages(): AsyncGenerator<RecordsMessage, undefined> {
  const { zipPath, now } = workerData as RecordsOrder;
  const { head, leftOut, ...lists } = readRecords(await unpack(zipPath), new Date(now));
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

/** A refusal is the last message; what nobody foresaw ends the thread. */
async function* answers(): AsyncGenerator<RecordsMessage, undefined> {
  try {
    yield* messages();
  } catch (error) {
    if (!(error instanceof RecordsError || error instanceof Problem)) throw error;
    yield { kind: 'refusal', message: error.message };
  }
}

answerWith(answers());
