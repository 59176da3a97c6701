import { setTimeout } from 'node:timers/promises';
import { startLoad, postJson, sendTimed } from '#test/load-generator.ts';
import { startProduct, eventLoopProbe } from '#test/product.ts';
import { observe, type Finding } from './scan.ts';

const connections = 20;
const seconds = 3;

/** Requests that no browser sends, each as large or as often as it is accepted. */
const requests = (cookie: string): readonly (readonly [name: string, request: string])[] => {
  const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: farm\r\n${more}\r\n`;
  const post = (path: string, type: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: farm\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\n`;
  const sized = (head: string, body: string): string => `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const chunked = 'Transfer-Encoding: chunked\r\n\r\n';
  const bytes = (count: number, extension = ''): string => `1${extension}\r\na\r\n`.repeat(count);
  const login = post('/api/auth/login', 'application/json');
  const animal = post('/api/animals', 'application/json');
  const form = 'multipart/form-data; boundary=b';
  const part = '--b\r\nContent-Disposition: form-data; name="image"; filename="x"\r\n\r\n';
  const upload = (body: string, type = form): string => sized(post('/api/upload', type), body);
  return [
    ['2,000 headers', get('/', 'a:b\r\n'.repeat(2000))],
    ['100,000 trailers', `${login}${chunked}2\r\n{}\r\n0\r\n${'X: y\r\n'.repeat(100_000)}\r\n`],
    ['2,000 chunk extensions of 1,000 bytes', `${animal}${chunked}${bytes(2000, `;${'x'.repeat(1000)}`)}0\r\n\r\n`],
    ['Upgrade to a WebSocket', get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n') + 'x'.repeat(100_000)],
    ['CONNECT to another host', 'CONNECT example.org:443 HTTP/1.1\r\nHost: farm\r\n\r\n'],
    ['a boundary of 12,000 letters', upload('-'.repeat(5_000_000), `multipart/form-data; boundary=${'-'.repeat(12_000)}`)],
    ['content that looks like boundaries', upload(part + '\r\n--'.repeat(2_000_000))],
    ['a part with a million headers', upload(`--b\r\n${'X-A: b\r\n'.repeat(1_000_000)}\r\n`)],
    [
      'a part with a name of nine megabytes',
      upload(`--b\r\nContent-Disposition: form-data; name="${'n'.repeat(9_000_000)}"\r\n`),
    ],
    [
      'parts with 15,000 parameters',
      upload(`--b\r\nContent-Disposition: form-data; ${'a=";'.repeat(15_000)}\r\n\r\nx\r\n`.repeat(50)),
    ],
    ['JSON of 14,000 prototypes', sized(animal, `[${'{"__proto__" :1},'.repeat(14_000)}0]`)],
  ];
};

export async function sendOddRequests(): Promise<Finding[]> {
  const product = await startProduct({ LOG_LEVEL: 'error', RATE_LIMITS: 'off' }, [eventLoopProbe]);
  const url = product.url.replace('localhost', '127.0.0.1');
  const account = { username: 'attacker', email: 'attacker@example.org', password: 'correct horse' };
  const { cookie } = await postJson(`${url}/api/auth/register`, account, '127.0.0.3');
  for (const path of ['/', '/api/for-sale', '/healthz']) await sendTimed(url + path);
  const findings: Finding[] = [];
  for (const [name, first] of requests(cookie)) {
    const { result, wait, ...noticed } = await observe(product, url, async () => {
      // Each connection repeats its request as soon as it is answered or closed.
      const generator = await startLoad({ url, from: '127.0.0.2', connections, first, reconnectAfterMs: 1000 });
      await setTimeout(seconds * 1000);
      const { opened } = await generator.count();
      await generator.stop();
      return opened;
    });
    const figure = `sent ${result} times in ${seconds} s; ${wait}`;
    findings.push({ attack: `${name}, on ${connections} connections`, figure, ...noticed });
  }
  await product.stop();
  return findings;
}
