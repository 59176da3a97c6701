import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import { createByteBudget, type Share } from '#server/concurrency/byte-budget.ts';
import type { Caller } from '#server/concurrency/caller.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { receiveForm } from './form.ts';
import { Problem } from '#server/problem.ts';

/** A file of a form that was too large for memory. */
export interface FileOnDisk {
  readonly name: string;
  readonly path: string;
  /** The form's other fields. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What was free, with what uploads take of it, when the last file began to arrive. */
let roomBytes = 0;

/** Files that arrive must leave the disk to the farms' own changes: together they take half of it at most, one farm a quarter. */
const bodiesOnDisk = createByteBudget({
  capacity: () => roomBytes / 2,
  perCaller: () => roomBytes / 4,
  refusal: () => new Problem('server.full'),
});

/** A farm sends one at a time, and a second one waits. */
const arriving = createFairQueue({
  name: 'archive_uploads',
  capacity: 100,
  waiting: 100,
  perCaller: 1,
  perAddress: 75,
  waitingPerCaller: 5,
});
/** Taken only when a file has arrived: a slow upload keeps nobody waiting. */
const working = createFairQueue({ name: 'archives', capacity: 2, waiting: 20 });

/** Receives the one file of a multipart form into the data folder for `work`; afterwards it is gone. */
export const withFileOnDisk = <T>(
  request: FastifyRequest,
  expected: FileBody,
  caller: Caller,
  work: (file: FileOnDisk) => Promise<T>,
): Promise<T> =>
  arriving.run(async () => {
    if (!request.isMultipart()) throw new Problem('request.not_multipart');
    const folder = incomingFolder(request.server.deps.config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    roomBytes = bodiesOnDisk.usedBytes + bavail * bsize;
    const path = join(folder, randomUUID());
    const refused = new AbortController();
    const share = bodiesOnDisk.open(caller, (problem) => refused.abort(problem));
    inUse.add(path);
    try {
      const { name, fields } = await receiveForm(
        request,
        expected,
        AbortSignal.any([caller.signal, refused.signal]),
        async (content, signal) => {
          const file = (await open(path, 'w', 0o600)).createWriteStream();
          await pipeline(content, (chunks) => counted(chunks as AsyncIterable<Buffer>, share), file, { signal });
          return file.bytesWritten;
        },
      );
      share.complete();
      return await working.run(() => work({ name, path, fields }));
    } finally {
      await rm(path, { force: true });
      inUse.delete(path);
      share.release();
    }
  });

async function* counted(chunks: AsyncIterable<Buffer>, share: Share): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    share.take(chunk.length);
    yield chunk;
  }
}

const incomingFolder = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'incoming');

/** Files that this process is working on. */
const inUse = new Set<string>();
const hourMs = 3_600_000;

/** Removes what a server that died in the middle has left: at the start, and every hour. */
export function clearIncoming(app: FastifyInstance): void {
  const { config } = app.deps;
  // Servers that share a PostgreSQL might share the folder as well, and what another one receives has just been written to.
  const leastAgeMs = config.databaseUrl === undefined ? 0 : hourMs;
  const clear = (): Promise<void> =>
    removeLeftOvers(incomingFolder(config), leastAgeMs).catch((error: unknown) =>
      app.log.warn({ err: error }, 'what was left of uploads could not be removed'),
    );
  const timer = setInterval(() => void clear(), hourMs).unref();
  app.addHook('onReady', clear);
  app.addHook('onClose', async () => clearInterval(timer));
}

async function removeLeftOvers(folder: string, leastAgeMs: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && !inUse.has(path) && found.mtimeMs <= Date.now() - leastAgeMs) await rm(path, { force: true });
  }
}
