const maxBytes = 32 * 1024 * 1024;
const maxEntryBytes = maxBytes / 2;
const lifetimeMs = 5 * 60_000;

interface Entry<T> {
  readonly key: string;
  readonly value: T;
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
}

export class PlanCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  find(farmId: string, key: string): T | undefined {
    const entry = this.#entries.get(farmId);
    if (entry?.key !== key) return undefined;
    this.#entries.delete(farmId);
    this.#entries.set(farmId, entry);
    entry.timer.refresh();
    return entry.value;
  }

  set(farmId: string, key: string, value: T, bytes: number): void {
    this.#delete(farmId);
    if (bytes > maxEntryBytes) return;
    const timer = setTimeout(() => this.#delete(farmId), lifetimeMs).unref();
    this.#entries.set(farmId, { key, value, bytes, timer });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(farmId: string): void {
    const entry = this.#entries.get(farmId);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#entries.delete(farmId);
    this.#bytes -= entry.bytes;
  }
}
