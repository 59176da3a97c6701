import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { useTestServer } from '#test/engines.ts';
import { bodyFields } from '#test/samples.ts';
import { multipartRequest, openRawConnection } from '#test/raw-connection.ts';
import { longTest } from '#test/long-run.ts';
import { newFolder } from '#test/temporary-folder.ts';

const webDir = newFolder(afterAll);
writeFileSync(join(webDir, 'index.html'), '<title>The page</title>');
const json = { 'content-type': 'application/json' };

describe('on the wire', () => {
  const server = useTestServer('sqlite', { webDir });
  let url: string;
  beforeAll(async () => {
    url = await server().app.listen({ port: 0, host: '127.0.0.1' });
  });

  test('a body nested deeper than twenty levels is refused, wherever the depth is', async () => {
    const farmer = await server().register();
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    for (const [field, levels, status] of [
      ['unknown', 19, 201],
      ['unknown', 20, 400],
      ['notes', 19, 400],
      ['unknown', 100_000, 400],
    ] as const) {
      const payload = `{"tagNumber":"1","species":"goat","sex":"female","${field}":${nested(levels)}}`;
      const response = await farmer.send({ method: 'POST', url: '/api/animals', headers: json, payload });
      expect([field, levels, response.statusCode]).toEqual([field, levels, status]);
    }
  });

  test.each([
    ['with a lone percent sign', 400, '/%'],
    ['with half a character', 400, '/api/animals/%F0%9F'],
    ['of 300 letters', 400, `/api/animals/${'a'.repeat(300)}`],
    ['of 12,000 letters', 400, `/api/animals/${'a'.repeat(12_000)}`],
    ['of 20,000 letters', 431, `/api/animals/${'a'.repeat(20_000)}`],
  ])('an address %s is refused without internals', async (_, status, path) => {
    const connection = openRawConnection(url);
    connection.send(`GET ${path} HTTP/1.1\r\nHost: farm\r\nConnection: close\r\n\r\n`);
    const answer = await connection.closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).not.toMatch(/FST_|fastify|node_modules/i);
    if (status === 400) {
      expect(answer).toMatch(/content-type: application\/problem\+json/i);
      expect(answer).toMatch(/x-content-type-options: nosniff/i);
      expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
    }
  });

  test('a request without a body may have the type of JSON', async () => {
    const routes = Object.values<Route>(api).filter(({ method, body, file }) => method !== 'GET' && !body && !file);
    expect(routes.length).toBeGreaterThan(20);
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    const invalid: string[] = [];
    for (const { method, path } of routes) {
      const farmer = await server().register();
      const address = `/api${path.replace(':revision', '1').replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`;
      const { payload } = await farmer.send({ method, url: address, headers });
      if (payload.includes('"request.invalid"')) invalid.push(`${method} ${path}`);
    }
    expect(invalid).toEqual([]);
    const incomplete = await (await server().register()).send({ method: 'POST', url: '/api/animals', headers });
    const errors = [{ path: 'tagNumber' }, { path: 'species' }, { path: 'sex' }];
    expect(incomplete.json()).toMatchObject({ status: 400, errors });
  });

  test('a refusal speaks to a person, whatever is wrong with what was sent', async () => {
    const farmer = await server().register();
    const routes = Object.values<Route>(api).filter(({ body, method }) => body !== undefined && method === 'POST');
    expect(routes.length).toBeGreaterThan(5);
    for (const route of routes) {
      for (const wrong of [undefined, null, true, 7, {}, [], 'x'.repeat(5000)]) {
        const body = wrong === undefined ? {} : Object.fromEntries(bodyFields(route).map((field) => [field, wrong]));
        const response = await farmer.send({ method: 'POST', url: `/api${route.path}`, payload: body });
        const { message = '', errors = [] } = response.json<{ message?: string; errors?: { message: string }[] }>();
        for (const sentence of [message, ...errors.map((error) => error.message)]) {
          expect(sentence).not.toMatch(/expected|received|undefined|NaN|Invalid (?:input|option)|Too (?:big|small)/);
        }
      }
    }
    const query = await farmer.send({ method: 'GET', url: '/api/animals?limit=many' });
    expect(query.json()).toMatchObject({ status: 400, errors: [{ path: 'limit', message: 'Enter a number' }] });
  });

  test('a query that names a parameter twice is refused, never half understood', async () => {
    const farmer = await server().register();
    for (const query of ['limit=1&limit=2', 'cursor=a&cursor=b']) {
      expect((await farmer.send({ method: 'GET', url: `/api/animals?${query}` })).statusCode).toBe(400);
    }
  });

  test('a picture that is too large over a slow line is refused once all of it is sent, when browsers read', async () => {
    const [[name, value] = []] = (await server().register()).cookies;
    const megabyte = 'x'.repeat(1024 * 1024);
    const file = { field: 'image', bytes: 22 * megabyte.length, cookie: `${name}=${value}` };
    const { head, tail } = multipartRequest('/api/upload', file);
    const line = openRawConnection(url);
    line.send(head.replace('Host: farm', 'Host: farm\r\nConnection: close'));
    for (let sent = 0; sent < 22; sent += 1) {
      line.send(megabyte);
      await pause(50);
    }
    expect(line.received()).toBe('');
    line.send(tail);
    expect(await line.closed).toMatch(/^HTTP\/1\.1 413 [^]*"code":"files.too_large"/);
  });

  longTest('a client that sends its headers byte by byte gets 408, and other clients are served meanwhile', async () => {
    const slow = Array.from({ length: 200 }, () => openRawConnection(url));
    for (const connection of slow) connection.send('GET / HTTP/1.1\r\nHost: farm\r\n');
    const dripping = setInterval(() => slow.forEach((connection) => connection.send('X-Drop: 1\r\n')), 1000);
    await pause(1000);
    expect((await fetch(`${url}/api/for-sale`)).status).toBe(200);
    const answers = await Promise.all(slow.map(({ closed }) => closed));
    clearInterval(dripping);
    expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 408 '))).toEqual([]);
  });
});
