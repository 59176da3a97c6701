import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useTestServer, type TestServer } from '#test/engines.ts';

const request = 'GET /healthz HTTP/1.1\r\nHost: farm\r\n\r\n';
const login = 'POST /api/auth/login HTTP/1.1\r\nHost: farm\r\nContent-Type: application/json\r\n';
const limits = { total: 12, perAddress: 5 };

const countConnections = ({ app }: TestServer): Promise<number> => promisify(app.server.getConnections.bind(app.server))();

const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

describe.each([
  ['', {}],
  [', with a trusted proxy at another address', { TRUST_PROXY: '127.0.0.100' }],
])('connections%s', (_, env) => {
  const server = useTestServer('sqlite', { env: { RATE_LIMITS: 'on', ...env }, parts: { connectionLimits: limits } });
  let port: number;
  const open = new Set<Socket>();
  beforeAll(async () => {
    port = Number(new URL(await server().app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterEach(async () => {
    const closing = [...open].filter(({ destroyed }) => !destroyed).map(closed);
    for (const socket of open) socket.destroy();
    await Promise.all(closing);
    open.clear();
    // The server notices a moment later.
    while ((await countConnections(server())) > 0) await setTimeout(5);
  });

  /** Resolves when the server has seen the connection and the text. */
  async function from(localAddress: string, text = ''): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => {});
    open.add(socket);
    const seen = new AbortController();
    const accepted = Promise.race(['connection', 'drop'].map((event) => once(server().app.server, event, seen)));
    await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed(socket)]);
    await accepted;
    seen.abort();
    if (text !== '') {
      socket.write(text);
      await setTimeout(20);
    }
    return socket;
  }
  const many = async (howMany: number, address: string, text?: string): Promise<Socket[]> => {
    const sockets: Socket[] = [];
    for (let n = 0; n < howMany; n += 1) sockets.push(await from(address, text));
    return sockets;
  };
  const answerOn = async (socket: Socket, text = request): Promise<string> => {
    const answer = Promise.race([once(socket, 'data').then(([chunk]) => String(chunk)), closed(socket).then(() => 'closed')]);
    socket.write(text);
    return (await answer).split('\r\n')[0] ?? '';
  };
  const stillOpen = (sockets: readonly Socket[]): number =>
    sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;

  test.each([
    ['say nothing', ''],
    ['asked something and wait', request],
    ['send a body slowly', `${login}Content-Length: 9\r\n\r\n{`],
  ])('of one address are bounded when they %s, and another address is served', async (__, text) => {
    const sockets = await many(20, '127.0.0.2', text);
    await expect.poll(() => stillOpen(sockets)).toBe(limits.perAddress);
    expect(await answerOn(await from('127.0.0.3'))).toBe('HTTP/1.1 200 OK');
    expect(stillOpen(sockets)).toBe(limits.perAddress);
  });

  test('of many addresses are bounded, and visitors are served when there is room again', async () => {
    const sockets: Socket[] = [];
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) sockets.push(...(await many(limits.perAddress, address)));
    expect(await countConnections(server())).toBe(limits.total);
    sockets[0]?.destroy();
    await expect.poll(() => countConnections(server())).toBeLessThan(limits.total);
    expect(await answerOn(await from('127.0.0.9'))).toBe('HTTP/1.1 200 OK');
  });

  test.runIf('TRUST_PROXY' in env)('of a trusted proxy are not bounded, but the open requests of its visitors are', async () => {
    const answers: string[] = [];
    const ask = async (visitor: string, howMany: number) => {
      const text = `${login}X-Forwarded-For: ${visitor}\r\nContent-Length: 9\r\n\r\n`;
      for (const socket of await many(howMany, '127.0.0.100', text))
        socket.on('data', (chunk) => void answers.push(`${visitor} ${String(chunk).slice(9, 12)}`));
    };
    await ask('203.0.113.1', limits.perAddress + 2);
    await ask('203.0.113.2', 4);
    await expect.poll(() => answers).toEqual(['203.0.113.1 429', '203.0.113.1 429']);
    expect(await countConnections(server())).toBeGreaterThanOrEqual(limits.perAddress + 4);
  });

  test('that send more than twenty requests before an answer are closed', async () => {
    const [within, beyond] = [await from('127.0.0.1', request.repeat(20)), await from('127.0.0.2')];
    expect(await answerOn(within)).toMatch(/^HTTP\/1.1 200/);
    expect(await answerOn(beyond, request.repeat(21))).toBe('closed');
  });
});
