import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProduct, type Product } from '#test/product.ts';
import { openLedger } from './farmer.ts';
import type { Figures } from './figures.ts';
import { sum } from './kills.ts';
import type { Ledger } from './ledger.ts';
import { openLoopDisk } from './loop-disk.ts';

const quiet = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent' };

export async function cutPowerWhileWriting(cuts: number): Promise<Figures> {
  const figures = await cutPower(cuts, 50, {});
  return { fault: 'power cut while writing (SQLite on ext4)', ...figures };
}

/** The negative control: a database that does not sync must lose data, or the power cuts prove nothing. */
export async function cutPowerWithoutSync(cuts: number): Promise<Figures> {
  const { faults, ...figures } = await cutPower(cuts, 1, {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'no-sync.mjs')}`,
  });
  return {
    fault: 'negative control: the same without fsync',
    ...figures,
    faults: faults.length > 0 ? [] : ['nothing was lost without fsync: these power cuts prove nothing'],
    remark: `${faults.length.toLocaleString('en-US')} losses, as it must be`,
  };
}

async function cutPower(
  cuts: number,
  cutsOfOneFarm: number,
  env: Readonly<Record<string, string>>,
): Promise<Omit<Figures, 'fault'>> {
  const disk = openLoopDisk(512);
  const start = (): Promise<Product> => startProduct({ DATA_DIR: disk.folder, ...quiet, ...env });
  let slowestReturnMs = 0;
  const faults: string[] = [];
  const ledgers: Ledger[] = [];
  let product = await start();
  try {
    for (let cut = 0; cut < cuts; cut += 1) {
      if (cut % cutsOfOneFarm === 0) ledgers.push(await openLedger(product.url));
      const ledger = ledgers.at(-1)!;
      const written = ledger.writeUntilGone(product.url, 6);
      await setTimeout(50 + Math.random() * 150);
      disk.cutPower();
      await product.kill();
      await written;

      disk.restorePower();
      const restored = performance.now();
      const returned = await start().catch((error: unknown) => void faults.push(String(error)));
      // The database file is lost, and the product does not create a new one.
      if (!returned) break;
      product = returned;
      slowestReturnMs = Math.max(slowestReturnMs, performance.now() - restored);
      await ledger.resendOpen(product.url);
      faults.push(...(await ledger.faults(product.url)));
    }
  } finally {
    await product.kill();
    disk.remove();
  }
  return { rounds: cuts, ...sum(ledgers, faults), slowestReturnMs };
}
