import { setTimeout } from 'node:timers/promises';
import { buildArchive, archivedFarm } from '#test/archives.ts';
import { startLoad, postJson, sendTimed, type LoadOptions, type TimedResponse } from '#test/load-generator.ts';
import { testPicture, pixelBomb } from '#test/pictures.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProduct, eventLoopProbe } from '#test/product.ts';
import { multipartRequest } from '#test/raw-connection.ts';
import { observe, type Finding } from './scan.ts';

const attacker = '127.0.0.2';
const password = 'correct horse';

interface AttackedServer {
  readonly url: string;
  readonly cookie: string;
  readonly username: string;
}

interface VictimRequest {
  readonly what: string;
  readonly times: number;
  readonly ask: (server: AttackedServer, turn: number) => Promise<TimedResponse>;
}

interface Workload {
  readonly name: string;
  readonly load: (server: AttackedServer) => Promise<Omit<LoadOptions, 'url' | 'from'>> | Omit<LoadOptions, 'url' | 'from'>;
  readonly others: readonly VictimRequest[];
  /** With rate limits switched off the attack lasts, which shows that the queues are fair. */
  readonly env?: Readonly<Record<string, string>>;
  readonly isOnPostgres?: true;
}

const otherAddress = (turn: number): string => `127.0.1.${1 + (turn % 250)}`;
const visitors: VictimRequest = {
  what: 'visitors of other addresses',
  times: 20,
  ask: ({ url }, turn) => sendTimed(`${url}/api/for-sale`, { from: otherAddress(turn) }),
};

const body = (server: AttackedServer, path: string, field: string, bytes: number): string =>
  multipartRequest(path, { field, bytes, cookie: server.cookie }).head;
const healthz = 'GET /healthz HTTP/1.1\r\nHost: farm\r\n\r\n';
const reconnectAfterMs = 200;
const crowd = { connections: 2500, reconnectAfterMs };
const trickle = { everyMs: 5000, text: 'a' };
const jsonHead = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: farm\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const unlimited = { RATE_LIMITS: 'off' };
const megabyte = 1024 * 1024;

const workloads: readonly Workload[] = [
  {
    name: '2,500 idle connections of one address',
    load: () => ({ ...crowd, first: healthz, trickle: { everyMs: 20_000, text: healthz } }),
    others: [visitors],
  },
  {
    name: '2,500 half-sent heads of one address',
    load: () => ({ ...crowd, first: 'GET / HTTP/1.1\r\nHost: farm\r\n', trickle: { everyMs: 1000, text: 'X: 1\r\n' } }),
    others: [visitors],
  },
  {
    name: '2,500 slow file bodies of one free account',
    load: (server) => ({ ...crowd, first: body(server, '/api/archive', 'file', 600_000_000), trickle }),
    others: [visitors],
  },
  {
    name: '2,500 slow JSON bodies of one address',
    load: () => ({ ...crowd, first: `${jsonHead('/api/auth/login', 200_000)}"`, bodyBytes: 190_000, trickle }),
    others: [visitors],
  },
  {
    name: '60 sign-ins at a time with the right password, from one address',
    env: unlimited,
    load: ({ username }) => {
      const login = JSON.stringify({ username, password });
      return { connections: 60, first: jsonHead('/api/auth/login', login.length) + login, repeats: true, reconnectAfterMs };
    },
    others: [
      {
        what: 'sign-ins from another address',
        times: 20,
        ask: ({ url }) => postJson(`${url}/api/auth/login`, { username: 'other', password }, '127.0.1.1'),
      },
      { what: 'registrations from another address', times: 10, ask: ({ url }) => register(url, '127.0.1.2') },
    ],
  },
  {
    name: '50 uploads at a time of a 3,990 × 3,990 picture by one farm',
    env: unlimited,
    load: (server) => {
      const picture = pixelBomb(3990, 3990);
      const { head, tail } = multipartRequest('/api/upload', { field: 'image', bytes: picture.length, cookie: server.cookie });
      const first = Buffer.concat([Buffer.from(head), picture, Buffer.from(tail)]);
      return { connections: 50, first, repeats: true, reconnectAfterMs };
    },
    others: [{ what: 'photos of another farm', times: 20, ask: uploadSmall }],
  },
  {
    name: '50 uploads of one farm that stand still after 9 MB each',
    load: (server) => ({
      connections: 50,
      first: body(server, '/api/upload', 'image', 10 * megabyte - 1000),
      bodyBytes: 9 * megabyte,
    }),
    others: [{ what: 'photos of another farm', times: 20, ask: uploadSmall }],
  },
  {
    name: '50 slow archives of one farm',
    load: (server) => ({
      connections: 50,
      first: body(server, '/api/archive', 'file', 600_000_000),
      bodyBytes: megabyte,
      trickle,
    }),
    others: [{ what: 'archives of another farm', times: 10, ask: importArchive }],
  },
];

