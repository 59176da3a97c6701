import { CallerGone } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { Problem } from '#server/problem.ts';
import { openThread, ThreadOverrun } from '#server/worker-thread.ts';
import { readParts, type Part } from './parts.ts';
import { rawRow, TableError, type RawTable, type TableLists, type TableOrder } from './raw-table.ts';
import { readTable } from './table.ts';
import { isZip } from './workbook-guard.ts';

const timeLimitMs = 15_000;
const maxMegabytes = 512;
const readers = new Semaphore({ name: 'table_readers', capacity: 2, waiting: 10 });

/** Shorter texts are parsed faster than a thread starts. */
const shortBytes = 32 * 1024;

export async function readFile(bytes: Uint8Array<ArrayBuffer>, sheet?: number): Promise<RawTable> {
  if (bytes.length > shortBytes || isZip(bytes)) return readers.run(() => readInThread({ bytes, sheet }));
  const { rows, ...table } = await readTable(bytes, sheet);
  return { ...table, rows: rows.map(rawRow) };
}

async function readInThread(data: TableOrder): Promise<RawTable> {
  const script = new URL('./table-worker.ts', import.meta.url);
  await using thread = openThread<Part<TableLists>>(script, { data, timeLimitMs, maxMegabytes });
  try {
    const table = await readParts(thread, ['sheets', 'sheet', 'headings', 'rows']);
    return { ...table, sheet: table.sheet[0] ?? 0 };
  } catch (error) {
    if (error instanceof ThreadOverrun) throw new TableError('imports.too_large', tooMuch);
    if (error instanceof CallerGone) throw error;
    // An error of the thread has its code, but not its class.
    const { code, message } = error as TableError;
    const isOfTable = code === 'imports.unreadable' || code === 'imports.too_large';
    throw isOfTable ? new TableError(code, message) : new Problem('imports.unreadable');
  }
}

const tooMuch = 'Reading this file took too long. Save the sheet with the animals as CSV, or split it into parts.';
