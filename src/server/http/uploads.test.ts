import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { buildArchive, archivedFarm } from '#test/archives.ts';
import { openTestServer, useTestServer, type Person } from '#test/engines.ts';
import { testPicture } from '#test/pictures.ts';
import { multipartRequest } from '#test/raw-connection.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';
import { longTest } from '#test/long-run.ts';

const megabyte = 1024 * 1024;

describe('bodies', () => {
  // Bodies do not reach the database, so one engine is enough.
  const server = useTestServer('sqlite');
  let url: URL;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    url = new URL(await server().app.listen({ port: 0, host: '127.0.0.1' }));
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const queue of listSemaphores()) {
      await expect.poll(() => ({ name: queue.name, ...queue.size })).toEqual({ name: queue.name, running: 0, waiting: 0 });
    }
  });

  const placesOf = (name: string) => listSemaphores().find((each) => each.name === name)!.size;
  const cookieOf = (person: Person): string => [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  /** Resolves when everything has been sent. */
  async function send(head: string, ...parts: (string | Uint8Array)[]): Promise<{ answer: string }> {
    const socket = connect(Number(url.port), url.hostname);
    const sent = { answer: '' };
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => (sent.answer += String(chunk)));
    socket.write(head);
    for (const part of parts) socket.write(part);
    await setTimeout(20);
    return sent;
  }
  const beginUpload = (person: Person, sentBytes: number, path = '/api/upload', field = 'image') =>
    send(multipartRequest(path, { field, bytes: 10 * megabyte - 1000, cookie: cookieOf(person) }).head, Buffer.alloc(sentBytes));

  const jsonHead = (person: Person, length: number, path = '/api/animals'): string =>
    `POST ${path} HTTP/1.1\r\nHost: f\r\nCookie: ${cookieOf(person)}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
  const addLargeAnimal = async (person: Person): Promise<string> => {
    const animal = JSON.stringify({ tagNumber: '1', species: 'goat', sex: 'female', unknown: 'x'.repeat(200_000) });
    const sent = await send(jsonHead(person, animal.length), animal);
    await expect.poll(() => sent.answer).not.toBe('');
    return sent.answer;
  };
  const postFile = async (person: Person, path: string, field: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> => {
    const body = new FormData();
    body.set(field, new Blob([bytes]), 'file');
    const headers = { cookie: cookieOf(person) };
    return (await fetch(new URL(path, url), { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })).status;
  };

  longTest('of JSON that do not fit into memory are refused, no more than needed, and give back their places', async () => {
    const begun: { answer: string }[] = [];
    for (let farm = 0; farm < 9; farm += 1) {
      const person = await server().register();
      const send2MB = () => send(jsonHead(person, 2_000_000, '/api/events'), `"${'x'.repeat(1.9 * megabyte)}`);
      begun.push(await send2MB(), await send2MB());
    }
    const refused = () => begun.filter(({ answer }) => answer.startsWith('HTTP/1.1 503 ')).length;
    await expect.poll(refused).toBeGreaterThan(0);
    await expect.poll(() => placesOf('large_json_bodies').running + refused()).toBe(18);
    expect(refused()).toBeLessThan(4);
  });

  test('that many farms send slowly keep nobody waiting', async () => {
    const farms = 25;
    for (let farm = 0; farm < farms; farm += 1) {
      const person = await server().register();
      await beginUpload(person, 1, '/api/archive', 'file');
      for (let n = 0; n < 2; n += 1) {
        await beginUpload(person, 1);
        await send(jsonHead(person, 256 * 1024), '"x');
      }
    }
    const other = await server().register({ plan: 'basic' });
    for (const [queue, perFarm] of Object.entries({ file_bodies: 2, large_json_bodies: 2, archive_uploads: 1 }))
      await expect.poll(() => placesOf(queue)).toEqual({ running: perFarm * farms, waiting: 0 });
    expect(await postFile(other, '/api/upload', 'image', await testPicture(40, 20).as('png'))).toBe(200);
    expect(await postFile(other, '/api/archive', 'file', await buildArchive(archivedFarm()))).toBe(200);
    expect(await addLargeAnimal(other)).toMatch(/^HTTP\/1\.1 201 /);
  });

  test('without a session may be as long as a form, and no longer', async () => {
    const statusOf = async (length: number): Promise<number> => {
      const payload = { username: 'nobody', password: 'correct horse', unknown: 'x'.repeat(length) };
      return (await server().send({ method: 'POST', url: '/api/auth/login', payload })).statusCode;
    };
    expect([await statusOf(10_000), await statusOf(20_000)]).toEqual([401, 413]);
  });

  test('an archive is imported after others have waited for a slot and disconnected', async () => {
    const slow = await server().register();
    for (const waiting of [0, 1]) {
      await beginUpload(slow, megabyte, '/api/archive', 'file');
      await expect.poll(() => placesOf('archive_uploads')).toEqual({ running: 1, waiting });
    }
    for (const socket of sockets.splice(0)) socket.destroy();
    expect(await postFile(slow, '/api/archive', 'file', await buildArchive(archivedFarm()))).toBe(200);
    await expect.poll(() => readdirSync(join(server().config.dataDir, 'incoming'))).toEqual([]);
  });

  test('an archive is answered, however long it says nothing', async () => {
    const [person, { timeout }] = [await server().register(), server().app.server];
    onTestFinished(() => void (server().app.server.timeout = timeout));
    server().app.server.timeout = 300;
    const startReading = await listSemaphores()
      .find(({ name }) => name === 'archive_readers')!
      .enter();
    const answer = postFile(person, '/api/archive', 'file', await buildArchive(archivedFarm()));
    await setTimeout(900);
    startReading();
    expect(await answer).toBe(200);
  });

  test.each([
    ['300,000 empty parts', '--b\r\n\r\n\r\n'.repeat(300_000)],
    ['a part with a million headers', `--b\r\n${'X-A: b\r\n'.repeat(1_000_000)}`],
    ['a name of nine megabytes', `--b\r\nContent-Disposition: form-data; name="${'n'.repeat(9 * megabyte)}"\r\n\r\n`],
  ])('of a form with %s is refused', async (_, content) => {
    const person = await server().register();
    const body = Buffer.from(`${content}--b--\r\n`);
    const head = `POST /api/upload HTTP/1.1\r\nHost: f\r\nCookie: ${cookieOf(person)}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`;
    const sent = await send(head, body);
    await expect.poll(() => sent.answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

test('the remains of uploads to a killed server are deleted at the next start', async () => {
  const server = await openTestServer('sqlite');
  onTestFinished(() => server.close());
  const folder = join(server.config.dataDir, 'incoming');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'left'), 'x');
  const next = await createApp({ db: server.db, config: server.config });
  onTestFinished(() => next.close());
  await next.ready();
  expect(readdirSync(folder)).toEqual([]);
});
