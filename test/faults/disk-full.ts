import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProduct } from '#test/product.ts';
import { quiet, sum, type Figures } from './figures.ts';
import { openLedger, type Ledger } from './ledger.ts';
import { openLoopDisk } from './loop-disk.ts';

export async function fillDiskWhileWriting(times: number): Promise<Figures> {
  const disk = openLoopDisk(96);
  const product = await startProduct({ DATA_DIR: disk.folder, ...quiet });
  const ledgers: Ledger[] = [];
  const faults: string[] = [];
  let slowestReturnMs = 0;
  let refusals = 0;
  const filler = join(disk.folder, 'filler');
  try {
    for (let time = 0; time < times; time += 1) {
      const [ledger, observer] = [await openLedger(product.url), await openLedger(product.url)];
      ledgers.push(ledger);
      const writing = new AbortController();
      const written = ledger.writeWithRetries(() => product.url, 4, writing.signal);
      await setTimeout(200);
      fillUp(filler);
      const refusal = await refusedWrite(product.url, observer);
      if (refusal !== '507 The server is out of space. Your change was not saved.') faults.push(`a full disk says: ${refusal}`);
      else refusals += 1;
      if (!(await observer.canRead(product.url))) faults.push('nothing can be read while the disk is full');

      rmSync(filler);
      const room = performance.now();
      const before = ledger.answered;
      while (ledger.answered === before && performance.now() - room < 30_000) await setTimeout(5);
      slowestReturnMs = Math.max(slowestReturnMs, performance.now() - room);
      writing.abort();
      await written;
      faults.push(...(await ledger.faults(product.url)));
    }
  } finally {
    await product.kill();
    disk.remove();
  }
  return {
    fault: 'disk full and room again while writing (SQLite on ext4)',
    rounds: times,
    ...sum(ledgers, faults),
    slowestReturnMs,
    remark: `${refusals} refusals with 507, reads went on`,
  };
}

/** Fills the disk to the last block. */
function fillUp(file: string): void {
  for (const bytes of [8_388_608, 65_536, 4096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // A piece of this size does not fit any more: continue with a smaller one.
    }
  }
}

async function refusedWrite(url: string, observer: Ledger): Promise<string> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const answer = await observer.tryWrite(url);
    if (!answer.startsWith('201') || Date.now() > deadline) return answer;
  }
}
