import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileBody } from '#contract/route.ts';
import type { Caller } from '#server/concurrency/caller.ts';
import { Semaphore } from '#server/concurrency/semaphore.ts';
import { BodyBytes, sharesOfBodies } from './body-bytes.ts';
import { receiveForm } from './form.ts';
import { Problem } from '#server/problem.ts';
import { hourMs } from '#server/time-after.ts';

export interface FileOnDisk {
  readonly name: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

const { capacity } = sharesOfBodies;
const uploads = new Semaphore({ name: 'archive_uploads', capacity, waiting: 100, perCaller: 1, waitingPerCaller: 5 });
const onDisk = new BodyBytes(uploads, 0);
/** Acquired after the file has arrived, so that nobody waits for a slow upload. */
const processing = new Semaphore({ name: 'archives', capacity: 2, waiting: 20 });

export const withFileOnDisk = <T>(
  request: FastifyRequest,
  expected: FileBody,
  caller: Caller,
  work: (file: FileOnDisk) => Promise<T>,
): Promise<T> =>
  uploads.run(async () => {
    if (!request.isMultipart()) throw new Problem('request.not_multipart');
    const folder = incomingFolder(request.server.deps.config);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await ensureSpace(folder, Math.min(Number(request.headers['content-length'] ?? Infinity), expected.maxBytes));
    const refusal = new AbortController();
    const body = onDisk.hold(() => refusal.abort(new Problem('server.busy', { retryAfter: 60 })));
    const path = join(folder, randomUUID());
    inUse.add(path);
    try {
      const signal = AbortSignal.any([caller.signal, refusal.signal]);
      const { name, fields } = await receiveForm(request, expected, signal, async (content) => {
        const file = (await open(path, 'w', 0o600)).createWriteStream();
        await pipeline(content, counting(body.add), file, { signal });
        return file.bytesWritten;
      });
      body.arrive();
      return await processing.run(() => work({ name, path, fields }));
    } finally {
      await rm(path, { force: true });
      inUse.delete(path);
      body.release();
    }
  });

const counting = (add: (bytes: number) => void) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      add(chunk.length);
      yield chunk;
    }
  };

/** Refuses a file that would not fit, and bounds all that are being received. */
async function ensureSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes > onDisk.limitByDisk(bavail * bsize)) throw new Problem('server.full');
}

const incomingFolder = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'incoming');

const inUse = new Set<string>();

export function clearIncoming(app: FastifyInstance): void {
  const { config } = app.deps;
  // Servers that share a PostgreSQL may share the folder; a recent file may be another server's.
  const minAgeMs = config.databaseUrl === undefined ? 0 : hourMs;
  const clear = (): Promise<void> =>
    removeLeftOvers(incomingFolder(config), minAgeMs).catch((error: unknown) =>
      app.log.warn({ err: error }, 'what was left of uploads could not be removed'),
    );
  const timer = setInterval(() => void clear(), hourMs).unref();
  app.addHook('onReady', clear);
  app.addHook('onClose', async () => clearInterval(timer));
}

async function removeLeftOvers(folder: string, minAgeMs: number): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && !inUse.has(path) && found.mtimeMs <= Date.now() - minAgeMs) await rm(path, { force: true });
  }
}
