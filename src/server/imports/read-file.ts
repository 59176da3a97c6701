import { CallerGone } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { Problem } from '#server/problem.ts';
import { openThread, ThreadOverrun } from '#server/worker-thread.ts';
import { TableError, type RawTable, type TableOrder } from './raw-table.ts';
import { readRawTable } from './table.ts';
import { isZip } from './workbook-guard.ts';

const timeLimitMs = 15_000;
const maxMegabytes = 512;
const readers = new Semaphore({ name: 'table_readers', capacity: 2, waiting: 10 });

/** Shorter texts are parsed faster than a thread starts. */
const shortBytes = 32 * 1024;

export function readFile(bytes: Uint8Array<ArrayBuffer>, sheet?: number): Promise<RawTable> {
  const isLong = bytes.length > shortBytes || isZip(bytes);
  return isLong ? readers.run(() => readInThread({ bytes, sheet })) : readRawTable({ bytes, sheet });
}

async function readInThread(data: TableOrder): Promise<RawTable> {
  const script = new URL('./table-worker.ts', import.meta.url);
  await using thread = openThread<RawTable>(script, { data, timeLimitMs, maxMegabytes });
  try {
    return await thread.next();
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
