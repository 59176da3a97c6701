// @module-tag long
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxArchiveBytes } from '#contract/archive.ts';
import { errors } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { buildWebOnce } from '#test/build-web.ts';
import { freePort } from '#test/postgres.ts';
import { startProduct, type Product } from '#test/product.ts';
import { installedProxies, requestThrough, type Answer, type Proxy, type Sent, type StartProxy } from '#test/proxies.ts';

interface Setup {
  readonly proxy: Proxy;
  readonly product: Product;
  readonly away: { readonly api: Answer; readonly page: Answer };
  readonly dataDir: string;
}
const running = new Map<string, Setup>();

// Side by side, for a Caddy looks for an unreachable server for seconds, and checks once a second whether it is back.
beforeAll(async () => {
  await buildWebOnce();
  await Promise.all(installedProxies.map(async ({ name, start }) => running.set(name, await setUp(start))));
});
afterAll(() =>
  Promise.all(
    [...running.values()].map(async ({ proxy, product, dataDir }) => {
      await proxy.stop();
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }),
  ),
);

async function setUp(start: StartProxy): Promise<Setup> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-proxied-'));
  const port = await freePort();
  const proxy = await start([`http://127.0.0.1:${port}`]);
  const [answer, page] = await Promise.all([requestThrough(proxy, '/api/auth/me'), requestThrough(proxy, '/animals')]);
  const product = await startProduct({
    PORT: String(port),
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  });
  while ((await requestThrough(proxy, '/api/for-sale')).status !== 200) await setTimeout(200);
  return { proxy, product, away: { api: answer, page }, dataDir };
}

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };

describe.each(installedProxies)('behind $name with https, as documented,', ({ name }) => {
  let proxy: Proxy;
  let away: Setup['away'];

  const ask = (path: string, options?: Sent): Promise<Answer> => requestThrough(proxy, path, options);
  const post = (path: string, body: object, options: Sent = {}): Promise<Answer> =>
    ask(path, { method: 'POST', ...options, headers: { ...json, ...options.headers }, body: JSON.stringify(body) });
  const signIn = (password: string, options?: Sent): Promise<Answer> =>
    post('/api/auth/login', { username: 'farmer', password }, options);
  const upload = (path: string, field: string, bytes: number, cookie: string): Promise<Answer> => {
    const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="f.zip"\r\nContent-Type: application/zip\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes), Buffer.from('\r\n--x--\r\n')]);
    return ask(path, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x', cookie }, body });
  };
  const register = async (username: string): Promise<string> => {
    const account = { username, password: 'correct horse', email: `${username}@example.org` };
    const { headers } = await post('/api/auth/register', account);
    const session = String(headers['set-cookie']).split(';')[0] ?? '';
    await post('/api/select-plan', { planType: 'guest', billingCycle: 'monthly' }, { headers: { cookie: session } });
    return session;
  };
  let cookie = '';
  beforeAll(async () => {
    ({ proxy, away } = running.get(name)!);
    cookie = await register('farmer');
  });

  test('an unreachable server is answered with the product’s own message, as JSON to a program and as a page to a browser', () => {
    const [status, sentence] = errors['server.busy'];
    expect(away.api).toMatchObject({ status, headers: { 'content-type': 'application/problem+json', 'retry-after': '5' } });
    expect(JSON.parse(away.api.text)).toMatchObject({ status, code: 'server.busy', message: sentence, title: sentence });
    expect(away.page).toMatchObject({ status, headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' } });
    expect(away.page.text).toContain('Back in a moment');
  });

  test('the session’s cookie is pinned to the host and to https', async () => {
    expect(cookie).toMatch(/^__Host-session=/);
    const page = await ask('/', { headers: { cookie } });
    expect(page.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    expect((await ask('/api/auth/me', { headers: { cookie } })).status).toBe(200);
  });

  let connections: ReturnType<typeof openSlowBody>[] = [];

  test('refused bodies that arrive byte by byte delay no other request, however many they are', async () => {
    const attacker = await register('attacker');
    connections = Array.from({ length: 300 }, () => openSlowBody(proxy, attacker));
    const served = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask('/login', { localAddress: `127.0.6.${n + 1}`, timeout: 5000 })),
    );
    expect(served.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  const guess = async (round: number, options: Sent): Promise<number> =>
    (await post('/api/auth/login', { username: `nobody-${round}`, password: 'wrong horse' }, options)).status;

  test('whoever guesses passwords cannot forge another address in a header, and locks out nobody who has one', async () => {
    const statuses = await inOneMinute(async () => {
      const answered: number[] = [];
      for (let round = 0; round < 25; round += 1) {
        const invented = `203.0.113.${round}`;
        const headers = {
          'x-forwarded-for': round % 2 === 0 ? invented : `${invented}, 127.0.0.1`,
          'x-real-ip': invented,
          forwarded: `for=${invented}`,
        };
        answered.push(await guess(round, { localAddress: '127.0.9.1', headers }));
      }
      return answered;
    });
    expect(statuses.slice(20)).toEqual(Array(5).fill(429));
    expect((await signIn('correct horse', { localAddress: '127.0.8.2' })).status).toBe(200);
  });

  test('refused bodies that arrive byte by byte are closed', async () => {
    // One body may be received, some wait for it.
    const countOpen = (): number => connections.filter(({ isOpen }) => isOpen()).length;
    expect(connections).toHaveLength(300);
    for (let round = 0; round < 200 && countOpen() >= 20; round += 1) await setTimeout(100);
    expect(countOpen()).toBeLessThan(20);
    for (const connection of connections) connection.close();
  });

  test('an archive of 25 MB can be imported', async () => {
    const farm = await upload('/api/archive', 'file', 25 * megabyte, cookie);
    expect(JSON.parse(farm.text)).toMatchObject({ status: 400, code: 'archive.unreadable' });
  });

  test('a photo that is too large is refused in the words of the product, each time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { text } = await upload('/api/upload', 'image', 15 * megabyte, cookie);
      expect(JSON.parse(text)).toMatchObject({ status: 413, code: 'files.too_large' });
    }
    const { text } = await upload('/api/upload', 'image', 25 * megabyte, cookie);
    expect(JSON.parse(text)).toMatchObject({ status: 413, code: expect.stringMatching(/too_large$/) });
  });

  test('/metrics is not reachable from outside', async () => {
    expect((await ask('/metrics')).status).toBe(404);
  });
});

