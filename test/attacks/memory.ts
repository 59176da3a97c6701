import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { createBenchFarm, type BenchFarm } from '../../bench/stock.ts';
import { startLoad, sendTimed, startLatencyProbe } from '#test/load-generator.ts';
import {
  asInImage,
  takeLongestBlockMs,
  memoryKinds,
  memoryMb,
  startProduct,
  eventLoopProbe,
  type Product,
} from '#test/product.ts';
import { tellWait, type Finding } from './scan.ts';

const mostMb = 400;
const mostMbAfterwards = 300;
const longestWaitMs = 250;

interface Site {
  readonly url: string;
  /** The list of animals of each is far longer than what the server keeps in memory. */
  readonly farms: readonly [BenchFarm, ...BenchFarm[]];
  /** A thousand animals with as much text as an animal takes. */
  readonly wordy: BenchFarm;
}

/** So many connections ask for this and never read what comes. */
interface Crowding {
  readonly path: string;
  readonly farm: BenchFarm;
  readonly connections: number;
  readonly headers?: string;
}

interface Siege {
  readonly name: string;
  readonly crowds: (site: Site) => readonly Crowding[];
  /** What is asked besides, and read. */
  readonly besides?: (site: Site) => Promise<unknown>;
}

const list = '/api/animals?{uuid}';
/** After a place that nothing stands before: the whole list, and no two answers are the same. */
const ownList = '/api/animals?cursor=2999-01-01T00:00:00.000Z_{uuid}';
const ofEach = ({ farms }: Site, path: string, connections: number, headers = ''): Crowding[] =>
  farms.map((farm) => ({ path, farm, connections, headers }));

const sieges: readonly Siege[] = [
  {
    name: '40 clients ask for a list of 58 MB and never read it',
    crowds: ({ farms: [farm] }) => [{ path: list, farm, connections: 40 }],
  },
  {
    name: '200 clients ask for a list of 58 MB and never read it',
    crowds: ({ farms: [farm] }) => [{ path: list, farm, connections: 200 }],
  },
  {
    name: '200 clients ask for 200 lists of 58 MB and never read them',
    crowds: (site) => ofEach(site, ownList, 100),
  },
  {
    name: '200 clients ask for 200 lists of 58 MB, compressed, and never read them',
    crowds: (site) => ofEach(site, ownList, 100, 'Accept-Encoding: br\r\n'),
  },
  {
    name: '200 clients ask for the longest page of a list and never read it',
    crowds: ({ wordy: farm }) => [{ path: `${ownList}&limit=1000`, farm, connections: 200 }],
  },
  {
    name: '200 clients ask for the longest page of the marketplace and never read it',
    crowds: ({ farms: [farm] }) => [{ path: '/api/for-sale?limit=200&{uuid}', farm, connections: 200 }],
  },
  {
    name: '500 different searches of the marketplace, 8 at a time',
    crowds: () => [],
    besides: async ({ url, farms: [{ cookie }] }) => {
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
    crowds: (site) => [
      ...ofEach(site, '/api/export?format=xlsx', 20),
      ...ofEach(site, '/api/export?format=csv&sheet=animals', 20, 'Accept-Encoding: gzip\r\n'),
      ...ofEach(site, '/api/archive', 10),
    ],
  },
];

export interface MemoryOptions {
  readonly databaseUrl?: string;
  /** How long each crowd stays. */
  readonly seconds?: number;
}

/** Whatever clients ask for and do not read: memory stays bounded, and others are answered meanwhile. */
export async function fillMemory({ databaseUrl, seconds = 10 }: MemoryOptions = {}): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-memory-'));
  const { db, engine } = openDatabase({ databaseUrl, dataDir });
  await migrate(db, engine);
  // Of 58 MB.
  const animals = 20_000;
  const farms: Site['farms'] = [await createBenchFarm(db, { animals }), await createBenchFarm(db, { animals })];
  await sql`update animals set notes = ${'n'.repeat(1900)}, sale_description = ${'d'.repeat(430)}`.execute(db);
  const wordy = await createBenchFarm(db, { animals: 1000, isSeller: true });
  const text = '\u{1F410}'.repeat(2000);
  await sql`update animals set notes = ${text}, sale_description = ${text} where farm_id = ${wordy.farmId}`.execute(db);
  const other = await createBenchFarm(db, { animals: 20 });
  await db.destroy();

  // Without rate limits, which would only make the attack slower.
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
    const site: Site = { url: product.url.replace('localhost', '127.0.0.1'), farms, wordy };
    for (const siege of sieges) findings.push(await layTo(siege, { site, product, other, seconds }));
    findings.push(await lookAfterwards(product));
  } finally {
    await product.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return findings.map((finding) => ({ ...finding, attack: `${engine}: ${finding.attack}` }));
}

interface Scene {
  readonly site: Site;
  readonly product: Product;
  readonly other: BenchFarm;
  readonly seconds: number;
}

async function layTo({ name, crowds, besides }: Siege, { site, product, other, seconds }: Scene): Promise<Finding> {
  const askForList = () => sendTimed(`${site.url}/api/animals`, { headers: { cookie: other.cookie }, from: '127.0.0.8' });
  await askForList();
  const bystander = startLatencyProbe(site.url, product.pid);
  await setTimeout(1000);
  bystander.slowest();
  await takeLongestBlockMs(product);
  let peakMb = 0;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, memoryMb(product))), 20);

  const gathered = await Promise.all(
    crowds(site).map(({ path, farm, connections, headers = '' }, index) =>
      startLoad({
        url: site.url,
        from: `127.0.2.${index + 1}`,
        connections,
        first: `GET ${path} HTTP/1.1\r\nHost: farm\r\nCookie: ${farm.cookie}\r\n${headers}\r\n`,
        neverReads: true,
      }),
    ),
  );
  await besides?.(site);
  const answers = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await setTimeout(100))
    answers.push(await askForList());
  const { ms, ownMs } = bystander.slowest();
  const turnMs = await takeLongestBlockMs(product);
  await bystander.stop();
  await Promise.all(gathered.map((crowd) => crowd.stop()));
  clearInterval(sampling);

  const served = answers.filter(({ status }) => status === 200).length;
  const faults = [
    ...(peakMb > mostMb ? [`the server took ${Math.round(peakMb)} MB`] : []),
    ...(served < answers.length ? [`${answers.length - served} of ${answers.length} lists of another farm were not served`] : []),
    ...(bystander.failed > 0 ? [`a bystander was not answered ${bystander.failed} times`] : []),
    ...(ownMs > longestWaitMs ? [`a bystander waited ${Math.ceil(ownMs)} ms`] : []),
    ...(turnMs > longestWaitMs ? [`the event loop was busy for ${turnMs} ms without a pause`] : []),
  ];
  const figure = [
    `${Math.round(peakMb)} MB at most`,
    `all ${answers.length} lists of another farm were served`,
    tellWait({ ms, ownMs }),
  ];
  return { attack: name, figure: figure.join('; '), faults, bystanderMs: ownMs, peakMb };
}

/** After all of them have left. */
async function lookAfterwards(product: Product): Promise<Finding> {
  await setTimeout(60_000);
  const mb = memoryMb(product);
  const faults = mb > mostMbAfterwards ? [`the server still took ${Math.round(mb)} MB`] : [];
  return { attack: 'a minute after all of that', figure: `${Math.round(mb)} MB (${await memoryKinds(product)})`, faults };
}
