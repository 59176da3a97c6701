import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { CrowdPlan } from './crowd.ts';

const { url, from, connections, first, firstBytes = 0, drip, reopenAfterMs, readsNothing, asksAgain } = workerData as CrowdPlan;
const { hostname, port } = new URL(url);
const sockets = new Set<Socket>();
const answers: Record<string, number> = {};
let opened = 0;
const bytes = Buffer.alloc(firstBytes, 'a');

function ask(socket: Socket): void {
  if (first.length > 0) socket.write(typeof first === 'string' ? first.replace('{uuid}', () => crypto.randomUUID()) : first);
  if (firstBytes > 0) socket.write(bytes);
}

function open(): void {
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.once('connect', () => {
    opened += 1;
    sockets.add(socket);
    ask(socket);
  });
  if (readsNothing) socket.pause();
  else {
    socket.on('data', (chunk) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) {
        answers[status] = (answers[status] ?? 0) + 1;
        if (asksAgain) ask(socket);
      }
    });
  }
  socket.on('error', () => {});
  socket.once('close', () => {
    sockets.delete(socket);
    if (reopenAfterMs !== undefined) setTimeout(open, reopenAfterMs);
  });
}

if (drip) {
  setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(drip.text);
  }, drip.everyMs);
}

let asked = 0;
// Not all in one go: the system keeps only some hundred connections that nobody has accepted yet.
const opening = setInterval(() => {
  for (let index = 0; index < 50 && asked < connections; index += 1) {
    asked += 1;
    open();
  }
  if (asked < connections) return;
  clearInterval(opening);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  setTimeout(() => parentPort?.postMessage('gathered'), 500);
}, 10);

parentPort?.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ open: sockets.size, opened, answers });
});
