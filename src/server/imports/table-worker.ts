import { workerData } from 'node:worker_threads';
import { answerWith } from '#server/worker-answers.ts';
import type { RawTable, TableOrder } from './raw-table.ts';
import { readRawTable } from './table.ts';

async function* answers(): AsyncGenerator<RawTable> {
  yield await readRawTable(workerData as TableOrder);
}

answerWith(answers());
