import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openHouse } from '#test/engines.ts';
import { openRawConnection } from '#test/raw-connection.ts';
import { createDrain } from './http/drain.ts';
import { leave } from './leave.ts';

test('a server that a proxy asks whether it is ready goes on serving until the proxy knows that it is not', async () => {
  const drain = createDrain();
  const house = await openHouse('sqlite', { parts: { drain } });
  const url = await house.app.listen({ port: 0, host: '127.0.0.1' });
  const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status;
  expect(await statusOf('/readyz')).toBe(200);
  const parts = { app: house.app, drain, stopWork: async () => {}, closeDatabase: () => house.db.destroy() };
  let isGone = false;
  const gone = leave(parts).then(() => (isGone = true));
  // A proxy that asks each second has heard it after the second time.
  for (let n = 0; n < 15; n += 1) {
    expect([await statusOf('/readyz'), await statusOf('/api/for-sale')]).toEqual([503, 200]);
    await setTimeout(100);
  }
  expect(isGone).toBe(false);
  await gone;
  await expect(statusOf('/api/for-sale')).rejects.toThrow('fetch failed');
});

test('a server that nobody asks whether it is ready leaves at once', async () => {
  const drain = createDrain();
  const house = await openHouse('sqlite', { parts: { drain } });
  const started = performance.now();
  await leave({ app: house.app, drain, stopWork: async () => {}, closeDatabase: () => house.db.destroy() });
  expect(performance.now() - started).toBeLessThan(1500);
});

test('a server that leaves waits so long and no longer: who is not done is told to try again, and nothing that hangs keeps it', async () => {
  const drain = createDrain();
  const house = await openHouse('sqlite', { parts: { drain } });
  const url = await house.app.listen({ port: 0, host: '127.0.0.1' });
  const farmer = await house.register();
  const connection = openRawConnection(url);
  const head = ['POST /api/animals HTTP/1.1', 'Host: farm', `Cookie: session=${farmer.cookies.get('session')}`];
  connection.send(`${head.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"tagNumber":`);
  await setTimeout(200);
  const forever = () => new Promise(() => {});
  const gone = leave({ app: house.app, drain, stopWork: forever, closeDatabase: forever, drainMs: 300 });
  const answer = await connection.closed;
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  for (const header of [/^connection: close\r$/im, /^retry-after: 1\r$/im, /^x-content-type-options: nosniff\r$/im]) {
    expect(answer).toMatch(header);
  }
  await gone;
  await house.db.destroy();
});