const animal = JSON.stringify({ tagNumber: 'A-1', species: 'goat', sex: 'female', status: 'sold' });
const writes: Omit<Workload, 'name'> = {
  env: unlimited,
  load: ({ cookie }) => ({
    connections: 190,
    first: jsonHead('/api/animals', animal.length).replace('\r\n', `\r\nCookie: ${cookie}\r\n`) + animal,
    repeats: true,
    reconnectAfterMs,
  }),
  others: [
    {
      what: 'writes of another farm',
      times: 20,
      ask: ({ url }) =>
        sendTimed(`${url}/api/animals`, {
          method: 'POST',
          headers: { cookie: otherCookie, 'content-type': 'application/json' },
          body: animal,
        }),
    },
    {
      what: 'reads of another farm',
      times: 20,
      ask: ({ url }) => sendTimed(`${url}/api/animals`, { headers: { cookie: otherCookie } }),
    },
  ],
};

/** While one client requests as much as it can, the requests of others are counted and timed. */
export async function askForTooMuch(): Promise<Finding[]> {
  const findings: Finding[] = [];
  const all: Workload[] = [
    ...workloads,
    { name: '190 writes at a time of one farm, SQLite', ...writes },
    { name: '190 writes at a time of one farm, PostgreSQL', isOnPostgres: true, ...writes },
  ];
  for (const workload of all) findings.push(await runWorkload(workload));
  return findings;
}

async function runWorkload({ name, load: plan, others, env = {}, isOnPostgres }: Workload): Promise<Finding> {
  const postgres = isOnPostgres && (await startPostgres());
  const database = postgres && { DATABASE_URL: `${postgres.url}template1` };
  const product = await startProduct({ LOG_LEVEL: 'error', ...env, ...database }, [eventLoopProbe]);
  const url = product.url.replace('localhost', '127.0.0.1');
  const { cookie } = await register(url, '127.0.0.3', 'attacker');
  otherCookie = (await register(url, '127.0.0.4', 'other')).cookie;
  const server: AttackedServer = { url, cookie, username: 'attacker' };
  // A warm-up excludes what the first request of each kind compiles and loads.
  for (const { ask } of others) await ask(server, 200);
  await setTimeout(1000);
  const figures: string[] = [];
  const refused: string[] = [];
  const { wait, faults, bystanderMs } = await observe(product, url, async () => {
    const generator = await startLoad({ url, from: attacker, ...(await plan(server)) });
    for (const { what, times, ask } of others) {
      const answers: TimedResponse[] = [];
      for (let turn = 0; turn < times; turn += 1) answers.push(await ask(server, turn));
      const served = answers.filter(({ status }) => status !== undefined && status < 300);
      const slowest = Math.max(...answers.map(({ ms }) => ms));
      figures.push(`${served.length} of ${times} ${what} were served, each within ${Math.ceil(slowest)} ms`);
      if (served.length < times) refused.push(`${what}: ${answers.map(({ status }) => status ?? 'no answer').join(' ')}`);
    }
    figures.push(`${(await generator.count()).open} connections of the attacker were open`);
    await generator.stop();
  });
  await product.kill();
  if (postgres) await postgres.stop();
  return { attack: name, figure: [...figures, wait].join('; '), faults: [...refused, ...faults], bystanderMs };
}

let otherCookie = '';
let people = 0;
const register = (url: string, from: string, username = `person${(people += 1)}`): Promise<TimedResponse> =>
  postJson(`${url}/api/auth/register`, { username, password, email: `${username}@example.org` }, from);

async function uploadSmall({ url }: AttackedServer, turn: number): Promise<TimedResponse> {
  return sendForm(url, '/api/upload', 'image', await testPicture(40 + turn, 30).as('jpeg'));
}

async function importArchive({ url }: AttackedServer): Promise<TimedResponse> {
  return sendForm(url, '/api/archive', 'file', await buildArchive(archivedFarm()));
}

async function sendForm(url: string, path: string, field: string, bytes: Uint8Array<ArrayBuffer>): Promise<TimedResponse> {
  const form = new FormData();
  form.set(field, new Blob([bytes]), 'file');
  const encoded = new Response(form);
  return sendTimed(url + path, {
    from: '127.0.1.3',
    method: 'POST',
    headers: { cookie: otherCookie, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: await encoded.bytes(),
    timeoutMs: 20_000,
  });
}
