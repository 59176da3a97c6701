import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '#test/engines.ts';

const request = 'GET /healthz HTTP/1.1\r\nHost: farm\r\n\r\n';
const limits = { total: 12, perAddress: 5, pipelined: 3, perIteration: 2 };

const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

describe.each([
  ['', {}],
  [', with a trusted proxy at another address', { TRUST_PROXY: '127.0.0.100' }],
])('connections%s', (_, env) => {
  let server: TestServer;
  let port: number;
  const open = new Set<Socket>();
  beforeAll(async () => {
    server = await openTestServer('sqlite', { env: { RATE_LIMITS: 'on', ...env }, parts: { connectionLimits: limits } });
    port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterEach(async () => {
    const closing = [...open].filter(({ destroyed }) => !destroyed).map(closed);
    for (const socket of open) socket.destroy();
    await Promise.all(closing);
    open.clear();
    // The server notices a moment later.
    while ((await count()) > 0) await setTimeout(5);
  });
  afterAll(() => server.close());

  const count = (): Promise<number> =>
    new Promise((resolve, reject) =>
      server.app.server.getConnections((error, found) => (error ? reject(error) : resolve(found))),
    );

  /** Resolves when the server has seen the connection and the text. */
  async function from(localAddress: string, text = ''): Promise<Socket> {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => {});
    open.add(socket);
    const accepted = once(server.app.server, 'connection');
    await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed(socket)]);
    await accepted;
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
    const answer = Promise.race([
      once(socket, 'data').then(([chunk]) => String(chunk)),
      closed(socket).then(() => 'closed'),
      setTimeout(3000, 'nothing'),
    ]);
    socket.write(text);
    return (await answer).split('\r\n')[0] ?? '';
  };
  const stillOpen = async (sockets: readonly Socket[]): Promise<number> => {
    await setTimeout(50);
    return sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length;
  };

  test.each([
    ['say nothing', ''],
    ['asked something and wait', request],
    ['send a head slowly', 'GET / HTTP/1.1\r\nX: '],
    [
      'send a body slowly',
      'POST /api/auth/login HTTP/1.1\r\nHost: f\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('of one address are bounded when they %s, and another address is served', async (__, text) => {
    expect(await stillOpen(await many(20, '127.0.0.2', text))).toBe(limits.perAddress);
    expect(await answerOn(await from('127.0.0.3'))).toBe('HTTP/1.1 200 OK');
  });

  test.each([
    ['say nothing', ''],
    ['send a head slowly', 'GET / HTTP/1.1\r\nX: '],
    [
      'send a body slowly',
      'POST /api/auth/login HTTP/1.1\r\nHost: f\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('of many addresses are bounded when they %s, and whoever comes next is served', async (__, text) => {
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5']) await many(limits.perAddress, address, text);
    expect(await count()).toBeLessThanOrEqual(limits.total);
    for (let visitor = 20; visitor < 40; visitor += 1) {
      expect(await answerOn(await from(`127.0.0.${visitor}`))).toBe('HTTP/1.1 200 OK');
    }
  });

  test('at the total limit, the longest idle connection is closed for a new one', async () => {
    const first = await from('127.0.0.2');
    const second = await from('127.0.0.2');
    for (let n = 0; n < limits.total - 2; n += 1) await from(`127.0.0.${10 + n}`);
    expect(await answerOn(first)).toBe('HTTP/1.1 200 OK');
    await from('127.0.0.9');
    expect([await stillOpen([first]), await stillOpen([second])]).toEqual([1, 0]);
  });

  test.each([
    ['reads', 'GET /api/for-sale HTTP/1.1\r\nHost: f\r\n\r\n'],
    ['pages', 'GET / HTTP/1.1\r\nHost: f\r\n\r\n'],
    [
      'answers at once',
      'POST /api/auth/login HTTP/1.1\r\nHost: f\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['unknown expectations', 'GET / HTTP/1.1\r\nHost: f\r\nExpect: wonders\r\n\r\n'],
    ['expectations', 'GET / HTTP/1.1\r\nHost: f\r\nExpect: 100-continue\r\n\r\n'],
    ['refusals of Node itself', 'GET / HTTP/1.1\r\n\r\n'],
  ])('with a thousand requests at once (%s) is closed before they are taken apart', async (__, text) => {
    let requests = 0;
    const note = (): void => void (requests += 1);
    server.app.server.prependListener('request', note);
    const flood = await from('127.0.0.2');
    let received = '';
    flood.on('data', (chunk) => (received += String(chunk)));
    const before = process.threadCpuUsage();
    flood.write(text.repeat(1000));
    await closed(flood);
    server.app.server.off('request', note);
    expect(requests).toBeLessThanOrEqual(limits.pipelined + 1);
    expect(received.match(/^HTTP\/1\.1 [2-5]/gm)?.length ?? 0).toBeLessThanOrEqual(limits.pipelined);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(250);
  });

  test('with a few requests at once is served in order', async () => {
    const modest = await from('127.0.0.2');
    let text = '';
    modest.on('data', (chunk) => (text += String(chunk)));
    modest.write(request.repeat(limits.pipelined));
    await expect.poll(() => text.match(/HTTP\/1\.1 200 OK/g)?.length).toBe(limits.pipelined);
    expect(await answerOn(modest)).toBe('HTTP/1.1 200 OK');
  });

  test.each([
    ['pieces of one byte', '1\r\na\r\n'],
    ['long chunk extensions', `1;${'x'.repeat(1000)}\r\na\r\n`],
  ])('on which a body comes in %s is closed before all of it is read', async (__, piece) => {
    const flood = await from('127.0.0.2');
    flood.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: f\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    flood.write(piece.repeat(15_000));
    expect(await Promise.race([closed(flood).then(() => 'closed'), setTimeout(3000, 'open')])).toBe('closed');
  });

  test('on which a body comes in chunks of an ordinary size is served', async () => {
    const socket = await from('127.0.0.2');
    const body = JSON.stringify({ username: 'nobody', password: 'correct horse', unknown: 'x'.repeat(10_000) });
    const chunks = (body.match(/.{1,100}/g) ?? []).map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    const head =
      'POST /api/auth/login HTTP/1.1\r\nHost: f\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await answerOn(socket, `${head}${chunks.join('')}0\r\n\r\n`)).toBe('HTTP/1.1 401 Unauthorized');
  });

  test('of one address that all send requests at the same moment are answered, a few in each iteration of the event loop', async () => {
    const sockets = await many(limits.perAddress, '127.0.0.1');
    let turn = 0;
    const turns: number[] = [];
    const note = (): void => void turns.push(turn);
    server.app.server.on('request', note);
    const tick = (): void => {
      turn += 1;
      ticking = setImmediate(tick);
    };
    let ticking = setImmediate(tick);
    for (let time = 0; time < 5; time += 1) {
      const answers = await Promise.all(sockets.map((socket) => answerOn(socket)));
      expect(answers).toEqual(Array.from(sockets, () => 'HTTP/1.1 200 OK'));
    }
    clearImmediate(ticking);
    server.app.server.off('request', note);
    const perIteration = Map.groupBy(turns, (number) => number);
    expect(Math.max(...Array.from(perIteration.values(), ({ length }) => length))).toBeLessThanOrEqual(limits.perIteration);
    expect(turns).toHaveLength(5 * limits.perAddress);
  });
});

describe('a trusted proxy', () => {
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.100' };
    server = await openTestServer('sqlite', {
      env,
      parts: { connectionLimits: { total: 50, perAddress: 5, pipelined: 3, perIteration: 2 } },
    });
    port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => server.close());

  test('may have more connections than a visitor, because requests are counted instead', async () => {
    const ask = async (visitor: string): Promise<string> => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.100' });
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.write(
        `POST /api/auth/login HTTP/1.1\r\nHost: f\r\nX-Forwarded-For: ${visitor}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      );
      await setTimeout(200);
      const status = text.split('\r\n')[0] ?? '';
      if (status === '') sockets.push(socket);
      else socket.destroy();
      return status;
    };
    const sockets: Socket[] = [];
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => ask('203.0.113.1')),
      ...Array.from({ length: 4 }, () => ask('203.0.113.2')),
    ]);
    expect(answers.filter((answer) => answer === 'HTTP/1.1 429 Too Many Requests')).toHaveLength(5);
    expect(sockets).toHaveLength(9);
    for (const socket of sockets) socket.destroy();
    await setTimeout(100);
    const again = await Promise.all(Array.from({ length: 5 }, () => ask('203.0.113.1')));
    expect(again).toEqual(['', '', '', '', '']);
    for (const socket of sockets) socket.destroy();
  });
});
