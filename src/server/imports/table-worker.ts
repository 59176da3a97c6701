import { workerData } from 'node:worker_threads';
import { answerWith } from '#server/worker-answers.ts';
import { partsOf, type Part } from './parts.ts';
import { rawRow, type TableLists, type TableOrder } from './raw-table.ts';
import { readTable } from './table.ts';

async function* parts(): AsyncGenerator<Part<TableLists>, undefined> {
  const { bytes, sheet: wanted } = workerData as TableOrder;
  const { rows, sheet, ...table } = await readTable(bytes, wanted);
  yield* partsOf<TableLists>({ ...table, sheet: [sheet], rows: rows.values().map(rawRow) });
}

answerWith(parts());
