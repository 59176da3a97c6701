/** Tells its subscribers that a value outside React has changed. `subscribe` is what `useSyncExternalStore` takes. */
export class Signal {
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly tell = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
