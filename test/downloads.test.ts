import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createBenchFarm, type BenchFarm } from '../bench/stock.ts';
import { describeOnEachEngine } from '#test/engines.ts';
import { listSemaphores } from '#server/concurrency/semaphore.ts';

const downloads = () => listSemaphores().find(({ name }) => name === 'downloads')!;
const paths = ['/api/export?format=xlsx', '/api/export?format=csv&sheet=animals', '/api/archive'];

interface OpenDownload {
  readonly socket: Socket;
  received: number;
  status: number | undefined;
}

describeOnEachEngine({ name: 'downloads that are generated while they are sent', usually: 'postgres' }, (server) => {
  let url: URL;
  let large: BenchFarm;
  let other: BenchFarm;
  const downloadsOpen: OpenDownload[] = [];
  beforeAll(async () => {
    url = new URL(await server().app.listen({ port: 0, host: '127.0.0.1' }));
    large = await createBenchFarm(server().db, { animals: 12_000 });
    other = await createBenchFarm(server().db, { animals: 10 });
    // Incompressible texts: the response is larger than the system's socket buffers. In parts, as a statement has limited time.
    const idRepeated = (times: number) => sql.raw(Array(times).fill('id').join(' || '));
    for (let start = 0; start < large.animalIds.length; start += 500) {
      const ids = large.animalIds.slice(start, start + 500);
      await sql`update animals set notes = ${idRepeated(12)}, sale_description = ${idRepeated(36)}
        where farm_id = ${large.farmId} and id in (${sql.join(ids)})`.execute(server().db);
    }
  });
  afterEach(async () => {
    for (const { socket } of downloadsOpen.splice(0)) socket.destroy();
    await expect.poll(() => downloads().size).toEqual({ running: 0, waiting: 0 });
  });

  function ask(path: string, { cookie }: BenchFarm): OpenDownload {
    const socket = connect({ port: Number(url.port), host: url.hostname });
    const one: OpenDownload = { socket, received: 0, status: undefined };
    downloadsOpen.push(one);
    socket.on('error', () => {});
    socket.once('data', (chunk) => {
      one.status = Number(chunk.toString('latin1').slice(9, 12));
      socket.pause();
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: farm\r\nCookie: ${cookie}\r\n\r\n`);
    return one;
  }
  const begun = () => downloadsOpen.filter(({ status }) => status === 200).length;
  const get = (path: string, { cookie }: BenchFarm) =>
    fetch(new URL(path, url), { headers: { cookie }, signal: AbortSignal.timeout(15_000) });

  test('a farm has two downloads at a time, its third waits, and another farm waits for none of them', async () => {
    for (let n = 0; n < 6; n += 1) ask('/api/export?format=csv&sheet=animals', large);
    await expect.poll(begun).toBe(2);
    await expect.poll(() => downloads().size).toEqual({ running: 2, waiting: 4 });
    for (const path of paths) expect((await get(path, other)).status).toBe(200);
    await pause(100);
    expect(begun()).toBe(2);
    downloadsOpen.find(({ status }) => status === 200)?.socket.destroy();
    await expect.poll(begun).toBe(3);
  });

  test('downloads that nobody reads block no write and hold no database connection', async () => {
    for (const path of ['/api/export?format=csv&sheet=animals', '/api/archive']) ask(path, large);
    await expect.poll(begun).toBe(2);
    await pause(300);
    const { cookie, animalIds } = large;
    const answer = await fetch(new URL(`/api/animals/${animalIds[0]}`, url), {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Clover' }),
    });
    expect(answer.status).toBe(200);
    if (server().engine === 'sqlite') return;
    const busy = async () => {
      const { rows } = await sql<{ state: string }>`select state from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(server().db);
      return rows;
    };
    await expect.poll(busy).toEqual([]);
    expect(downloads().size.running).toBe(2);
  });

  test.each(paths)('whenever clients disconnect from %s, every slot of its queue is released', async (path) => {
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 20; n += 1) {
        const { socket } = ask(path, large);
        // Disconnects while the request waits, before the first byte, in the middle, and when nothing was read for a while.
        setTimeout(() => socket.destroy(), n * 15 * (round + 1));
        if (n % 5 === 0) setTimeout(() => socket.resume(), n * 5);
      }
      await expect.poll(() => downloadsOpen.every(({ socket }) => socket.closed)).toBe(true);
      await expect.poll(() => downloads().size).toEqual({ running: 0, waiting: 0 });
    }
    const whole = await get(path, other);
    expect([whole.status, (await whole.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
  });
});
