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
  | { readonly kind: 'part'; readonly records: Partial<FarmRecords> }
  | { readonly kind: 'end' }
  | { readonly kind: 'refusal'; readonly message: string };

async function* answers(): AsyncGenerator<RecordsMessage, undefined> {
  const { zipPath, now } = workerData as RecordsTask;
  try {
    await using zip = await openZip(zipPath);
    const bytes = await zip.read('farm.json');
    yield { kind: 'counts', counts: countElements(bytes) };
    for (const records of readRecords(bytes, new Date(now))) yield { kind: 'part', records };
    yield { kind: 'end' };
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    if (!(isSyntax || error instanceof InvalidRecordsError || error instanceof Problem)) throw error;
    yield { kind: 'refusal', message: isSyntax ? unreadableMessage : error.message };
  }
}

answerWith(answers());
