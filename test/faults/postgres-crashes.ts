import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '#test/postgres.ts';
import { startProduct } from '#test/product.ts';
import { quiet, sum, type Figures } from './figures.ts';
import { openLedger } from './ledger.ts';

/** Crashes PostgreSQL every two seconds without restarting the product. */
export async function crashPostgresWhileWriting(times: number): Promise<Figures> {
  const postgres = await startPostgres({ isDurable: true });
  const product = await startProduct({ DATABASE_URL: `${postgres.url}postgres`, ...quiet });
  try {
    const ledger = await openLedger(product.url);
    const writing = new AbortController();
    const written = ledger.writeWithRetries(() => product.url, 6, writing.signal);
    let slowestReturnMs = 0;
    for (let time = 0; time < times; time += 1) {
      await setTimeout(2000);
      postgres.crash();
      const [crashed, before] = [performance.now(), ledger.answered];
      // Requests under way may still be answered, so the first few answers do not show that PostgreSQL is back.
      while (ledger.answered <= before + 6 && performance.now() - crashed < 30_000) await setTimeout(5);
      slowestReturnMs = Math.max(slowestReturnMs, performance.now() - crashed);
    }
    writing.abort();
    await written;
    const faults = await ledger.faults(product.url);
    return { fault: 'PostgreSQL crashes every 2 s while writing', rounds: times, ...sum([ledger], faults), slowestReturnMs };
  } finally {
    await product.stop();
    await postgres.stop();
  }
}
