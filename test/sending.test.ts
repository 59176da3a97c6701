import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPictures } from '#server/storage/open-store.ts';
import { createBenchFarm, type BenchFarm } from '../bench/stock.ts';
import { openTestServer, type TestServer } from '#test/engines.ts';
import { listFairQueues } from '#server/concurrency/fair-queue.ts';

/** More than the system's socket buffers hold. */
const long = Buffer.alloc(20 * 1024 * 1024, 'x');
const picture = `${'0'.repeat(32)}.webp`;

const webDir = mkdtempSync(join(tmpdir(), 'bellwether-web-'));
mkdirSync(join(webDir, 'assets'));
writeFileSync(join(webDir, 'index.html'), '<title>The page</title>');
writeFileSync(join(webDir, 'assets/long.js'), long);
afterAll(() => rmSync(webDir, { recursive: true, force: true }));

let server: TestServer;
let url: URL;
let farm: BenchFarm;
const statements: string[] = [];
const sockets: Socket[] = [];
beforeAll(async () => {
  const log = (event: { query: { sql: string } }): void => void statements.push(event.query.sql);
  server = await openTestServer('sqlite', { webDir, log });
  await openPictures(server.config).put(picture, long);
  url = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  farm = await createBenchFarm(server.db, { animals: 2000 });
});
afterAll(() => server.close());

const placesOf = (name: string) => listFairQueues().find((queue) => queue.name === name)!.size;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { name } of listFairQueues())
    await expect.poll(() => ({ name, ...placesOf(name) })).toMatchObject({ running: 0, waiting: 0 });
});

async function ask(path: string, localAddress: string, method = 'GET'): Promise<string> {
  const socket = connect({ host: url.hostname, port: Number(url.port), localAddress });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: farm\r\nCookie: ${farm.cookie}\r\n\r\n`);
  return new Promise((resolve) => {
    socket.once('close', () => resolve('closed'));
    socket.once('data', (chunk) => {
      socket.pause();
      resolve(chunk.toString('latin1').split('\r\n', 1)[0] ?? '');
    });
  });
}

describe.each([
  ['a picture', `/uploads/${picture}`, 'pictures_sent'],
  ['a file of the web part', '/assets/long.js', 'web_files'],
])('a response with %s that the client does not read', (_, path, queue) => {
  test('is sent to one address at most forty times at once, and other addresses do not wait', async () => {
    const many = Array.from({ length: 60 }, () => ask(path, '127.0.0.1'));
    await Promise.race(many);
    await expect.poll(() => placesOf(queue)).toEqual({ running: 40, waiting: 20 });
    expect(await ask(path, '127.0.0.2')).toBe('HTTP/1.1 200 OK');
    expect(placesOf(queue)).toEqual({ running: 41, waiting: 20 });
    // A waiting client may disconnect, and a client that reads frees its slot.
    sockets[50]?.destroy();
    await expect.poll(() => placesOf(queue)).toEqual({ running: 41, waiting: 19 });
    sockets[0]?.resume();
    await expect.poll(() => placesOf(queue), { timeout: 10_000 }).toEqual({ running: 41, waiting: 18 });
  });
});

describe('a HEAD request', () => {
  test.each([
    ['a list', '/api/animals'],
    ['a page of a list', '/api/animals?limit=5'],
    ['the health records', '/api/health-records'],
    ['a table', '/api/export?format=csv&sheet=animals'],
  ])('reads no records for %s', async (_, path) => {
    const get = await fetch(new URL(path, url), { headers: { cookie: farm.cookie } });
    await get.arrayBuffer();
    statements.length = 0;
    const head = await fetch(new URL(path, url), { method: 'HEAD', headers: { cookie: farm.cookie } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'etag', 'content-encoding', 'vary', 'content-disposition', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
    await pause(200);
    expect(statements.filter((sql) => /from "?(?:animals|events)/.test(sql))).toEqual([]);
  });

  test('gets the length of a picture, which is not read', async () => {
    const head = await fetch(new URL(`/uploads/${picture}`, url), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(long.length), '']);
  });
});
