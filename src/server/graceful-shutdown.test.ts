import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestServer } from '#test/engines.ts';
import { openRawConnection } from '#test/raw-connection.ts';
import { createDrain } from './http/drain.ts';
import { shutDownGracefully } from './graceful-shutdown.ts';

test('a server whose /readyz is polled keeps serving until the poller has seen that it is draining', async () => {
  const drain = createDrain();
  const server = await openTestServer('sqlite', { parts: { drain } });
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status;
  expect(await statusOf('/readyz')).toBe(200);
  const parts = { app: server.app, drain, stopWork: async () => {}, closeDatabase: () => server.db.destroy() };
  const shutdown = shutDownGracefully(parts);
  let polls = 0;
  const answers = () => Promise.all([statusOf('/readyz'), statusOf('/api/for-sale')]).catch(() => undefined);
  for (let answer = await answers(); answer?.[1] === 200; answer = await answers()) {
    expect(answer[0]).toBe(503);
    polls += 1;
    await setTimeout(100);
  }
  // A proxy has noticed after two polls.
  expect(polls).toBeGreaterThanOrEqual(2);
  await shutdown;
  await expect(statusOf('/api/for-sale')).rejects.toThrow('fetch failed');
});

test('a shutdown takes no longer than its limit: unfinished requests get 503 with Retry-After, and a part that never stops is not waited for', async () => {
  const drain = createDrain();
  const server = await openTestServer('sqlite', { parts: { drain } });
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const farmer = await server.register();
  const connection = openRawConnection(url);
  const head = ['POST /api/animals HTTP/1.1', 'Host: farm', `Cookie: session=${farmer.cookies.get('session')}`];
  connection.send(`${head.join('\r\n')}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"tagNumber":`);
  await setTimeout(200);
  const forever = () => new Promise(() => {});
  const shutdown = shutDownGracefully({ app: server.app, drain, stopWork: forever, closeDatabase: forever, drainMs: 300 });
  const answer = await connection.closed;
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  for (const header of [/^connection: close\r$/im, /^retry-after: 1\r$/im, /^x-content-type-options: nosniff\r$/im]) {
    expect(answer).toMatch(header);
  }
  await shutdown;
  await server.db.destroy();
});
