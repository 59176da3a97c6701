import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openHouse, type House } from '#test/engines.ts';
import { startRedis, type RedisServer } from '#test/redis.ts';
import { countInDatabase, countInMemory, type Counter } from './limits.ts';
import { openRedis, type RedisCounters } from './redis-counter.ts';

let redis: RedisServer;
let sqlite: House;
let postgres: House;
const opened: RedisCounters[] = [];
const warnings: string[] = [];
const log = { warn: (_: unknown, message?: string) => void warnings.push(message ?? '') };

beforeAll(async () => {
  redis = await startRedis();
  sqlite = await openHouse('sqlite');
  postgres = await openHouse('postgres');
}, 200_000);
afterAll(async () => {
  for (const counters of opened) counters.close();
  await sqlite?.close();
  await postgres?.close();
  await redis?.stop();
});

const open = async (url = redis.url): Promise<RedisCounters> => {
  const counters = await openRedis(url, log);
  opened.push(counters);
  return counters;
};
const nobody: Counter = {
  count: () => Promise.reject(new Error('Redis was not asked')),
  uncount: () => Promise.reject(new Error('Redis was not asked')),
  counted: () => Promise.reject(new Error('Redis was not asked')),
  forget: () => Promise.reject(new Error('Redis was not asked')),
};
const minute = (at: number) => ({ start: new Date(Date.UTC(2030, 0, 1, 0, at)).toISOString(), seconds: 60 });
const many = 1000;
const key = () => `test:${crypto.randomUUID()}`;

/** Two servers that count together. */
const places: [string, () => Promise<readonly [Counter, Counter]>][] = [
  ['Redis', async () => [(await open()).orElse(nobody), (await open()).orElse(nobody)]],
  ['SQLite', async () => [countInDatabase(sqlite.db), countInDatabase(sqlite.db)]],
  ['PostgreSQL', async () => [countInDatabase(postgres.db), countInDatabase(postgres.db)]],
  [
    'the memory of one server',
    async () => {
      const counter = countInMemory();
      return [counter, counter];
    },
  ],
];

describe.each(places)('hits that are counted in %s', (_, openTwo) => {
  test('at the same moment by two servers are all counted, each once', async () => {
    const [[here, there], one] = [await openTwo(), key()];
    const counts = await Promise.all(
      Array.from({ length: 100 }, (__, index) => (index % 2 === 0 ? here : there).count(one, minute(0), many)),
    );
    expect(counts.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 100 }, (__, index) => index + 1));
    expect(await there.counted(one, minute(0))).toBe(100);
  });

  test('at the same moment by two servers never pass the limit, and those past it are not counted', async () => {
    const [[here, there], one] = [await openTwo(), key()];
    const counts = await Promise.all(
      Array.from({ length: 51 }, (__, index) => (index % 2 === 0 ? here : there).count(one, minute(0), 10)),
    );
    expect(counts.filter((count) => count === undefined)).toHaveLength(41);
    await Promise.all([here.uncount(one, minute(0)), there.uncount(one, minute(0))]);
    expect(await there.counted(one, minute(0))).toBe(8);
    expect(await here.count(one, minute(0), 10)).toBe(9);
  });

  test('are taken back in their own window only, and never below nothing', async () => {
    const [[here, there], one] = [await openTwo(), key()];
    await here.uncount(one, minute(0));
    await here.count(one, minute(0), many);
    await here.count(one, minute(1), many);
    await there.uncount(one, minute(0));
    expect(await here.counted(one, minute(1))).toBe(1);
    await there.uncount(one, minute(1));
    await there.uncount(one, minute(1));
    expect(await here.count(one, minute(1), many)).toBe(1);
  });

  test('begin afresh with the next window and when they are forgotten', async () => {
    const [[here, there], one] = [await openTwo(), key()];
    await here.count(one, minute(0), many);
    expect(await there.count(one, minute(1), many)).toBe(1);
    expect(await here.counted(one, minute(2))).toBe(0);
    await there.forget(one);
    expect(await here.counted(one, minute(1))).toBe(0);
    expect(await here.counted(key(), minute(1))).toBe(0);
  });
});

describe('while Redis is away', () => {
  test('limits are counted elsewhere, it is said once, and it is used again when it is back', { timeout: 60_000 }, async () => {
    const own = await startRedis();
    const counters = await open(own.url);
    const counter = counters.orElse(countInMemory());
    const one = key();
    warnings.length = 0;
    expect([await counter.count(one, minute(0), many), await counter.count(one, minute(0), many)]).toEqual([1, 2]);
    await own.stop();
    for (const hits of [1, 2, 3]) expect(await counter.count(one, minute(0), many)).toBe(hits);
    expect(await counter.counted(one, minute(0))).toBe(3);
    await counter.forget(one);
    expect(warnings).toEqual(['Redis is away; limits are counted without it meanwhile']);
    const again = await startRedis(Number(new URL(own.url).port));
    await vi.waitFor(
      async () => {
        await counter.count(one, minute(0), many);
        expect(await again.keys()).toEqual([`bellwether:limit:${one}`]);
      },
      { timeout: 20_000, interval: 200 },
    );
    await again.stop();
  });

  test('because it hangs, one request waits half a second and the next ones not at all', async () => {
    const own = await startRedis();
    const counter = (await open(own.url)).orElse(countInMemory());
    await counter.count(key(), minute(0), many);
    await own.hang(60_000);
    const started = performance.now();
    expect(await counter.count('x', minute(0), many)).toBe(1);
    expect(performance.now() - started).toBeGreaterThan(450);
    for (let hits = 2; hits <= 50; hits += 1) expect(await counter.count('x', minute(0), many)).toBe(hits);
    expect(performance.now() - started).toBeLessThan(4000);
    await own.stop();
  });

  const oddAnswers: [string, isLeft: boolean, (socket: Socket) => void][] = [
    ['a text where a number belongs', false, (socket) => socket.write('$5\r\nhello\r\n')],
    ['nothing where a number belongs', false, (socket) => socket.write('_\r\n')],
    ['what is no Redis', true, (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'without end',
      true,
      (socket) => {
        const pour = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'a')));
        };
        socket.write('$2000000000\r\n');
        socket.on('drain', pour);
        pour();
      },
    ],
  ];
  test.each(oddAnswers)(
    'because it answers %s, neither everybody nor nobody is let in, and nothing is gathered in memory',
    async (_, isLeft, say) => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
        socket.on('data', (chunk: Buffer) => {
          for (const [, command = ''] of chunk.toString().matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)/gm)) {
            if (command === 'HELLO') socket.write('%1\r\n$6\r\nserver\r\n$5\r\nredis\r\n');
            else if (command === 'CLIENT') socket.write('+OK\r\n');
            else say(socket);
          }
        });
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy();
        server.close();
      });
      const counter = (await open(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`)).orElse(countInMemory());
      for (let hits = 1; hits <= 3; hits += 1) expect(await counter.count('z', minute(0), 3)).toBe(hits);
      expect(await counter.count('z', minute(0), 3)).toBeUndefined();
      // The connection on which the answer did not come is closed, and another one is there.
      await setTimeout(200);
      expect([...sockets].map(({ destroyed }) => destroyed)).toEqual(isLeft ? [true, false] : [false]);
    },
  );

  test('from the start, the server starts and counts without it', async () => {
    const counter = (await open('redis://127.0.0.1:1')).orElse(countInMemory());
    expect(await counter.count('y', minute(0), many)).toBe(1);
  });
});
