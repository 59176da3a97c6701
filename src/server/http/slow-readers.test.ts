import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { answerErrors } from './errors.ts';
import { compressAnswers } from './encoding.ts';
import { limitSlowReaders, type SlowReaderLimits } from './slow-readers.ts';

const megabyte = 1024 * 1024;
/** More than the system buffers for a client that does not read. */
const longBytes = 16 * megabyte;

let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function serve(limits: SlowReaderLimits): Promise<URL> {
  app = Fastify({ forceCloseConnections: true });
  answerErrors(app);
  compressAnswers(app);
  limitSlowReaders(app, limits);
  app.addHook('onRequest', async (request) => {
    request.viewerContext = { viewer: { farmId: String(request.headers['x-farm']) } };
  });
  const shared = Buffer.alloc(longBytes, 'a');
  app.get('/own', async (_, reply) => reply.type('image/webp').send(Buffer.alloc(longBytes, 'a')));
  app.get('/shared', async (_, reply) => reply.type('image/webp').send(shared));
  app.get('/text', async (_, reply) => reply.type('text/plain').header('etag', '"1"').send('x'.repeat(longBytes)));
  app.get('/stream', async (_, reply) =>
    reply
      .type('image/webp')
      .header('content-length', longBytes)
      .send(Readable.from(pieces(), { objectMode: false })),
  );
  app.get('/small', async () => ({ goat: 1 }));
  return new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
}

function* pieces(): Generator<Buffer> {
  for (let n = 0; n < 16; n += 1) yield Buffer.alloc(megabyte, 'a');
}

interface Asked {
  readonly socket: Socket;
  received: string;
  isClosed: boolean;
}

/** Reads only the head of the response unless told otherwise. */
async function ask({ port, hostname }: URL, path: string, { farm = 'ada', encoding = 'identity' } = {}): Promise<Asked> {
  const socket = connect({ port: Number(port), host: hostname });
  const asked = { socket, received: '', isClosed: false };
  sockets.push(socket);
  socket.on('error', () => {});
  socket.once('close', () => (asked.isClosed = true));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: farm\r\nX-Farm: ${farm}\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
  await new Promise<void>((resolve) => {
    socket.once('data', (chunk) => {
      asked.received = chunk.toString('latin1');
      socket.pause();
      resolve();
    });
    socket.once('close', resolve);
  });
  return asked;
}

const statusOf = ({ received }: Asked): number => Number(received.slice(9, 12));
const bytesOf = async (url: URL, farm = 'bob'): Promise<number> =>
  (await (await fetch(url, { headers: { 'x-farm': farm } })).arrayBuffer()).byteLength;

/** A paused socket notices its end only when it continues reading. */
const ends = async ({ socket, isClosed }: Asked): Promise<boolean> => {
  if (isClosed) return true;
  const ended = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
  socket.resume();
  return Promise.race([ended, pause(2000, false)]);
};

test.each(['/own', '/shared', '/stream'])(
  'whoever reads nothing of %s is cut off, and whoever reads gets all of it',
  async (path) => {
    const url = await serve({ stallMs: 1000 });
    const reader = await ask(url, path);
    expect(statusOf(reader)).toBe(200);
    let open = 1;
    for (let waited = 0; open > 0 && waited < 10_000; waited += 50) {
      await pause(50);
      open = await new Promise<number>((resolve, reject) =>
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    }
    expect(open).toBe(0);
    expect(await bytesOf(new URL(path, url))).toBe(longBytes);
  },
);

test('a client that reads too slowly is disconnected at the deadline for its bytes', async () => {
  const url = await serve({ graceMs: 300, bytesPerSecond: longBytes / 0.3 });
  for (const path of ['/own', '/stream']) {
    const reader = await ask(url, path);
    const since = performance.now();
    while (!reader.isClosed && performance.now() - since < 5000) {
      reader.socket.read(64);
      await pause(20);
      if (performance.now() - since > 700) reader.socket.resume();
    }
    expect(reader.isClosed).toBe(true);
    expect(reader.socket.bytesRead).toBeLessThan(longBytes);
  }
  expect(await bytesOf(new URL('/small', url))).toBeGreaterThan(0);
});

test('unread responses of one caller take at most half of the memory, and others are answered', async () => {
  const url = await serve({ maxBytes: 4 * longBytes });
  const many: Asked[] = [];
  for (let n = 0; n < 6; n += 1) many.push(await ask(url, '/own'));
  expect(many.map(statusOf)).toEqual([200, 200, 503, 503, 503, 503]);
  expect(await bytesOf(new URL('/own', url))).toBe(longBytes);
  const { received } = await ask(url, '/text', { encoding: 'gzip' });
  expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*content-encoding: gzip/i);
  many[0]?.socket.destroy();
  await expect.poll(async () => statusOf(await ask(url, '/own'))).toBe(200);
});

test('a 503 for lack of memory is complete and has no headers of the body that is not sent', async () => {
  const url = await serve({ maxBytes: megabyte });
  const response = await fetch(new URL('/text', url), { headers: { 'accept-encoding': 'identity' } });
  expect([response.status, response.headers.get('etag')]).toEqual([503, null]);
  expect(await response.json()).toMatchObject({ code: 'server.busy' });
});

test('when the memory is used up, the caller with most of it is disconnected, and a new caller is answered', async () => {
  const url = await serve({ maxBytes: 4 * longBytes });
  const held: Asked[] = [];
  for (const farm of ['ada', 'ada', 'bob', 'cid']) held.push(await ask(url, '/own', { farm }));
  expect(held.map(statusOf)).toEqual([200, 200, 200, 200]);
  const newCaller = await ask(url, '/own', { farm: 'dan' });
  expect(statusOf(newCaller)).toBe(200);
  expect(await Promise.all(held.slice(0, 2).map(ends))).toContain(true);
  expect(held.slice(2).map(({ isClosed }) => isClosed)).toEqual([false, false]);
});

test('a response sent to many clients is in memory only once', async () => {
  const url = await serve({ maxBytes: 2 * longBytes });
  const many = await Promise.all(Array.from({ length: 30 }, () => ask(url, '/shared')));
  expect(new Set(many.map(statusOf))).toEqual(new Set([200]));
});

test('the deadline of a response does not apply to the next one on the same connection', async () => {
  // The client shares the event loop of the server, which on a busy machine stands still for hundreds of milliseconds.
  const stallMs = 2000;
  const url = await serve({ stallMs });
  const socket = connect(Number(url.port), url.hostname);
  sockets.push(socket);
  let received = 0;
  let isClosed = false;
  socket.on('error', () => {});
  socket.on('data', (chunk) => (received += chunk.length));
  socket.once('close', () => (isClosed = true));
  const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: farm\r\nX-Farm: ada\r\n\r\n`;
  socket.write(head('/own'));
  await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(longBytes);
  await pause(stallMs + 500);
  expect(isClosed).toBe(false);
  const before = received;
  socket.write(head('/small'));
  await expect.poll(() => received).toBeGreaterThan(before);
});
