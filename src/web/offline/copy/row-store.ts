import type { IDBPTransaction } from 'idb';
import type { Changes } from '#contract/changes.ts';
import { type CollectionName, kinds } from '#domain/records/kinds.ts';
import { whenNothingElse } from '#web/lib/device/yield-to-main.ts';
import type { Cursor, FarmDatabase, FarmSchema } from './database.ts';
import { collectionNames, type FarmRows, idOf, type RowOf } from './farm-rows.ts';

const rowsInChunk = 500;

/** These may have hundreds of thousands of rows, and the first screen must not wait for them. */
const readLater: readonly CollectionName[] = ['animalStates', 'events'];
/** A processor four times slower takes 30 ms for them. */
const chunksAtOnce = 4;

type Row = RowOf<CollectionName>;
type Page = Pick<Changes, CollectionName | 'gone'>;

interface Collection {
  readonly rows: Map<string, Row>;
  readonly chunkOf: Map<string, number>;
  readonly chunks: Set<string>[];
}

const emptyCollection = (): Collection => ({ rows: new Map(), chunkOf: new Map(), chunks: [] });

/** Another window of this browser has stored a page in the meantime. */
class StoredElsewhere extends Error {}

/** A farm's rows, in memory and, in chunks, in IndexedDB. */
export class RowStore {
  readonly #db: FarmDatabase;
  #collections = new Map<CollectionName, Collection>();
  #rows: FarmRows | undefined;
  #cursor: Cursor | undefined;
  #last: Promise<void> = Promise.resolve();
  #isInMemoryOnly = false;
  /** Resolves when the remaining collections have been read. */
  readonly #unread = new Map<CollectionName, PromiseWithResolvers<void>>();

  private constructor(db: FarmDatabase) {
    this.#db = db;
  }

  static async load(db: FarmDatabase): Promise<RowStore> {
    const store = new RowStore(db);
    await store.#load();
    return store;
  }

  /** The same, but the largest collections are read afterwards, while the screens start with the others. */
  static async open(db: FarmDatabase): Promise<RowStore> {
    const store = new RowStore(db);
    await store.#readFirst();
    return store;
  }

  /** undefined once they have been read. */
  whenRead(names: readonly CollectionName[] = collectionNames): Promise<unknown> | undefined {
    const unread = names.flatMap((name) => this.#unread.get(name)?.promise ?? []);
    return unread.length === 0 ? undefined : Promise.all(unread);
  }

  get cursor(): Cursor | undefined {
    return this.#cursor;
  }

  /** Whether the whole farm is stored, so that the screens can be shown from it. */
  get isComplete(): boolean {
    return this.#cursor?.isComplete ?? false;
  }

  get rows(): FarmRows {
    this.#rows ??= Object.fromEntries(collectionNames.map((name) => [name, this.#collection(name).rows])) as unknown as FarmRows;
    return this.#rows;
  }

  /**
   * Stores a page of changes and the next cursor in one transaction. If the browser's storage is full, the rows are from then on
   * only in memory, and the stored ones stay as they are until the next start.
   */
  apply(page: Page, from: Cursor | undefined, to: Cursor): Promise<void> {
    return this.#inOrder(() => this.#apply(page, from, to));
  }

  async #apply(page: Page, from: Cursor | undefined, to: Cursor): Promise<void> {
    const changed = this.#change(page);
    try {
      if (!this.#isInMemoryOnly) await this.#store(changed, from, to);
      this.#cursor = to;
    } catch (error) {
      if (error instanceof StoredElsewhere) return this.#load();
      // The farm has been closed in the meantime.
      if (error instanceof DOMException && error.name === 'InvalidStateError') throw error;
      console.error(error);
      [this.#isInMemoryOnly, this.#cursor] = [true, to];
    }
  }

  /** Loads what another window of this browser has stored. */
  follow(page: Page, from: Cursor | undefined, to: Cursor): Promise<void> {
    return this.#inOrder(async () => {
      if (from?.since !== this.#cursor?.since || from?.epoch !== this.#cursor?.epoch) return this.#load();
      this.#change(page);
      this.#cursor = to;
    });
  }

  /** Starts over with an empty copy. */
  clear(): Promise<void> {
    return this.#inOrder(async () => {
      const tx = this.#db.transaction(['rows', 'cursor'], 'readwrite');
      await Promise.all([tx.objectStore('rows').clear(), tx.objectStore('cursor').clear(), tx.done]);
      this.#collections.clear();
      [this.#rows, this.#cursor] = [undefined, undefined];
    });
  }

  /** Run one after the other, or rows read from storage could replace rows that arrived in the meantime. */
  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #load(): Promise<void> {
    const tx = this.#db.transaction(['rows', 'cursor']);
    const [cursor, ...chunks] = await Promise.all([
      tx.objectStore('cursor').get('cursor'),
      ...collectionNames.map((name) => readChunks(tx, rangeOf(name))),
    ]);
    this.#collections = new Map(collectionNames.map((name, index) => [name, withChunks(emptyCollection(), chunks[index] ?? [])]));
    [this.#rows, this.#cursor] = [undefined, cursor];
  }

