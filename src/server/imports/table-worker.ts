import { workerData } from 'node:worker_threads';
import { answerWith } from '#server/worker-answers.ts';
import { rawRow, type TableMessage, type TableOrder } from './raw-table.ts';
import { TableError } from './table-error.ts';
import { readTable } from './table.ts';

const rowsPerMessage = 500;

async function* messages(): AsyncGenerator<TableMessage, undefined> {
  try {
    const { bytes, sheet } = workerData as TableOrder;
    const { rows, ...table } = await readTable(bytes, sheet);
    yield { kind: 'headings', table };
    for (let start = 0; start < rows.length; start += rowsPerMessage) {
      yield { kind: 'rows', rows: rows.slice(start, start + rowsPerMessage).map(rawRow) };
    }
    yield { kind: 'end' };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    yield { kind: 'refusal', code: error.code, message: error.message };
  }
}

answerWith(messages());
