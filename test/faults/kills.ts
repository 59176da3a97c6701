import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProduct, type Product } from '#test/product.ts';
import { openLedger } from './farmer.ts';
import type { Figures } from './figures.ts';
import type { Ledger } from './ledger.ts';

/** A new farm after this many kills keeps the comparison fast. */
const killsOfOneFarm = 50;

export async function killWhileWriting(kills: number): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-kills-'));
  const start = (): Promise<Product> => startProduct({ DATA_DIR: dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  let product = await start();
  let slowestReturnMs = 0;
  const faults: string[] = [];
  const ledgers: Ledger[] = [];
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      if (kill % killsOfOneFarm === 0) ledgers.push(await openLedger(product.url));
      const ledger = ledgers.at(-1)!;
      const written = ledger.writeUntilGone(product.url, 6);
      await setTimeout(20 + Math.random() * 130);
      await product.kill();
      await written;

      const died = performance.now();
      product = await start();
      slowestReturnMs = Math.max(slowestReturnMs, performance.now() - died);
      await ledger.resendOpen(product.url);
      faults.push(...(await ledger.faults(product.url)));
      if (faults.length > 100) break;
    }
  } finally {
    await product.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return { fault: 'kill -9 while writing (SQLite)', rounds: kills, ...sum(ledgers, faults), slowestReturnMs };
}

export const sum = (ledgers: readonly Ledger[], faults: readonly string[]): Pick<Figures, 'answered' | 'retried' | 'faults'> => ({
  answered: ledgers.reduce((total, { answered }) => total + answered, 0),
  retried: ledgers.reduce((total, { retried }) => total + retried, 0),
  faults: [...faults, ...ledgers.flatMap(({ refused }) => refused)],
});
