import { parentPort, workerData } from 'node:worker_threads';
import { rawRow, type Message } from './raw-table.ts';
import { TableError } from './table-error.ts';
import { readTable } from './table.ts';

// Beside the server's own thread: a large file or a hostile one keeps nobody waiting, and is cut off when it takes too much.
const rowsPerMessage = 500;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: Message): void => parentPort?.postMessage(message);

try {
  const { headings, rows } = await readTable(workerData as Uint8Array<ArrayBuffer>);
  send({ kind: 'headings', headings });
  for (let start = 0; start < rows.length; start += rowsPerMessage) {
    const slice = rows.slice(start, start + rowsPerMessage);
    send({ kind: 'rows', rows: slice.map(rawRow) });
  }
  send({ kind: 'end' });
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  send({ kind: 'refusal', code: error.code, message: error.message });
}
