import Fastify, { type FastifyInstance, type onRequestAsyncHookHandler } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRawConnection, type RawConnection } from '#test/raw-connection.ts';
import { allowTimeForFile, limitBodyTime } from './body-time.ts';
import { acceptJsonOnly } from './json-body.ts';

describe('a body that arrives too slowly', () => {
  let app: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    app = Fastify();
    limitBodyTime(app, 400);
    acceptJsonOnly(app);
    app.post('/typed', async () => 'typed');
    app.addContentTypeParser('application/octet-stream', (_, payload, done) => done(null, payload));
    const onRequest = async (...[request, reply]: Parameters<onRequestAsyncHookHandler>) =>
      allowTimeForFile(request, reply, { field: 'file', maxBytes: 600_000_000 });
    app.post('/file', { onRequest }, async ({ raw }) => {
      let bytes = 0;
      for await (const chunk of raw) bytes += (chunk as Buffer).length;
      return `${bytes} bytes`;
    });
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  const open = (path: string, length: number, type: string): RawConnection => {
    const connection = openRawConnection(url);
    connection.send(`POST ${path} HTTP/1.1\r\nHost: farm\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\nab`);
    return connection;
  };

  test('gets 408 after its timeout, and its connection is closed', async () => {
    const connection = open('/typed', 10_000, 'application/json');
    const timer = setInterval(() => connection.send('x'), 50);
    const answer = await connection.closed;
    clearInterval(timer);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('"code":"request.too_slow"');
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
