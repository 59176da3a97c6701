import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { join } from 'node:path';
import pg from 'pg';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A minimal Node server in a process of its own: the upper limit of what this machine can send. */
export async function startBareServer(): Promise<{
  url: string;
  pid: number;
  stop: () => void;
  answer: (body: Buffer) => Promise<void>;
}> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' });
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: () => void child.kill(),
    answer: async (body) => {
      child.send(body);
      await once(child, 'message');
    },
  };
}

export async function bareDriver(
  address: { databaseUrl?: string; file: string },
  statements: readonly Statement[],
  seconds: number,
): Promise<number> {
  return address.databaseUrl ? inPostgres(address.databaseUrl, statements, seconds) : inSqlite(address.file, statements, seconds);
}

function inSqlite(file: string, statements: readonly Statement[], seconds: number): number {
  const db = new DatabaseSync(file);
  try {
    const prepared = statements.map(({ sql, parameters }) => {
      const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value) as SQLInputValue);
      const statement = db.prepare(sql);
      return () => statement.all(...values);
    });
    let times = 0;
    const began = performance.now();
    for (; performance.now() - began < seconds * 1000; times += 1) for (const run of prepared) run();
    return times / ((performance.now() - began) / 1000);
  } finally {
    db.close();
  }
}

async function inPostgres(url: string, statements: readonly Statement[], seconds: number): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  let times = 0;
  const began = performance.now();
  for (; performance.now() - began < seconds * 1000; times += 1) {
    for (const { sql, parameters } of statements) await client.query(sql, [...parameters]);
  }
  const perSecond = times / ((performance.now() - began) / 1000);
  await client.end();
  return perSecond;
}
