import { workerData } from 'node:worker_threads';
import { answerWith } from '#server/worker-answers.ts';
import { partsOf, type Part } from './parts.ts';
import { rawRow, TableError, type TableLists, type TableOrder, type TableSummary } from './raw-table.ts';
import { readTable } from './table.ts';

async function* parts(): AsyncGenerator<Part<TableSummary, TableLists>, undefined> {
  try {
    const { bytes, sheet } = workerData as TableOrder;
    const { rows, ...table } = await readTable(bytes, sheet);
    yield* partsOf<TableSummary, TableLists>({ table }, { rows: rows.values().map(rawRow) });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    yield* partsOf<TableSummary, TableLists>({ code: error.code, message: error.message }, {});
  }
}

answerWith(parts());
