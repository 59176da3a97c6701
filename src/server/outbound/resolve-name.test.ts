import { createSocket, type RemoteInfo } from 'node:dgram';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createGuardedPost } from './guarded-post.ts';
import { createResolve } from './resolve-name.ts';

const sockets: ReturnType<typeof createSocket>[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const server of servers.splice(0)) server.close();
});

/** A name server on this machine. */
async function serveNames(answer: (question: Buffer, type: number) => Buffer) {
  const socket = createSocket('udp4');
  sockets.push(socket);
  const asked: number[] = [];
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const type = message.readUInt16BE(endOfName(message));
    asked.push(type);
    socket.send(answer(message, type), from.port, from.address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

function endOfName(message: Buffer): number {
  let at = 12;
  while (message[at] !== 0) at += 1 + (message[at] ?? 0);
  return at + 1;
}

/** A reply to the question with addresses of IPv4, or with none (RFC 1035, section 4). */
function replyTo(message: Buffer, addresses: readonly (readonly number[])[]): Buffer {
  const question = message.subarray(12, endOfName(message) + 4);
  const head = Buffer.from([message[0] ?? 0, message[1] ?? 0, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  const records = addresses.map((address) => Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address]));
  return Buffer.concat([head, question, ...records]);
}

const ipv4 = 1;

test('a name whose address changes is reached where it was checked, and looked up once for each connection', async () => {
  const reached: string[] = [];
  const listen = async (host: string, port = 0): Promise<number> => {
    const server = createServer((socket) => {
      reached.push(host);
      socket.on('error', () => {}).destroy();
    });
    servers.push(server);
    await new Promise<void>((resolve) => void server.listen(port, host, resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen('127.0.0.1');
  await listen('127.0.0.2', port);
  let changes = 0;
  const { server, asked } = await serveNames((message, type) =>
    replyTo(message, type === ipv4 ? [[127, 0, 0, 1 + (changes++ % 2)]] : []),
  );
  const post = createGuardedPost({ resolve: createResolve({ servers: [server] }), allowsLoopback: true });
  for (const hosts of [['127.0.0.1'], ['127.0.0.1', '127.0.0.2']]) {
    await expect(post({ url: `https://rebind.example.com:${port}/`, headers: {}, body: '' })).rejects.toThrow();
    expect(reached).toEqual(hosts);
  }
  expect(asked).toHaveLength(4);
});
