import { workerData } from 'node:worker_threads';
import { Problem } from '#server/problem.ts';
import { answerWith } from '#server/worker-answers.ts';
import { readRecords, InvalidRecordsError, unreadableMessage, type FarmRecords } from './read-records.ts';
import { openZip } from './open-zip.ts';
import { countElements } from './split-json.ts';

export interface RecordsTask {
  readonly zipPath: string;
  readonly now: string;
}

export type RecordsMessage =
  | { readonly kind: 'counts'; readonly counts: ReadonlyMap<string, number> }
  | { readonly kind: 'batch'; readonly records: Partial<FarmRecords> }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly message: string };

/** The server reads a message in one go, in which nothing else is done. */
const valuesPerBatch = 20_000;

/** The file itself is freed before its records are sent. */
async function* readFile(): AsyncGenerator<RecordsMessage, FarmRecords> {
  const { zipPath, now } = workerData as RecordsTask;
  await using zip = await openZip(zipPath);
  const bytes = await zip.read('farm.json');
  yield { kind: 'counts', counts: countElements(bytes) };
  return readRecords(bytes, new Date(now));
}

/** A paper or a worklist has as many values as hundreds of animals. */
function* batchesOf(list: readonly object[]): Generator<readonly object[]> {
  let [start, values] = [0, 0];
  for (const [index, record] of list.entries()) {
    values += countValues(record);
    if (values < valuesPerBatch && index < list.length - 1) continue;
    yield list.slice(start, index + 1);
    [start, values] = [index + 1, 0];
  }
}

const countValues = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
    : 1;

async function* answers(): AsyncGenerator<RecordsMessage, undefined> {
  try {
    const { head, leftOut, ...lists } = yield* readFile();
    yield { kind: 'batch', records: { head, leftOut } };
    for (const [name, list] of Object.entries(lists)) {
      for (const batch of batchesOf(list)) yield { kind: 'batch', records: { [name]: batch } };
    }
    yield { kind: 'end' };
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    if (!(isSyntax || error instanceof InvalidRecordsError || error instanceof Problem)) throw error;
    yield { kind: 'refusal', message: isSyntax ? unreadableMessage : error.message };
  }
}

answerWith(answers());
