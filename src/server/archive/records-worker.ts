import { workerData } from 'node:worker_threads';
import { Problem } from '#server/problem.ts';
import { answerWith } from '#server/worker-answers.ts';
import { readRecords, InvalidRecordsError, type FarmRecords } from './read-records.ts';
import { openZip } from './open-zip.ts';

export interface RecordsTask {
  readonly zipPath: string;
  readonly now: string;
}

export type RecordsMessage =
  | { readonly kind: 'batch'; readonly records: Partial<FarmRecords> }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly message: string };

const recordsPerBatch = 500;

async function* messages(): AsyncGenerator<RecordsMessage, undefined> {
  const { zipPath, now } = workerData as RecordsTask;
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

async function* answers(): AsyncGenerator<RecordsMessage, undefined> {
  try {
    yield* messages();
  } catch (error) {
    if (!(error instanceof InvalidRecordsError || error instanceof Problem)) throw error;
    yield { kind: 'refusal', message: error.message };
  }
}

answerWith(answers());
