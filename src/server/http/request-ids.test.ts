import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '#test/engines.ts';
import { openRawConnection } from '#test/raw-connection.ts';

const given = '0af7651916cd43dd8448eb211c80319c';
const plain = /^[\da-f]{8}-/;

describe('the id of a request', () => {
  let server: TestServer;
  let log = '';
  beforeAll(async () => {
    const logTo = { write: (line: string) => void (log += line) };
    server = await openTestServer('sqlite', {
      env: { TRUST_PROXY: 'loopback, 10.0.0.0/8', LOG_LEVEL: 'info' },
      parts: { logTo },
    });
  });
  afterAll(() => server.close());

  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1', url = '/api/animals') =>
    server.app.inject({ method: 'GET', url, headers, remoteAddress });

  test.each(['/api/animals', '/healthz', '/no/such/page', '/uploads/nothing.webp', '/%'])(
    'is on the answer of %s',
    async (url) => {
      const { headers } = await ask({}, '127.0.0.1', url);
      expect(headers['x-request-id']).toMatch(plain);
    },
  );

  test('is in the problem and in the log as well (ASVS 16.2.1)', async () => {
    const { headers, json } = await ask({});
    expect(json()).toMatchObject({ requestId: headers['x-request-id'] });
    expect(log).toContain(`"reqId":"${headers['x-request-id'] as string}"`);
  });

  test('is accepted from a trusted proxy', async () => {
    for (const proxy of ['127.0.0.1', '::ffff:10.1.2.3', '::1']) {
      expect((await ask({ 'x-request-id': given }, proxy)).headers['x-request-id']).toBe(given);
    }
  });

  test('is replaced if it does not come from a trusted proxy', async () => {
    expect((await ask({ 'x-request-id': given }, '192.0.2.7')).headers['x-request-id']).toMatch(plain);
  });

  test.each(['', 'short', 'x'.repeat(129), 'with a space in it', '"},{"level":60,"msg":"forged"'])(
    'never brings %j into the log, whoever sends it (ASVS 16.4.1)',
    async (value) => {
      expect((await ask({ 'x-request-id': value })).headers['x-request-id']).toMatch(plain);
      if (value.length > 8) expect(log).not.toContain(value);
    },
  );
});

test('input that is not HTTP is answered with a request id too', async () => {
  const server = await openTestServer('sqlite');
  const connection = openRawConnection(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  connection.send('this is no http\r\n\r\n');
  const answer = await connection.closed;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  const [, id] = /^x-request-id: (\S+)\r$/m.exec(answer) ?? [];
  expect(answer).toContain(`"requestId":"${id}"`);
  await server.close();
});
