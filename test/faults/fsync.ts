import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProduct } from '#test/product.ts';
import { pathOf } from '#test/system-programs.ts';
import { quiet, sum, type Figures } from './figures.ts';
import { openLedger } from './ledger.ts';

/** Lets every so-many-th fsync fail with EIO for some seconds, then kills the product: what it answered must still be there. */
export async function failFsyncWhileWriting(seconds: number): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-fsync-'));
  const env = { DATA_DIR: dataDir, ...quiet };
  let product = await startProduct(env);
  try {
    const ledger = await openLedger(product.url);
    const tracer = spawn(
      pathOf('strace'),
      ['-f', '-p', String(product.pid), '-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO:when=20+7'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let traced = '';
    tracer.stderr.on('data', (chunk: Buffer) => (traced += chunk.toString()));
    const gone = new Promise((resolve) => tracer.once('exit', resolve));
    await setTimeout(500);

    const writing = new AbortController();
    const written = ledger.writeWithRetries(() => product.url, 4, writing.signal);
    await setTimeout(seconds * 1000);
    tracer.kill('SIGINT');
    await gone;
    writing.abort();
    await written;
    const faults = await ledger.faults(product.url);
    await product.kill();
    product = await startProduct(env);
    faults.push(...(await ledger.faults(product.url)));
    const failed = traced.split('(INJECTED)').length - 1;
    if (failed === 0) faults.push(`no fsync failed: ${traced.slice(0, 200)}`);
    return { fault: 'fsync fails with EIO while writing (SQLite), then kill -9', rounds: failed, ...sum([ledger], faults) };
  } finally {
    await product.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
