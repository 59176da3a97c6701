import { Worker } from 'node:worker_threads';
import { createTurns } from '#server/http/turns.ts';
import { Problem } from '#server/http/problem.ts';
import { rawRow, type Message, type RawRow, type RawTable } from './raw-table.ts';
import { TableError } from './table-error.ts';
import { readTable } from './table.ts';
import { isZip } from './workbook-guard.ts';

const longestMs = 30_000;
const mostMegabytes = 512;
const inTurn = createTurns(2, 10);

/** So short a text is read before a thread would have started. */
const shortBytes = 32 * 1024;

/** Reads a spreadsheet: a large one or a workbook in a thread of its own, with a limit of time and of memory. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<RawTable> {
  if (bytes.length > shortBytes || isZip(bytes)) return inTurn(() => readInThread(bytes));
  try {
    const { headings, rows } = await readTable(bytes);
    return { headings, rows: rows.map(rawRow) };
  } catch (error) {
    throw error instanceof TableError ? new Problem(error.code, { message: error.message }) : error;
  }
}

async function readInThread(bytes: Uint8Array<ArrayBuffer>): Promise<RawTable> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), {
    workerData: bytes,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const { promise, resolve, reject } = Promise.withResolvers<RawTable>();
  let headings: readonly string[] = [];
  const rows: RawRow[] = [];
  worker.on('message', (message: Message) => {
    if (message.kind === 'headings') headings = message.headings;
    else if (message.kind === 'rows') rows.push(...message.rows);
    else if (message.kind === 'end') resolve({ headings, rows });
    else reject(new Problem(message.code, { message: message.message }));
  });
  // It ran out of memory, or met a file nobody foresaw.
  worker.on('error', () => reject(new Problem('imports.unreadable')));
  worker.on('exit', () => reject(new Problem('imports.unreadable')));
  const timer = setTimeout(() => reject(new Problem('imports.too_large')), longestMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
