import { uuidv7 } from 'uuidv7';

/** One id per key, the same for all attempts until one is known to be saved, so that a retry adds nothing twice. */
export class RetryIds {
  readonly #ids: Map<string, string>;

  constructor(known: readonly (readonly [key: string, id: string])[] = []) {
    this.#ids = new Map(known);
  }

  of(key: string): string {
    const id = this.#ids.get(key) ?? uuidv7();
    this.#ids.set(key, id);
    return id;
  }

  unsettled(): readonly (readonly [key: string, id: string])[] {
    return [...this.#ids];
  }

  clear(): void {
    this.#ids.clear();
  }

  settle(key: string): void {
    this.#ids.delete(key);
  }
}
