import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '#test/postgres.ts';
import { startProduct, type Product } from '#test/product.ts';
import { quiet, sum, type Figures } from './figures.ts';
import { openLedger } from './ledger.ts';

/** Two servers on one PostgreSQL, replaced one after the other while farmers write; a request that was cut off goes to the other. */
export async function restartServersWhileWriting(restarts: number): Promise<Figures> {
  const postgres = await startPostgres({ isDurable: true });
  const start = (): Promise<Product> => startProduct({ DATABASE_URL: `${postgres.url}postgres`, ...quiet });
  const servers = [await start(), await start()];
  const faults: string[] = [];
  let step = 0;
  try {
    const ledger = await openLedger(servers[0]!.url);
    const writing = new AbortController();
    const written = ledger.writeWithRetries(() => servers[(step += 1) % servers.length]!.url, 6, writing.signal);
    for (let restart = 0; restart < restarts; restart += 1) {
      const old = servers.shift()!;
      servers.push(await start());
      const code = await old.stop();
      if (code !== 0) faults.push(`a server that was told to stop ended with ${code}`);
      await setTimeout(100);
    }
    writing.abort();
    await written;
    faults.push(...(await ledger.faults(servers[0]!.url)));
    return { fault: 'rolling restarts of two servers while writing (PostgreSQL)', rounds: restarts, ...sum([ledger], faults) };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.stop();
  }
}
