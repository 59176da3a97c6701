import { sqliteBusy } from './sqlite-errors.ts';

const longestWaitMs = 20_000;

export class FarmLocked extends Error {
  /** http/errors.ts answers it with 503 and Retry-After. */
  readonly errcode = sqliteBusy;
  readonly farmId: string;

  constructor(farmId: string) {
    super('A long transaction is writing to this farm');
    this.farmId = farmId;
  }
}

/**
 * Farms that a long transaction is writing to (sqlite-long-transaction.ts). Its parts are committed one by one, so all other reads and writes of the
 * farm wait until it has ended.
 */
export class FarmLocks {
  readonly #locks = new Map<string, Promise<void>>();

  isLocked(farmId: string): boolean {
    return this.#locks.has(farmId);
  }

  async waitUntilFree(farmId: string): Promise<void> {
    const deadline = performance.now() + longestWaitMs;
    for (let lock = this.#locks.get(farmId); lock; lock = this.#locks.get(farmId)) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new FarmLocked(farmId);
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, leftMs);
      await Promise.race([lock, timeout]);
      clearTimeout(timer);
    }
  }

  async acquire(farmId: string): Promise<() => void> {
    await this.waitUntilFree(farmId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#locks.set(farmId, promise);
    return () => {
      this.#locks.delete(farmId);
      resolve();
    };
  }
}
