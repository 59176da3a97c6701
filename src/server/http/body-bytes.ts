import type { ServerResponse } from 'node:http';
import { currentCaller } from '#server/concurrency/caller.ts';
import type { Semaphore } from '#server/concurrency/semaphore.ts';

/** For the share of each caller; `BodyBytes` bounds all of them together. */
export const sharesOfBodies = { capacity: 1000, perCaller: 2, waitingPerCaller: 20 } as const;

/** A chunk may be a single byte; its buffer takes this much besides. */
const bytesOfChunk = 200;

interface Body {
  readonly caller: string | undefined;
  readonly refuse: () => void;
  bytes: number;
  hasArrived: boolean;
}

/**
 * Bodies of requests or answers, in memory or on the disk, by the bytes that they hold: a slow one holds nobody up. If they are too many, the oldest unfinished
 * body of the caller who holds the most is refused. Nothing is refused, and the limit is exceeded, where that caller holds no more than
 * their share.
 */
export class BodyBytes {
  readonly #places: Semaphore;
  #maxBytes: number;
  readonly #bodies = new Set<Body>();
  #bytes = 0;

  /** `places` are those of the bodies; it counts the refusals. */
  constructor(places: Semaphore, maxBytes: number) {
    this.#places = places;
    this.#maxBytes = maxBytes;
  }

  /** The limit for bodies on a disk with this much free space besides them: a quarter, so that the farms' writes have room. */
  limitByDisk(freeBytes: number): number {
    this.#maxBytes = (freeBytes + this.#bytes) / 4;
    return this.#maxBytes;
  }

  /** For the current caller. `refuse` must free what has arrived. */
  hold(refuse: () => void) {
    const body: Body = { caller: currentCaller()?.key, refuse, bytes: 0, hasArrived: false };
    this.#bodies.add(body);
    return {
      add: (bytes: number): void => {
        if (!this.#bodies.has(body)) return;
        body.bytes += bytes + bytesOfChunk;
        this.#bytes += bytes + bytesOfChunk;
        if (this.#bytes > this.#maxBytes) this.#refuseOne();
      },
      arrive: (): void => {
        body.hasArrived = true;
      },
      release: (): void => this.#remove(body),
    };
  }

  #refuseOne(): void {
    const held = new Map<string | undefined, number>();
    for (const { caller, bytes } of this.#bodies) held.set(caller, (held.get(caller) ?? 0) + bytes);
    const bytesOf = ({ caller }: Body): number => held.get(caller) ?? 0;
    const [body] = [...this.#bodies].filter(({ hasArrived }) => !hasArrived).toSorted((a, b) => bytesOf(b) - bytesOf(a));
    if (!body || bytesOf(body) <= this.#maxBytes / held.size) return;
    this.#remove(body);
    this.#places.totals.refused += 1;
    body.refuse();
  }

  #remove(body: Body): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.bytes;
  }
}

/** After the answer, which may have been sent already. */
export function releaseAfter(answer: ServerResponse, release: () => void): void {
  if (answer.writableFinished || answer.closed) return release();
  for (const event of ['finish', 'close']) answer.once(event, () => release());
}
