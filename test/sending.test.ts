import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBenchFarm, type BenchFarm } from '../bench/stock.ts';
import { useTestServer } from '#test/engines.ts';

const statements: string[] = [];
const server = useTestServer('sqlite', { log: ({ query }) => void statements.push(query.sql) });
let url: URL;
let farm: BenchFarm;
beforeAll(async () => {
  url = new URL(await server().app.listen({ port: 0, host: '127.0.0.1' }));
  farm = await createBenchFarm(server().db, { animals: 2000 });
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
    expect(statements.filter((sql) => /from "?(?:animals|events)/.test(sql) && !sql.includes('from "sessions"'))).toEqual([]);
  });
});
