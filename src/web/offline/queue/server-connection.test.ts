import { afterEach, expect, test, vi } from 'vitest';
import { ServerConnection } from './server-connection.ts';

afterEach(() => vi.unstubAllGlobals());

async function causeOf(answer: () => Response | Promise<Response>): Promise<string | undefined> {
  vi.stubGlobal('fetch', async () => answer());
  const connection = new ServerConnection({ userId: 'user', farmId: 'farm' });
  const error: unknown = await connection.readChanges({}).catch((thrown: unknown) => thrown);
  connection.markLost(error, () => undefined);
  connection.close();
  return connection.outage?.cause;
}

const page = (status: number) => new Response('<title>A page</title>', { status, headers: { 'content-type': 'text/html' } });

test.each([
  ['no line', () => Promise.reject(new TypeError('Failed to fetch')), 'noSignal'],
  ['a fault of the server', () => Response.json({ code: 'server.error' }, { status: 500 }), 'serverFault'],
  ['a fault of what stands before it', () => page(502), 'serverFault'],
  ['the page of a network that asks to sign in', () => page(200), 'otherAnswer'],
  ['an answer that breaks off', () => new Response('{"epoch":', { headers: { 'content-type': 'application/json' } }), 'noSignal'],
] as const)('%s is told apart', async (_what, answer, cause) => {
  expect(await causeOf(answer)).toBe(cause);
});

test('an outage that changes its cause has lasted since its beginning', async () => {
  const connection = new ServerConnection({ userId: 'user', farmId: 'farm' });
  connection.markLost(new TypeError('a fault'), () => undefined);
  const since = connection.outage?.since;
  connection.markLost(new TypeError('a fault'), () => undefined);
  expect(connection.outage?.since).toBe(since);
  connection.markReached();
  expect(connection.outage).toBeUndefined();
});
