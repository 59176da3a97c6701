import { describe, expect, test } from 'vitest';
import { useTestServer } from '#test/engines.ts';

const given = '0af7651916cd43dd8448eb211c80319c';
const plain = /^[\da-f]{8}-/;

describe('the id of a request', () => {
  let log = '';
  const server = useTestServer('sqlite', {
    env: { TRUST_PROXY: 'loopback, 10.0.0.0/8', LOG_LEVEL: 'info' },
    parts: { logTo: { write: (line: string) => void (log += line) } },
  });

  const ask = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    server().app.inject({ method: 'GET', url: '/api/animals', headers, remoteAddress });

  test('is in the problem and in the log as well (ASVS 16.2.1)', async () => {
    const { headers, json } = await ask({});
    expect(json()).toMatchObject({ requestId: headers['x-request-id'] });
    expect(log).toContain(`"reqId":"${headers['x-request-id'] as string}"`);
  });

  test('is accepted from a trusted proxy, and replaced if it comes from anybody else', async () => {
    for (const proxy of ['127.0.0.1', '::ffff:10.1.2.3', '::1']) {
      expect((await ask({ 'x-request-id': given }, proxy)).headers['x-request-id']).toBe(given);
    }
    expect((await ask({ 'x-request-id': given }, '192.0.2.7')).headers['x-request-id']).toMatch(plain);
  });

  test('never brings anything else into the log, whoever sends it (ASVS 16.4.1)', async () => {
    for (const value of ['short', 'x'.repeat(129), 'with a space in it', '"},{"level":60,"msg":"forged"']) {
      expect((await ask({ 'x-request-id': value })).headers['x-request-id']).toMatch(plain);
      expect(log).not.toContain(value);
    }
  });
});