  async #readFirst(): Promise<void> {
    const tx = this.#db.transaction(['rows', 'cursor']);
    const first = collectionNames.filter((name) => !readLater.includes(name));
    const [cursor, ...chunks] = await Promise.all([
      tx.objectStore('cursor').get('cursor'),
      ...first.map((name) => readChunks(tx, rangeOf(name))),
    ]);
    for (const [index, name] of first.entries()) {
      this.#collections.set(name, withChunks(emptyCollection(), chunks[index] ?? []));
    }
    this.#cursor = cursor;
    for (const name of readLater) {
      const read = Promise.withResolvers<void>();
      // Nobody may be waiting for this promise.
      read.promise.catch(() => undefined);
      this.#unread.set(name, read);
    }
    this.#readRest().then(
      () => this.#endReading(readLater),
      (error: unknown) => {
        for (const { reject } of this.#unread.values()) reject(error);
      },
    );
  }

  async #readRest(): Promise<void> {
    for (const name of readLater) {
      const collection = emptyCollection();
      for (let [range, isLast] = [rangeOf(name), false]; !isLast;) {
        await whenNothingElse();
        const tx = this.#db.transaction(['rows', 'cursor']);
        const [cursor, chunks] = await Promise.all([tx.objectStore('cursor').get('cursor'), readChunks(tx, range, chunksAtOnce)]);
        // Another window has stored a page in the meantime.
        if (cursor?.since !== this.#cursor?.since || cursor?.epoch !== this.#cursor?.epoch) return this.#load();
        withChunks(collection, chunks);
        const last = chunks.at(-1)?.number ?? 0;
        range = IDBKeyRange.bound([name, last], [name, []], true);
        isLast = chunks.length < chunksAtOnce;
      }
      this.#collections.set(name, collection);
      this.#rows = undefined;
      this.#endReading([name]);
    }
  }

  #endReading(names: readonly CollectionName[]): void {
    for (const name of names) {
      const read = this.#unread.get(name);
      this.#unread.delete(name);
      read?.resolve();
    }
  }

  /** Returns the numbers of the changed chunks. */
  #change(page: Page): ReadonlyMap<CollectionName, ReadonlySet<number>> {
    const changed = new Map<CollectionName, Set<number>>();
    const touch = (name: CollectionName) => {
      let numbers = changed.get(name);
      if (!numbers) {
        // Rows already read keep their identity, because screens compare them with new ones.
        this.#collections.set(name, { ...this.#collection(name), rows: new Map(this.#collection(name).rows) });
        changed.set(name, (numbers = new Set()));
      }
      return { collection: this.#collection(name), numbers };
    };
    for (const name of collectionNames) {
      for (const row of page[name] as readonly Row[]) {
        const { collection, numbers } = touch(name);
        const id = idOf(row);
        const number = collection.chunkOf.get(id) ?? addToChunk(collection, id);
        collection.rows.set(id, row);
        numbers.add(number);
      }
    }
    for (const { kind, id } of page.gone) {
      const name = kinds[kind].collection;
      const number = this.#collection(name).chunkOf.get(id);
      if (number === undefined) continue;
      const { collection, numbers } = touch(name);
      collection.rows.delete(id);
      collection.chunkOf.delete(id);
      collection.chunks[number]?.delete(id);
      numbers.add(number);
    }
    if (changed.size > 0) this.#rows = undefined;
    return changed;
  }

  async #store(changed: ReadonlyMap<CollectionName, ReadonlySet<number>>, from: Cursor | undefined, to: Cursor): Promise<void> {
    const tx = this.#db.transaction(['rows', 'cursor'], 'readwrite');
    const stored = await tx.objectStore('cursor').get('cursor');
    if (stored?.since !== from?.since || stored?.epoch !== from?.epoch) {
      tx.abort();
      await tx.done.catch(() => undefined);
      throw new StoredElsewhere();
    }
    const writes: Promise<unknown>[] = [tx.objectStore('cursor').put(to, 'cursor')];
    for (const [name, numbers] of changed) {
      const { rows, chunks } = this.#collection(name);
      for (const number of numbers) {
        const chunk = Array.from(chunks[number] ?? [], (id) => rows.get(id)).filter((row) => row !== undefined);
        writes.push(tx.objectStore('rows').put(chunk, [name, number]));
      }
    }
    await Promise.all([...writes, tx.done]);
  }

  #collection(name: CollectionName): Collection {
    let collection = this.#collections.get(name);
    if (!collection) this.#collections.set(name, (collection = emptyCollection()));
    return collection;
  }
}

interface Chunk {
  readonly number: number;
  readonly rows: readonly Row[];
}

/** In IndexedDB a list sorts after any number. */
const rangeOf = (name: CollectionName): IDBKeyRange => IDBKeyRange.bound([name], [name, []]);

type Reading = IDBPTransaction<FarmSchema, ('rows' | 'cursor')[]>;

async function readChunks(tx: Reading, range: IDBKeyRange, most?: number): Promise<Chunk[]> {
  const rows = tx.objectStore('rows');
  const [keys, chunks] = await Promise.all([rows.getAllKeys(range, most), rows.getAll(range, most)]);
  return keys.map(([, number], index) => ({ number, rows: (chunks[index] ?? []) as readonly Row[] }));
}

function withChunks(collection: Collection, chunks: readonly Chunk[]): Collection {
  for (const { number, rows } of chunks) {
    const ids = new Set<string>();
    for (const row of rows) {
      const id = idOf(row);
      ids.add(id);
      collection.rows.set(id, row);
      collection.chunkOf.set(id, number);
    }
    collection.chunks[number] = ids;
  }
  return collection;
}

function addToChunk({ chunks, chunkOf }: Collection, id: string): number {
  const last = chunks.length - 1;
  const number = last >= 0 && (chunks[last]?.size ?? 0) < rowsInChunk ? last : last + 1;
  (chunks[number] ??= new Set()).add(id);
  chunkOf.set(id, number);
  return number;
}
