import Fastify, { type FastifyInstance, type FastifyReply, type onRequestAsyncHookHandler } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRawConnection, type RawConnection } from '#test/raw-connection.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { allowTimeForFile, limitBodyTime } from './body-time.ts';
import { acceptJsonOnly } from './json-body.ts';

describe('a body that arrives too slowly', () => {
  const jsonMs = 400;
  let app: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    app = Fastify();
    limitBodyTime(app, jsonMs);
    acceptJsonOnly(app);
    app.post('/typed', async () => 'typed');
    app.addContentTypeParser('application/octet-stream', (_, payload, done) => done(null, payload));
    const forFile = {
      onRequest: async (...[request, reply]: Parameters<onRequestAsyncHookHandler>) =>
        allowTimeForFile(request, reply, { field: 'file', maxBytes: 600_000_000 }),
    };
    app.post('/file', forFile, async ({ raw }) => {
      let bytes = 0;
      for await (const chunk of raw) bytes += (chunk as Buffer).length;
      return `${bytes} bytes`;
    });
    const refuse = (status: number) => (_: unknown, reply: FastifyReply) => void reply.code(status).send('refused');
    app.post('/file-refused', { onRequest: [forFile.onRequest, refuse(503)] }, async () => 'never');
    app.post('/refused', { onRequest: refuse(401) }, async () => 'never');
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  const open = (path: string, length: number, type = 'application/json'): RawConnection => {
    const connection = openRawConnection(url);
    connection.send(`POST ${path} HTTP/1.1\r\nHost: farm\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\nab`);
    return connection;
  };
  /** Resolves when the server has closed the connection, long before all is sent. */
  const drip = async (connection: RawConnection, bytes: number, everyMs: number): Promise<void> => {
    const timer = setInterval(() => connection.send('x'.repeat(bytes)), everyMs);
    await connection.closed;
    clearInterval(timer);
  };

  test('gets 408 after its timeout, and its connection is closed', async () => {
    const connection = open('/typed', 10_000);
    await drip(connection, 1, 50);
    const answer = await connection.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('"code":"request.too_slow"');
  });

  test.each([
    ['that was refused at once', 'application/json', '/refused', 10_000, 401],
    ['of a file that was refused at once', 'application/octet-stream', '/file-refused', 600_000_000, 503],
  ])('%s is timed out as any other', async (_, type, path, length, status) => {
    const connection = open(path, length, type);
    await drip(connection, 1, 20);
    expect(await connection.closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('of JSON whose time runs out while it waits for a place gets 408, and takes no place afterwards', async () => {
    const places = listSemaphores().find(({ name }) => name === 'large_json_bodies')!;
    const openJson = (path: string) => open(path, 100_000);
    const received = [openJson('/file'), openJson('/file')];
    await expect.poll(() => places.size).toEqual({ running: 2, waiting: 0 });
    const waiting = openJson('/typed');
    expect(await waiting.closed).toMatch(/^HTTP\/1\.1 408 /);
    expect(places.size).toEqual({ running: 2, waiting: 1 });
    for (const each of received) each.send('x'.repeat(99_998));
    for (const each of received) expect(await each.closed).toMatch(/^HTTP\/1\.1 400 /);
    await expect.poll(() => places.size).toEqual({ running: 0, waiting: 0 });
  });

  test('may be a file that takes longer', async () => {
    const connection = open('/file', 30_002, 'application/octet-stream');
    for (let sent = 0; sent < 30_000; sent += 1000) {
      connection.send('x'.repeat(1000));
      await setTimeout(25);
    }
    connection.send('GET / HTTP/1.1\r\nHost: farm\r\nConnection: close\r\n\r\n');
    expect(await connection.closed).toContain('30002 bytes');
  });
});
