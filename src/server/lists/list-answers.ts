import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createByteBudget } from '#server/concurrency/byte-budget.ts';
import { CallerGone, currentCaller, runAs, type Caller } from '#server/concurrency/caller.ts';
import { encode, type Encoding } from '#server/http/encoding.ts';
import { readAgainIfCutOff } from '#server/http/errors.ts';
import { createFairQueue } from '#server/concurrency/fair-queue.ts';
import { gather } from './gather.ts';
import type { ListAnswer, ListName } from './list-answer.ts';
import type { JsonList, ListEnd } from './pages.ts';
import { createResponseCache } from './response-cache.ts';
import { Problem } from '#server/problem.ts';
import { freeBytes, openSpool } from './spool.ts';

export interface ListAnswers {
  /** The list as it is in the cache or being sent to somebody, or else as `write` gives it. The reader has it until it emits `close`. */
  get(name: ListName, write: JsonList, reader: Reader): Promise<ListAnswer>;
}

/** A response, or what stands for one. */
export type Reader = Pick<ServerResponse, 'destroyed' | 'once'>;

export interface ListLimits {
  /** Of all that is kept for those who ask next. */
  readonly cachedBytes?: number;
  /** What is longer is not held in memory. */
  readonly bytesInMemory?: number;
  /** Of all long lists together. */
  readonly bytesOnDisk?: number;
}

const megabyte = 1024 * 1024;
const noRoom = 'There is no room on the server for a list as long as this right now. Try again in a minute.';

/** A farm has two at most, until their last readers have them; a third waits. What all of them take is counted in bytes. */
const listsOnDisk = createFairQueue({
  name: 'lists_on_disk',
  capacity: 100,
  perCaller: 2,
  perAddress: 75,
  waiting: 200,
  retryAfterSeconds: 5,
});

/**
 * Lists are read, written and encoded once for all who ask for them at the same revision, and no reader however slow holds up the
 * database: it is left as soon as the list is written. What fits into memory may be cached; what does not lies on the disk until
 * the last of its readers has it, at most two such lists of one farm. `folder` is where.
 */
export function createListAnswers(folder: string, limits: ListLimits = {}): ListAnswers {
  const { cachedBytes = 32 * megabyte, bytesInMemory = 8 * megabyte, bytesOnDisk = 4096 * megabyte } = limits;
  const cache = createResponseCache(cachedBytes);
  const underWay = new Map<string, SharedAnswer>();
  let roomBytes = 0;
  const disk = createByteBudget({
    capacity: () => Math.min(roomBytes / 2, bytesOnDisk),
    perCaller: () => Math.min(roomBytes / 4, bytesOnDisk / 2),
    refusal: () => new Problem('server.full', { message: noRoom }),
  });

  const begin = (name: ListName, write: JsonList, key: string): SharedAnswer => {
    const end = (): void => {
      if (underWay.get(key) === shared) underWay.delete(key);
    };
    const shared = new SharedAnswer(end);
    underWay.set(key, shared);
    const { key: asking, address } = currentCaller() ?? { key: name.farmId, address: '' };
    const caller: Caller = { key: asking, address, signal: shared.abandoned };
    shared.answer = runAs(caller, async () => {
      const inMemory = await readAgainIfCutOff(() => writeToMemory(name.encoding, write, bytesInMemory));
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
    const sendFromDisk = async (): Promise<void> => {
      const spool = await openSpool(folder);
      const share = disk.open(caller, (problem) => shared.abandon(problem));
      try {
        roomBytes = disk.usedBytes + (await freeBytes(folder));
        const end = await encode(encoding, write, async (piece) => {
          shared.abandoned.throwIfAborted();
          share.take(piece.length);
          await spool.write(piece);
        });
        resolve({ ...end, body: spool });
        if (!shared.abandoned.aborted) await once(shared.abandoned, 'abort');
      } finally {
        share.release();
        await spool.close();
      }
    };
    listsOnDisk.run(() => readAgainIfCutOff(sendFromDisk)).catch(reject);
    return promise;
  };

  return {
    async get(name, write, reader) {
      if (reader.destroyed) throw new CallerGone();
      const cached = cache.get(name);
      if (cached) return cached;
      const key = JSON.stringify(name);
      const shared = underWay.get(key) ?? begin(name, write, key);
      return shared.readBy(reader);
    },
  };
}

/** One answer that several may wait for and read. */
class SharedAnswer {
  answer!: Promise<ListAnswer>;
  /** Nothing is held for the readers any more. */
  isInMemory = false;
  readonly #end: () => void;
  readonly #abandoned = new AbortController();
  #readers = 0;

  /** `end`: nobody is to join any more. */
  constructor(end: () => void) {
    this.#end = end;
  }

  /** Aborted when the last reader has left. */
  get abandoned(): AbortSignal {
    return this.#abandoned.signal;
  }

  abandon(reason: Error): void {
    this.#end();
    this.#abandoned.abort(reason);
  }

  readBy(reader: Reader): Promise<ListAnswer> {
    const leave = (): void => {
      this.#readers -= 1;
      if (this.#readers === 0 && !this.isInMemory) this.abandon(new CallerGone());
    };
    this.#readers += 1;
    if (reader.destroyed) leave();
    else reader.once('close', leave);
    return this.answer;
  }
}

async function writeToMemory(
  encoding: Encoding,
  write: JsonList,
  mostBytes: number,
): Promise<(ListEnd & { readonly body: Buffer }) | undefined> {
  const gathered = await gather(mostBytes, (take) => encode(encoding, write, take));
  return gathered && { ...gathered.result, body: Buffer.concat(gathered.pieces, gathered.bytes) };
}
