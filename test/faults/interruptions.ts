import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProduct, type Product } from '#test/product.ts';
import { quiet, sum, type Figures } from './figures.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { openLoopDisk } from './loop-disk.ts';

interface Interruption {
  readonly rounds: number;
  /** A new farm after this many rounds keeps the comparison fast. */
  readonly roundsOfOneFarm: number;
  readonly start: () => Promise<Product>;
  /** Ends the product while farmers write, after 20 to 200 ms. */
  readonly interrupt: (product: Product) => Promise<unknown>;
  readonly repair?: () => void;
}

const notStarted = 'The product did not start again';

async function interruptWriting({ rounds, roundsOfOneFarm, start, interrupt, repair }: Interruption) {
  let product = await start();
  let slowestReturnMs = 0;
  const faults: string[] = [];
  const ledgers: Ledger[] = [];
  try {
    for (let round = 0; round < rounds && faults.length <= 1000; round += 1) {
      if (round % roundsOfOneFarm === 0) ledgers.push(await openLedger(product.url));
      const ledger = ledgers.at(-1)!;
      const written = ledger.writeUntilGone(product.url, 6);
      await setTimeout(20 + Math.random() * 180);
      await interrupt(product);
      await written;

      repair?.();
      const began = performance.now();
      const returned = await start().catch((error: unknown) => void faults.push(`${notStarted}: ${String(error)}`));
      // The database file is lost, and the product does not create a new one.
      if (!returned) break;
      product = returned;
      slowestReturnMs = Math.max(slowestReturnMs, performance.now() - began);
      await ledger.resendOpen(product.url);
      faults.push(...(await ledger.faults(product.url)));
    }
  } finally {
    await product.kill();
  }
  return { rounds, ...sum(ledgers, faults), slowestReturnMs };
}

export async function killWhileWriting(rounds: number): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-kills-'));
  const start = () => startProduct({ DATA_DIR: dataDir, ...quiet });
  try {
    const figures = await interruptWriting({ rounds, roundsOfOneFarm: 50, start, interrupt: (product) => product.kill() });
    return { fault: 'kill -9 while writing (SQLite)', ...figures };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function cutPowerWhileWriting(cuts: number): Promise<Figures> {
  return { fault: 'power cut while writing (SQLite on ext4)', ...(await cutPower(cuts, 50, {})) };
}

/** The negative control: a database that does not sync must lose data, or the power cuts prove nothing. */
export async function cutPowerWithoutSync(cuts: number): Promise<Figures> {
  const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'no-sync.mjs')}`;
  const { faults, ...figures } = await cutPower(cuts, 1, { NODE_OPTIONS });
  // A start that fails for another reason than its database is no loss.
  const isLoss = (fault: string): boolean => !fault.startsWith(notStarted) || /database/i.test(fault);
  const losses = faults.filter(isLoss);
  const proof = losses.length > 0 ? [] : ['nothing was lost without fsync: these power cuts prove nothing'];
  return {
    fault: 'negative control: the same without fsync',
    ...figures,
    faults: [...faults.filter((fault) => !isLoss(fault)), ...proof],
    remark: `${losses.length.toLocaleString('en-US')} losses, as it must be`,
  };
}

async function cutPower(rounds: number, roundsOfOneFarm: number, env: Readonly<Record<string, string>>) {
  const disk = openLoopDisk(512);
  try {
    return await interruptWriting({
      rounds,
      roundsOfOneFarm,
      start: () => startProduct({ DATA_DIR: disk.folder, ...quiet, ...env }),
      interrupt: (product) => {
        disk.cutPower();
        return product.kill();
      },
      repair: () => disk.restorePower(),
    });
  } finally {
    disk.remove();
  }
}
