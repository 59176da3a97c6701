import { fork } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { join } from 'node:path';
import pg from 'pg';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface BareServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

export async function startBareServer(): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'));
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() };
}

/** How often the database executes the statements in a second, without a server. */
export const bareDriver = (
  { databaseUrl, dataDir }: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  statements: readonly Statement[],
  seconds: number,
): Promise<number> =>
  databaseUrl === undefined
    ? inSqlite(join(dataDir, 'bellwether.db'), statements, seconds)
    : inPostgres(databaseUrl, statements, seconds);

async function inSqlite(file: string, statements: readonly Statement[], seconds: number): Promise<number> {
  using db = new DatabaseSync(file);
  const prepared = statements.map(({ sql, parameters }) => {
    const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue);
    const statement = db.prepare(sql);
    return () => statement.all(...values);
  });
  return await timesPerSecond(seconds, async () => {
    for (const run of prepared) run();
  });
}

async function inPostgres(url: string, statements: readonly Statement[], seconds: number): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const perSecond = await timesPerSecond(seconds, async () => {
    for (const { sql, parameters } of statements) await client.query(sql, [...parameters]);
  });
  await client.end();
  return perSecond;
}

async function timesPerSecond(seconds: number, work: () => Promise<void>): Promise<number> {
  let times = 0;
  const began = performance.now();
  for (; performance.now() - began < seconds * 1000; times += 1) await work();
  return times / ((performance.now() - began) / 1000);
}
