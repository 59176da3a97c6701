import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import workers from 'node:worker_threads';
import { threadScripts, threadsDir } from '../../scripts/built-threads.ts';

const built = new Map(
  threadScripts.map((script) => [
    pathToFileURL(join(import.meta.dirname, '../..', script)).href,
    pathToFileURL(join(threadsDir, basename(script).replace('.ts', '.js'))),
  ]),
);

/** Starts threads from built scripts as the product does: loading their hundred modules takes three times the processor time. */
class BuiltWorker extends workers.Worker {
  constructor(script: URL | string, options?: workers.WorkerOptions) {
    super((script instanceof URL && built.get(script.href)) || script, options);
  }
}

if (workers.Worker.name !== BuiltWorker.name) {
  workers.Worker = BuiltWorker;
  syncBuiltinESMExports();
}