test('nginx lets through the largest body that each route takes', () => {
  const shared = readFileSync('deploy/nginx/bellwether-proxy.conf', 'utf8');
  const largest = (from: string): number => Number(/client_max_body_size (\d+)m;/.exec(from)?.[1]) * 1024 * 1024;
  for (const { path, file } of Object.values(api).flatMap((route) => ('file' in route ? [route] : []))) {
    const [, own = ''] = new RegExp(`location = /api${path} \\{([^}]*)\\}`).exec(shared) ?? [];
    expect([path, largest(own === '' ? shared : own) > file.maxBytes]).toEqual([path, true]);
  }
  expect(maxArchiveBytes).toBeGreaterThan(largest(shared));
});

test.each([
  [413, 'request.too_large'],
  [429, 'request.too_many'],
  [503, 'server.busy'],
] as const)('nginx says %i in the words of the product', (answered, code) => {
  const shared = readFileSync('deploy/nginx/bellwether-proxy.conf', 'utf8');
  const [status, sentence] = errors[code];
  const [, problem = ''] = new RegExp(`return ${answered} '(\\{.*\\})';`).exec(shared) ?? [];
  const told = { type: 'about:blank', title: sentence, status, detail: sentence, code, message: sentence };
  expect(JSON.parse(problem)).toEqual(told);
});

/** Limits count by the minute of the clock: requests that a new minute divided are sent again. */
async function inOneMinute<T>(send: () => Promise<T>): Promise<T> {
  const minute = (): number => Math.floor(Date.now() / 60_000);
  for (;;) {
    const before = minute();
    const answers = await send();
    if (minute() === before) return answers;
  }
}

function openSlowBody({ url, ca }: Proxy, cookie: string) {
  const line = connectTcp({ host: '127.0.0.1', localAddress: '127.0.10.1', port: Number(new URL(url).port) });
  line.on('error', () => {});
  const socket = connect({ socket: line, servername: 'localhost', ca }, () => {
    socket.write(
      `POST /api/archive HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 600000000\r\n\r\n',
    );
  });
  const timer = setInterval(() => socket.write('x'), 500);
  socket.on('error', () => {});
  socket.on('data', () => {});
  socket.once('close', () => clearInterval(timer));
  return { isOpen: () => !socket.destroyed, close: () => void socket.destroy() };
}
