import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createByteBudget } from '#server/concurrency/byte-budget.ts';
import { CallerGone, currentCaller, runAs, type Caller } from '#server/concurrency/caller.ts';
import { encode, type Encoding } from '#server/http/encoding.ts';
import { retryOnceIfDisconnected } from '#server/http/errors.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { bufferChunks } from './buffer-chunks.ts';
import type { ListAnswer, ListName } from './list-answer.ts';
import type { JsonList, ListEnd } from './pages.ts';
import { createResponseCache } from './response-cache.ts';
import { Problem } from '#server/problem.ts';
import { freeBytes, openTemporaryFile } from './temporary-file.ts';

export interface ListAnswers {
  /** Gets the list from the cache, from a concurrent request or from `write`, and retains it until the reader emits `close`. */
  get(name: ListName, write: JsonList, reader: Reader): Promise<ListAnswer>;
}

export type Reader = Pick<ServerResponse, 'destroyed' | 'once'>;

export interface ListLimits {
  readonly cachedBytes?: number;
  readonly bytesInMemory?: number;
  readonly bytesOnDisk?: number;
}

const megabyte = 1024 * 1024;
const noRoom = 'There is no room on the server for a list as long as this right now. Try again in a minute.';

/** A farm has at most two temporary files, each until its last reader is done; a third list waits. */
const listsOnDisk = createFairQueue({
  name: 'lists_on_disk',
  capacity: 100,
  perCaller: 2,
  perAddress: 75,
  waiting: 200,
  retryAfterSeconds: 5,
});

/**
 * Reads and encodes a list once for all requests of the same revision. The database connection is released when the list is written,
 * however slow the readers are.
 */
export function createListAnswers(folder: string, limits: ListLimits = {}): ListAnswers {
  const { cachedBytes = 32 * megabyte, bytesInMemory = 8 * megabyte, bytesOnDisk = 4096 * megabyte } = limits;
  const cache = createResponseCache(cachedBytes);
  const inProgress = new Map<string, SharedAnswer>();
  let roomBytes = 0;
  const disk = createByteBudget({
    capacity: () => Math.min(roomBytes / 2, bytesOnDisk),
    perCaller: () => Math.min(roomBytes / 4, bytesOnDisk / 2),
    createProblem: () => new Problem('server.full', { message: noRoom }),
  });

  const begin = (name: ListName, write: JsonList, key: string): SharedAnswer => {
    const end = (): void => {
      if (inProgress.get(key) === shared) inProgress.delete(key);
    };
    const shared = new SharedAnswer(end);
    inProgress.set(key, shared);
    const { key: callerKey, address } = currentCaller() ?? { key: name.farmId, address: '' };
    const caller: Caller = { key: callerKey, address, signal: shared.abandoned };
    shared.answer = runAs(caller, async () => {
      const inMemory = await retryOnceIfDisconnected(() => writeToMemory(name.encoding, write, bytesInMemory));
      if (!inMemory) return writeToDisk(name.encoding, write, shared, caller);
      if (name.isCacheable) cache.set(name, inMemory);
      shared.isInMemory = true;
      end();
      return inMemory;
    });
    shared.answer.catch(end);
    return shared;
  };

  const writeToDisk = (encoding: Encoding, write: JsonList, shared: SharedAnswer, caller: Caller): Promise<ListAnswer> => {
    const { promise, resolve, reject } = Promise.withResolvers<ListAnswer>();
    const serveFromFile = async (): Promise<void> => {
      const file = await openTemporaryFile(folder);
      const share = disk.open(caller, (problem) => shared.abandon(problem));
      try {
        roomBytes = disk.usedBytes + (await freeBytes(folder));
        const end = await encode(encoding, write, async (chunk) => {
          shared.abandoned.throwIfAborted();
          share.take(chunk.length);
          await file.write(chunk);
        });
        resolve({ ...end, body: file });
        if (!shared.abandoned.aborted) await once(shared.abandoned, 'abort');
      } finally {
        share.release();
        await file.close();
      }
    };
    listsOnDisk.run(() => retryOnceIfDisconnected(serveFromFile)).catch(reject);
    return promise;
  };

  return {
    async get(name, write, reader) {
      if (reader.destroyed) throw new CallerGone();
      const cached = cache.get(name);
      if (cached) return cached;
      const key = JSON.stringify(name);
      const shared = inProgress.get(key) ?? begin(name, write, key);
      return shared.readBy(reader);
    },
  };
}

class SharedAnswer {
  answer!: Promise<ListAnswer>;
  isInMemory = false;
  readonly #end: () => void;
  readonly #abandoned = new AbortController();
  #readers = 0;

  constructor(end: () => void) {
    this.#end = end;
  }

  get abandoned(): AbortSignal {
    return this.#abandoned.signal;
  }

  abandon(reason: Error): void {
    this.#end();
    this.#abandoned.abort(reason);
  }

  readBy(reader: Reader): Promise<ListAnswer> {
    const onClose = (): void => {
      this.#readers -= 1;
      if (this.#readers === 0 && !this.isInMemory) this.abandon(new CallerGone());
    };
    this.#readers += 1;
    if (reader.destroyed) onClose();
    else reader.once('close', onClose);
    return this.answer;
  }
}

async function writeToMemory(
  encoding: Encoding,
  write: JsonList,
  maxBytes: number,
): Promise<(ListEnd & { readonly body: Buffer }) | undefined> {
  const buffered = await bufferChunks(maxBytes, (writeChunk) => encode(encoding, write, writeChunk));
  return buffered && { ...buffered.result, body: Buffer.concat(buffered.chunks, buffered.bytes) };
}
