import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/engines/connect.ts';
import { migrate } from '#server/db/engines/migrate.ts';
import { createBenchFarm, type BenchFarm } from '../../bench/stock.ts';
import { startLoad, sendTimed } from '#test/load-generator.ts';
import { asInImage, memoryKinds, memoryMb, startProduct, eventLoopProbe, type Product } from '#test/product.ts';
import { observe, type Finding } from './scan.ts';

const maxMb = 400;
const maxMbAfterwards = 300;

interface AttackedServer {
  readonly url: string;
  /** The list of animals of each farm is far larger than the response cache. */
  readonly farms: readonly [BenchFarm, ...BenchFarm[]];
  /** A thousand animals with as much text as an animal takes. */
  readonly largeTextFarm: BenchFarm;
}

interface LoadSpec {
  readonly path: string;
  readonly farm: BenchFarm;
  readonly connections: number;
  readonly headers?: string;
}

interface Workload {
  readonly name: string;
  readonly loads: (server: AttackedServer) => readonly LoadSpec[];
  readonly alongside?: (server: AttackedServer) => Promise<unknown>;
}

const list = '/api/animals?{uuid}';
/** A cursor before the first row returns the whole list, and a different answer for each id. */
const ownList = '/api/animals?cursor=2999-01-01T00:00:00.000Z_{uuid}';
const ofEach = ({ farms }: AttackedServer, path: string, connections: number, headers = ''): LoadSpec[] =>
  farms.map((farm) => ({ path, farm, connections, headers }));

const workloads: readonly Workload[] = [
  {
    name: '200 clients ask for a list of 58 MB and never read it',
    loads: ({ farms: [farm] }) => [{ path: list, farm, connections: 200 }],
  },
  { name: '200 clients ask for 200 lists of 58 MB and never read them', loads: (server) => ofEach(server, ownList, 100) },
  {
    name: '200 clients ask for 200 lists of 58 MB, compressed, and never read them',
    loads: (server) => ofEach(server, ownList, 100, 'Accept-Encoding: br\r\n'),
  },
  {
    name: '200 clients ask for the longest page of a list and never read it',
    loads: ({ largeTextFarm: farm }) => [{ path: `${ownList}&limit=1000`, farm, connections: 200 }],
  },
  {
    name: '200 clients ask for the longest page of the marketplace and never read it',
    loads: ({ farms: [farm] }) => [{ path: '/api/for-sale?limit=200&{uuid}', farm, connections: 200 }],
  },
  {
    name: '500 different searches of the marketplace, 8 at a time',
    loads: () => [],
    alongside: async ({ url, farms: [{ cookie }] }) => {
      let search = 0;
      const look = async (): Promise<void> => {
        while (search < 500) {
          const price = (search++ / 100).toFixed(2);
          await sendTimed(`${url}/api/for-sale?limit=200&minPrice=${price}`, { headers: { cookie } });
        }
      };
      await Promise.all(Array.from({ length: 8 }, look));
    },
  },
  {
    name: '100 clients export two farms in every format and never read it',
    loads: (server) => [
      ...ofEach(server, '/api/export?format=xlsx', 20),
      ...ofEach(server, '/api/export?format=csv&sheet=animals', 20, 'Accept-Encoding: gzip\r\n'),
      ...ofEach(server, '/api/archive', 10),
    ],
  },
];

export interface MemoryOptions {
  readonly databaseUrl?: string;
  readonly seconds?: number;
}

/** Memory stays bounded, and other clients are served, whatever clients request and do not read. */
export async function fillMemory({ databaseUrl, seconds = 10 }: MemoryOptions = {}): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-memory-'));
  const { db, engine } = openDatabase({ databaseUrl, dataDir }, { hasNoTimeouts: true });
  await migrate(db, engine);
  // Of 58 MB.
  const animals = 20_000;
  const farms: AttackedServer['farms'] = [await createBenchFarm(db, { animals }), await createBenchFarm(db, { animals })];
  await sql`update animals set notes = ${'n'.repeat(1900)}, sale_description = ${'d'.repeat(430)}`.execute(db);
  const largeTextFarm = await createBenchFarm(db, { animals: 1000, isSeller: true });
  const text = '\u{1F410}'.repeat(2000);
  await sql`update animals set notes = ${text}, sale_description = ${text} where farm_id = ${largeTextFarm.farmId}`.execute(db);
  const other = await createBenchFarm(db, { animals: 20 });
  await db.destroy();

  // Rate limits would only slow the attack down.
  const env = {
    ...asInImage,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const product = await startProduct(env, [eventLoopProbe]);
  const findings: Finding[] = [];
  try {
    const server: AttackedServer = { url: product.url.replace('localhost', '127.0.0.1'), farms, largeTextFarm };
    for (const workload of workloads) findings.push(await runWorkload(workload, { server, product, other, seconds }));
    findings.push(await measureAfterwards(product));
  } finally {
    await product.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return findings.map((finding) => ({ ...finding, attack: `${engine}: ${finding.attack}` }));
}

interface RunContext {
  readonly server: AttackedServer;
  readonly product: Product;
  readonly other: BenchFarm;
  readonly seconds: number;
}

async function runWorkload({ name, loads, alongside }: Workload, context: RunContext): Promise<Finding> {
  const { server, product, other, seconds } = context;
  const askForList = () => sendTimed(`${server.url}/api/animals`, { headers: { cookie: other.cookie }, from: '127.0.0.8' });
  await askForList();
  let peakMb = 0;
  const { result, wait, faults, bystanderMs } = await observe(product, server.url, async () => {
    const sampling = setInterval(() => (peakMb = Math.max(peakMb, memoryMb(product))), 20);
    const generators = await Promise.all(
      loads(server).map(({ path, farm, connections, headers = '' }, index) => {
        const first = `GET ${path} HTTP/1.1\r\nHost: farm\r\nCookie: ${farm.cookie}\r\n${headers}\r\n`;
        return startLoad({ url: server.url, from: `127.0.2.${index + 1}`, connections, first, neverReads: true });
      }),
    );
    await alongside?.(server);
    const answers = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await setTimeout(100))
      answers.push(await askForList());
    await Promise.all(generators.map((generator) => generator.stop()));
    clearInterval(sampling);
    return answers;
  });
  const served = result.filter(({ status }) => status === 200).length;
  const lists = `${served} of ${result.length} lists of another farm were served`;
  return {
    attack: name,
    figure: `${Math.round(peakMb)} MB at most; ${lists}; ${wait}`,
    faults: [
      ...(peakMb > maxMb ? [`the server took ${Math.round(peakMb)} MB`] : []),
      ...(served < result.length ? [`only ${lists}`] : []),
      ...faults,
    ],
    bystanderMs,
    peakMb,
  };
}

async function measureAfterwards(product: Product): Promise<Finding> {
  await setTimeout(60_000);
  const mb = memoryMb(product);
  const faults = mb > maxMbAfterwards ? [`the server still took ${Math.round(mb)} MB`] : [];
  return { attack: 'a minute after all of that', figure: `${Math.round(mb)} MB (${await memoryKinds(product)})`, faults };
}
