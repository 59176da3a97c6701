import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createHookSender, type SignedPost } from '#server/integrations/send-hook.ts';
import { ForbiddenAddress } from '#server/outbound/guarded-post.ts';
import { isPublicUrl, isPublicAddress } from '#server/outbound/public-address.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const message = (url: string): SignedPost => ({
  id: 'msg_1',
  url,
  body: '{}',
  secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`],
  at: new Date(),
});

/** Addresses that are not on the public internet, in every way in which they can be written. */
const spellings = `
  127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 0 0.0.0.0 １２７.0.0.1 127。0。0。1
  10.0.0.1 10.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.192 198.18.0.1 224.0.0.1 255.255.255.255
  [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::a00:1]
  [2002:7f00:1::] [2001:0:7f00:1::] [fc00::1] [fd00:ec2::254] [fe80::1] [fec0::1] [ff02::1] [2001:db8::1]`;

test.each(spellings.trim().split(/\s+/))('a webhook never reaches https://%s', async (host) => {
  const url = `https://${host}/`;
  expect(isPublicUrl(url, false)).toBe(false);
  await expect(createHookSender()(message(url))).rejects.toThrow(ForbiddenAddress);
});

test('a webhook is not made for a name of a private network, and addresses of the public internet are known', () => {
  const names = 'localhost db printer.local metadata.google.internal router.lan x.localhost nas.home.arpa.'.split(' ');
  expect(names.filter((host) => isPublicUrl(`https://${host}/`, false))).toEqual([]);
  const addresses = '93.184.216.34 8.8.8.8 2606:4700:4700::1111 2a00:1450:4001:81b::200e'.split(' ');
  expect(addresses.filter(isPublicAddress)).toEqual(addresses);
});

test.each([[['127.0.0.1']], [['93.184.216.34', '10.0.0.1']], [['::ffff:127.0.0.1']], [['fd00::1', '2606:4700:4700::1111']]])(
  'a webhook to a name with the addresses %j reaches none of them',
  async (addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    await expect(createHookSender({ resolve })(message('https://rebind.example/'))).rejects.toThrow(/public internet/);
  },
);

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test('a webhook goes to no address without https', async () => {
  expect(isPublicUrl('http://farm.example.com/', false)).toBe(false);
  await expect(createHookSender()(message('http://93.184.216.34/'))).rejects.toThrow(ForbiddenAddress);
});

test('a receiver that never answers, or a letter at a time, is cut off', async () => {
  const dribble = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  };
  for (const port of [await listen(() => {}), await listen(dribble)]) {
    const send = createHookSender({ allowsLoopback: true, timeoutMs: 200 });
    await expect(send(message(`http://127.0.0.1:${port}/`))).rejects.toThrow('in time');
  }
});

test('of an answer without end little is read', async () => {
  let written = 0;
  const port = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const part = Buffer.alloc(16_384, 'x');
    const fill = (): void => {
      while (!socket.destroyed && socket.write(part)) written += part.length;
    };
    socket.on('drain', fill);
    fill();
  });
  const send = createHookSender({ allowsLoopback: true, timeoutMs: 10_000 });
  expect(await send(message(`http://127.0.0.1:${port}/`))).toBe(200);
  expect(written).toBeLessThan(20_000_000);
});

test('a redirect is not followed', async () => {
  let connections = 0;
  const port = await listen((socket) => {
    connections += 1;
    socket.end('HTTP/1.1 307 Temporary Redirect\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n');
  });
  expect(await createHookSender({ allowsLoopback: true })(message(`http://127.0.0.1:${port}/`))).toBe(307);
  expect(connections).toBe(1);
});

describeOnEachEngine('a webhook', (server) => {
  test('to an address that is not allowed is refused before anything is stored', async () => {
    const owner = await server().register({ plan: 'enterprise' });
    for (const url of ['https://127.0.0.1/', 'http://farm.example.com/', 'https://u:p@farm.example.com/', 'file:///etc/passwd']) {
      const made = owner.call('addHook', { body: { url, events: ['animal.created'] } });
      await expect(made, url).rejects.toMatchObject({ status: 400, errors: [{ path: 'url' }] });
    }
    expect(await owner.call('listHooks')).toEqual([]);
  });
});
