import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, type Person } from '#test/engines.ts';
import type { Client } from '#test/client.ts';
import { watchLag } from './overload.ts';
import { longTest } from '#test/long-run.ts';

describe('when the event loop is late', () => {
  let server: TestServer;
  let farmer: Person;
  let lag = 0;
  beforeAll(async () => {
    server = await openTestServer('sqlite', { env: { RATE_LIMITS: 'on' }, parts: { lagMs: () => lag } });
    farmer = await server.register();
  });
  afterAll(() => server.close());
  const statusOf = async (who: Client, url: string) => (await who.send({ method: 'GET', url })).statusCode;

  test('requests with a session are served, and others get 503 with Retry-After', async () => {
    lag = 251;
    const refused = await server.visitor().send({ method: 'GET', url: '/api/for-sale' });
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<{ code: string }>().code]).toEqual([
      503,
      '2',
      'server.busy',
    ]);
    expect(await statusOf(server.visitor(), '/')).toBe(503);
    for (const url of ['/api/animals', '/api/for-sale', '/api/auth/me']) expect(await statusOf(farmer, url)).toBe(200);
    await farmer.call('addAnimal', { body: { tagNumber: '1', species: 'goat', sex: 'female' } });
  });

  test('a forged cookie does not count as a session', async () => {
    lag = 251;
    const visitor = server.visitor();
    visitor.cookies.set('session', 'A'.repeat(43));
    expect(await statusOf(visitor, '/api/for-sale')).toBe(503);
  });

  test('probes, static files and payment webhooks are served', async () => {
    lag = 10_000;
    for (const url of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(server.visitor(), url)).toBe(200);
    expect(await statusOf(server.visitor(), '/assets/index.js')).toBe(404);
    const hook = await server.visitor().send({ method: 'POST', url: '/api/stripe/webhook', payload: {} });
    expect(hook.statusCode).not.toBe(503);
  });

  test('all requests are served again when the lag is over', async () => {
    lag = 250;
    expect(await statusOf(server.visitor(), '/api/for-sale')).toBe(200);
  });
});

describe('the lag that is measured', () => {
  const block = (ms: number): void => {
    for (const end = performance.now() + ms; performance.now() < end;);
  };

  longTest('rises with many long iterations, not with a few', async () => {
    const watch = watchLag(400);
    for (let turn = 0; turn < 2; turn += 1) {
      block(400);
      await setTimeout(0);
    }
    await setTimeout(900);
    const afterFew = watch.lagMs();
    for (const end = performance.now() + 2400; performance.now() < end;) {
      block(300);
      await setTimeout(0);
    }
    const afterMany = watch.lagMs();
    watch.stop();
    expect(afterMany).toBeGreaterThan(250);
    expect(afterFew).toBeLessThan(afterMany / 2);
  });
});
