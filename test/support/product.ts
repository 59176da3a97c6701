import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { PlanType } from '#domain/plans.ts';
import { openDatabase } from '#server/db/connect.ts';

const root = resolve(import.meta.dirname, '../..');

/** The product as `npm start` runs it: the built web part and the server as a process of its own, on an empty data folder. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** What it has printed so far. */
  printed(): string;
  /** Waits for the mail to this address whose subject contains the words. */
  mailTo(address: string, subject: string): Promise<string>;
  /** Changes the plan behind the product's back, as if it were paid for. */
  grantPlan(username: string, plan: PlanType): Promise<void>;
  stop(): Promise<void>;
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-product-'));
  const server = spawn(process.execPath, ['--import', './test/support/end-with-parent.mjs', 'src/server/main.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir, ...env },
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((resolveEnd) => server.once('exit', () => resolveEnd()));

  const url = await eventually(() => {
    if (server.exitCode !== null) throw new Error(`The product did not start:\n${printed}`);
    return /Ready at (\S+)/.exec(printed)?.[1];
  }, 'the product to be ready');

  return {
    url,
    dataDir,
    printed: () => printed,
    mailTo: (address, subject) => eventually(() => findMail(dataDir, address, subject), `a mail to ${address}`),
    grantPlan: async (username, plan) => {
      const { db } = openDatabase({ databaseUrl: undefined, dataDir });
      await db
        .updateTable('farms')
        .set({ plan_type: plan, plan_status: 'active' })
        .where('id', 'in', db.selectFrom('users').select('farm_id').where('username', '=', username))
        .execute();
      await db.destroy();
    },
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function findMail(dataDir: string, address: string, subject: string): string | undefined {
  const folder = join(dataDir, 'mail');
  const names = readdirSync(dataDir).includes('mail') ? readdirSync(folder).toSorted().toReversed() : [];
  const mails = names.map((name) => readFileSync(join(folder, name), 'utf8'));
  return mails.find((mail) => mail.includes(`<${address}>`) && /^Subject: (.*)$/m.exec(mail)?.[1]?.includes(subject));
}

async function eventually<T>(look: () => T | undefined, what: string): Promise<T> {
  const giveUp = Date.now() + 15_000;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > giveUp) throw new Error(`Waited in vain for ${what}.`);
    await setTimeout(50);
  }
}
