/** How long others of a farm wait for its long transaction before they are told to come back. */
const longestWaitMs = 20_000;

/** What SQLite says of itself in the same case: http/errors.ts asks the caller to come back. */
const sqliteBusy = 5;

/** A long transaction is writing to this farm. Whoever meets it rolls back and begins again when the farm is free. */
export class FarmHeld extends Error {
  readonly errcode = sqliteBusy;
  readonly farmId: string;

  constructor(farmId: string) {
    super('A long transaction is writing to this farm');
    this.farmId = farmId;
  }
}

/**
 * The farms that a long transaction is writing to (sqlite-long-transaction.ts). What it has committed so far would be seen, so
 * everybody else of such a farm waits until it has ended. Nobody of another farm does.
 */
export class HeldFarms {
  readonly #held = new Map<string, Promise<void>>();

  isHeld(farmId: string): boolean {
    return this.#held.has(farmId);
  }

  async untilFree(farmId: string): Promise<void> {
    const giveUpAt = performance.now() + longestWaitMs;
    for (let held = this.#held.get(farmId); held; held = this.#held.get(farmId)) {
      const leftMs = giveUpAt - performance.now();
      if (leftMs <= 0) throw new FarmHeld(farmId);
      const { promise: tooLate, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, leftMs);
      await Promise.race([held, tooLate]);
      clearTimeout(timer);
    }
  }

  /** Holds a farm once nobody else does. The answer releases it. */
  async hold(farmId: string): Promise<() => void> {
    await this.untilFree(farmId);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(farmId, promise);
    return () => {
      this.#held.delete(farmId);
      resolve();
    };
  }
}
