import Fastify, { type FastifyInstance } from 'fastify';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxImageBytes } from '#contract/files.ts';
import { openWire } from '../../../test/support/wire.ts';
import { allowTimeForFile, fileMs, limitBodyTime } from './body-time.ts';

test('ten megabytes have the time that half a megabit a second needs, and what is typed has 15 s', () => {
  expect(maxImageBytes).toBeGreaterThanOrEqual(10 * 1024 * 1024);
  expect(fileMs(maxImageBytes)).toBeGreaterThan((maxImageBytes * 8 * 1000) / 500_000);
  expect(fileMs(0)).toBe(15_000);
});

describe('who sends a body a drop at a time', () => {
  let app: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    app = Fastify();
    limitBodyTime(app, 400);
    app.post('/typed', async () => 'typed');
    app.post('/file', { onRequest: async (request, reply) => allowTimeForFile(request, reply, 1_000_000) }, async () => 'file');
    app.post('/refused', { onRequest: (_, reply) => void reply.code(401).send('who are you?') }, async () => 'never');
    url = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  const open = (path: string) => {
    const wire = openWire(url);
    wire.send(`POST ${path} HTTP/1.1\r\nHost: farm\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`);
    return wire;
  };

  test('is told so after a while and shown out', async () => {
    const answer = await open('/typed').closed;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('"code":"request.too_slow"');
  });

  test('is shown out after a refusal as well, which came at once', async () => {
    const answer = await open('/refused').closed;
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('is waited for where a file is expected of somebody who is known', async () => {
    const wire = open('/file');
    await setTimeout(900);
    wire.send('cd');
    await setTimeout(300);
    wire.send('GET / HTTP/1.1\r\nHost: farm\r\nConnection: close\r\n\r\n');
    expect(await wire.closed).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('does not keep those waiting who are quick', async () => {
    expect(await (await fetch(`${url}/typed`, { method: 'POST', body: 'quick' })).text()).toBe('typed');
  });
});
