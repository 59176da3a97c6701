import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadOptions } from './load-generator.ts';

const { url, from, connections, first, bodyBytes = 0, trickle, ...more } = workerData as LoadOptions;
const { reconnectAfterMs, neverReads, repeats } = more;
const { hostname, port } = new URL(url);
const sockets = new Set<Socket>();
const answers: Record<string, number> = {};
let opened = 0;
const bytes = Buffer.alloc(bodyBytes, 'a');

function ask(socket: Socket): void {
  if (first.length > 0) socket.write(typeof first === 'string' ? first.replace('{uuid}', () => crypto.randomUUID()) : first);
  if (bodyBytes > 0) socket.write(bytes);
}

function open(): void {
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.once('connect', () => {
    opened += 1;
    sockets.add(socket);
    ask(socket);
  });
  if (neverReads) socket.pause();
  else {
    socket.on('data', (chunk) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) {
        answers[status] = (answers[status] ?? 0) + 1;
        if (repeats) ask(socket);
      }
    });
  }
  socket.on('error', () => {});
  socket.once('close', () => {
    sockets.delete(socket);
    if (reconnectAfterMs !== undefined) setTimeout(open, reconnectAfterMs);
  });
}

if (trickle) {
  setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(trickle.text);
  }, trickle.everyMs);
}

let asked = 0;
// The system queues only some hundred connections that are not accepted yet, so they are opened gradually.
const opening = setInterval(() => {
  for (let index = 0; index < 50 && asked < connections; index += 1) {
    asked += 1;
    open();
  }
  if (asked < connections) return;
  clearInterval(opening);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  setTimeout(() => parentPort?.postMessage('connected'), 500);
}, 10);

parentPort?.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ open: sockets.size, opened, answers });
});
