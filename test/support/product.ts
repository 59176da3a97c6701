import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { findAccount } from '#server/accounts/accounts.queries.ts';
import { openDatabase, type Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { findOwnedFarm } from '#server/db/memberships.ts';
import { inFarmTransaction, lockedFarm } from '#server/db/transaction.ts';
import { assignPlan } from '#server/subscriptions/farm-plan.queries.ts';
import { createDemoFarm } from '../../scripts/demo-farm.ts';
import { buildServerIfStale } from '../../scripts/server.ts';
import { insertHerd } from './herd-rows.ts';

const root = resolve(import.meta.dirname, '../..');
const compiled = join(root, 'node_modules/.cache/compiled');

/**
 * The product as `npm start` runs it: the built web part and the server as a process, on an empty data folder or the one named in
 * DATA_DIR.
 */
export interface Product {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  output(): string;
  mailTo(address: string, subject: string): Promise<string>;
  /** Writes to the database directly, on a plan that allows so many animals. */
  addHerd(username: string, heads: number): Promise<void>;
  addDemoFarm(username: string): Promise<void>;
  /** Resolves to the exit code; the folder stays. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves to the exit code and removes the folder. */
  stop(): Promise<number | null>;
  /** Like a power cut; the folder stays. */
  kill(): Promise<void>;
}

/**
 * The image and the systemd unit add these to `npm start` (docs/decisions/0007), so that the server returns unused memory to the
 * system.
 */
export const asInImage = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '4194304',
  MALLOC_TRIM_THRESHOLD_: '4194304',
  NODE_OPTIONS: '--max-semi-space-size=2',
};

export async function startProduct(env: Readonly<Record<string, string>> = {}, loaded: readonly string[] = []): Promise<Product> {
  await buildServerIfStale();
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'bellwether-product-'));
  const imports = ['./test/support/exit-with-parent.mjs', ...loaded].flatMap((script) => ['--import', script]);
  const { PATH, HOME } = process.env;
  const settings = { NODE_COMPILE_CACHE: compiled, PATH, HOME, PORT: '0', DATA_DIR: dataDir, ...env };
  const started = await startServer(process.execPath, [...imports, 'build/server/main.js'], { cwd: root, env: settings });
  const { process: server, url, output, ended } = started;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    server.kill(signal);
    const exit = await ended;
    return typeof exit === 'number' ? exit : null;
  };

  return {
    url,
    pid: server.pid ?? 0,
    dataDir,
    output,
    mailTo: (address, subject) => eventually(() => findMail(dataDir, address, subject), `a mail to ${address}`),
    addHerd: (username, heads) => withFarm(dataDir, username, (db, farmId) => addHerd(db, farmId, heads)),
    addDemoFarm: (username) =>
      withFarm(dataDir, username, (db, farmId) => createDemoFarm(db, farmId, calendarDateOf(new Date()))),
    end,
    stop: async () => {
      const code = await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    kill: async () => {
      await end('SIGKILL');
    },
  };
}

/** A process that says where its server is ready. `ended` resolves to the exit code or the signal. */
export interface StartedServer {
  readonly process: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export async function startServer(program: string, args: readonly string[], options: SpawnOptions): Promise<StartedServer> {
  const server = spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | NodeJS.Signals | null>((resolveEnd) =>
    server.once('exit', (code, signal) => resolveEnd(code ?? signal)),
  );
  const url = await eventually(() => {
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${output}`);
    return /Ready at (\S+)/.exec(output)?.[1];
  }, 'the server to be ready');
  return { process: server, url, output: () => output, ended };
}

/** Second argument of `startProduct` for `takeLongestBlockMs`. */
export const eventLoopProbe = './test/support/event-loop-probe.mjs';

/** Milliseconds of processor time since the last call. */
export async function takeLongestBlockMs(product: Product): Promise<number> {
  const readings = (): string[] => [...product.output().matchAll(/longest block: ([\d.]+) ms/g)].map(([, ms = '']) => ms);
  const before = readings().length;
  process.kill(product.pid, 'SIGUSR2');
  await eventually(() => readings()[before], 'the longest block');
  return Number(readings().at(-1));
}

export async function memoryKinds(product: Product): Promise<string> {
  await takeLongestBlockMs(product);
  return eventually(() => [...product.output().matchAll(/memory in MB: (.+)/g)].at(-1)?.[1], 'the memory by kind');
}

export const memoryMb = ({ pid }: Product): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function withFarm(dataDir: string, username: string, work: (db: Db, farmId: FarmId) => Promise<void>): Promise<void> {
  const { db } = openDatabase({ databaseUrl: undefined, dataDir });
  const account = await findAccount(db, username);
  const farmId = account && (await findOwnedFarm(db, account.userId));
  if (!farmId) throw new Error(`${username} owns no farm`);
  await inFarmTransaction(db, farmId, (tx) => assignPlan(tx, farmId, 'enterprise', new Date()));
  await work(db, farmId);
  await db.destroy();
}

function addHerd(db: Db, farmId: FarmId, heads: number): Promise<void> {
  return inFarmTransaction(db, farmId, async (tx) => {
    const { revision } = await tx.selectFrom('farms').select('revision').where('id', '=', farmId).executeTakeFirstOrThrow();
    lockedFarm(tx, farmId).counts.animals += heads;
    await insertHerd(tx, farmId, heads, (index) => ({
      id: uuidv7(),
      revision,
      tag_number: `T-${String(index).padStart(5, '0')}`,
      species: index % 2 === 0 ? 'goat' : 'sheep',
      sex: index % 10 === 0 ? 'male' : 'female',
      breed: ['Boer', 'Kiko', 'Katahdin', 'Dorper'][index % 4] ?? null,
    }));
  });
}

function findMail(dataDir: string, address: string, subject: string): string | undefined {
  const folder = join(dataDir, 'mail');
  const names = readdirSync(dataDir).includes('mail') ? readdirSync(folder).toSorted().toReversed() : [];
  const mails = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  return mails.find((mail) => mail.startsWith(`To: ${address}\n`) && /^Subject: (.*)$/m.exec(mail)?.[1]?.includes(subject));
}

async function eventually<T>(look: () => T | undefined, what: string): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
    await setTimeout(50);
  }
}
