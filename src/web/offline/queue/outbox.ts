import type { IDBPTransaction } from 'idb';
import { uuidv7 } from 'uuidv7';
import type { OperationResult } from '#contract/sync.ts';
import { loadEffects } from '../effects/load-effects.ts';
import { isApplied } from './save-answers.ts';
import type { StoredOperation } from './operation.ts';
import { upgradeOperation } from '../copy/upgrade.ts';
import { photoIn } from './photos.ts';
import type { FarmDatabase, FarmSchema, QueuedOperation, Receipt } from '../copy/database.ts';

const receiptDays = 30;
const dayMs = 86_400_000;

/** This browser's operations that the server has not applied yet, oldest first. */
export class Outbox {
  readonly #db: FarmDatabase;
  #operations: readonly QueuedOperation[] = [];

  private constructor(db: FarmDatabase) {
    this.#db = db;
  }

  static async load(db: FarmDatabase): Promise<Outbox> {
    const outbox = new Outbox(db);
    await outbox.reload();
    // There may be many, and nothing depends on their removal.
    outbox.#removeOldReceipts(Date.now()).catch(() => undefined);
    return outbox;
  }

  get operations(): readonly QueuedOperation[] {
    return this.#operations;
  }

  /** Excludes operations that the server has applied. */
  get unapplied(): readonly StoredOperation[] {
    return this.#operations.filter((operation): operation is StoredOperation => operation.state !== 'applied');
  }

  async reload(): Promise<void> {
    const stored = await this.#db.getAll('operations');
    if (stored.length > 0) await loadEffects();
    this.#operations = stored.map((operation) =>
      operation.state === 'applied' ? operation : (upgradeOperation(operation as StoredOperation) as QueuedOperation),
    );
  }

  async add(operation: Omit<QueuedOperation, 'seq'>): Promise<QueuedOperation> {
    const [stored] = await this.addAll([operation]);
    return stored as QueuedOperation;
  }

  /** Resolves when the browser has committed all of them to its disk. */
  async addAll(operations: readonly Omit<QueuedOperation, 'seq'>[]): Promise<readonly QueuedOperation[]> {
    await loadEffects();
    const tx = this.#db.transaction('operations', 'readwrite', { durability: 'strict' });
    const adding = operations.map(async (operation) => ({ ...operation, seq: await tx.store.add(operation as QueuedOperation) }));
    const [stored] = await Promise.all([Promise.all(adding), tx.done]);
    this.#operations = [...this.#operations, ...stored];
    return stored;
  }

  /** What was discarded, replaced or applied in the meantime stays so. */
  async change(changed: readonly QueuedOperation[]): Promise<void> {
    const tx = this.#db.transaction('operations', 'readwrite');
    const stored = await unappliedIn(tx, changed);
    await Promise.all([...stored.map((operation) => tx.store.put(operation)), tx.done]);
    await this.reload();
  }

  /** They wait again, in their order, after all others. */
  async moveToEnd(operations: readonly StoredOperation[]): Promise<void> {
    const tx = this.#db.transaction('operations', 'readwrite', { durability: 'strict' });
    const stored = await unappliedIn(tx, operations);
    const moved = stored.flatMap(({ seq, ...operation }) => [
      tx.store.delete(seq),
      tx.store.add({ ...operation, state: 'waiting' } as QueuedOperation),
    ]);
    await Promise.all([...moved, tx.done]);
    await this.reload();
  }

  /** A sent operation is never edited. A new operation with the `change` replaces it, also for those that depend on it. */
  async replace(operation: QueuedOperation, change: Partial<Pick<StoredOperation, 'body' | 'seen'>>): Promise<void> {
    const tx = this.#db.transaction('operations', 'readwrite', { durability: 'strict' });
    for (const { last: _last, ...replaced } of await unappliedIn(tx, [operation])) {
      const replacement: QueuedOperation = { ...replaced, ...change, id: uuidv7(), state: 'waiting', attempts: 0 };
      const dependent = (await tx.store.getAll()).filter(({ needs }) => needs.includes(replaced.id));
      const rewired = dependent.map((other) => ({
        ...other,
        needs: other.needs.map((id) => (id === replaced.id ? replacement.id : id)),
      }));
      await Promise.all([replacement, ...rewired].map((each) => tx.store.put(each)));
    }
    await tx.done;
    await this.reload();
  }

  /** Operations that depend on one of the `corrected` now depend on the `correction`. */
  async finishCorrection(corrected: readonly QueuedOperation[], correction: QueuedOperation): Promise<void> {
    const ids = new Set(corrected.map(({ id }) => id));
    const tx = this.#db.transaction(['operations', 'photos'], 'readwrite', { durability: 'strict' });
    const left = await deleteWithPhotos(tx, corrected);
    const dependent = left.filter(({ needs }) => needs.some((id) => ids.has(id)));
    const rewired = dependent.map((operation): QueuedOperation => {
      const needs = operation.needs.map((id) => (ids.has(id) ? correction.id : id));
      return { ...operation, needs, state: 'waiting' };
    });
    await Promise.all([...rewired.map((operation) => tx.objectStore('operations').put(operation)), tx.done]);
    await this.reload();
  }

  /** Removes operations that the person does not want to send. */
  async discard(discarded: readonly StoredOperation[]): Promise<void> {
    const tx = this.#db.transaction(['operations', 'photos'], 'readwrite', { durability: 'strict' });
    await Promise.all([deleteWithPhotos(tx, discarded), tx.done]);
    await this.reload();
  }

  async remove(removed: readonly QueuedOperation[]): Promise<void> {
    const tx = this.#db.transaction('operations', 'readwrite');
    await Promise.all([...removed.map(({ seq }) => tx.store.delete(seq)), tx.done]);
    const gone = new Set(removed.map(({ seq }) => seq));
    this.#operations = this.#operations.filter(({ seq }) => !gone.has(seq));
  }

  /** Stores the server's answers. An operation that another window has removed in the meantime stays removed. */
  async settle(results: readonly OperationResult[], revision: number, at: string): Promise<void> {
    const byId = new Map(results.map((result) => [result.id, result]));
    const tx = this.#db.transaction(['operations', 'receipts'], 'readwrite', { durability: 'strict' });
    const writes: Promise<unknown>[] = [];
    for (const operation of await tx.objectStore('operations').getAll()) {
      const last = byId.get(operation.id);
      if (!last || operation.state === 'applied') continue;
      const settled = settledBy(operation, last, revision);
      writes.push(tx.objectStore('operations').put(settled));
      if (settled.state === 'applied') writes.push(tx.objectStore('receipts').put({ id: operation.id, at, operation }));
    }
    await Promise.all([...writes, tx.done]);
    await this.reload();
  }

  /** After a restore of the server, sends again what it had applied since the backup; the server recognizes what it still has. */
  async resend(): Promise<void> {
    const tx = this.#db.transaction(['operations', 'receipts'], 'readwrite', { durability: 'strict' });
    const operations = tx.objectStore('operations');
    const applied = (await operations.getAll()).filter(({ state }) => state === 'applied');
    const receipts = await tx.objectStore('receipts').getAll();
    await Promise.all([
      ...[...receipts.map(({ operation }) => operation), ...applied].map((operation) => operations.put(waitingAgain(operation))),
      tx.objectStore('receipts').clear(),
      tx.done,
    ]);
    await this.reload();
  }

  async #removeOldReceipts(now: number): Promise<void> {
    const tx = this.#db.transaction('receipts', 'readwrite');
    const isOld = ({ at }: Receipt) => now - Date.parse(at) > receiptDays * dayMs;
    const old = (await tx.store.getAll()).filter(isOld);
    await Promise.all([...old.map(({ id }) => tx.store.delete(id)), tx.done]);
  }
}

/** Those that are still stored and not applied. Another window, or an answer, may have removed or replaced the others in the meantime. */
async function unappliedIn(
  tx: IDBPTransaction<FarmSchema, ['operations'], 'readwrite'>,
  operations: readonly QueuedOperation[],
): Promise<readonly QueuedOperation[]> {
  const stored = await Promise.all(operations.map(({ seq }) => tx.store.get(seq)));
  return operations.filter(({ id }, index) => stored[index]?.id === id && stored[index].state !== 'applied');
}

/** Returns the remaining operations. A photo is kept while one of them names it. */
async function deleteWithPhotos(
  tx: IDBPTransaction<FarmSchema, ('operations' | 'photos')[], 'readwrite'>,
  deleted: readonly QueuedOperation[],
): Promise<readonly QueuedOperation[]> {
  const operations = tx.objectStore('operations');
  await Promise.all(deleted.map(({ seq }) => operations.delete(seq)));
  const left = await operations.getAll();
  const needed = new Set(left.map(({ body }) => photoIn(body)));
  const photos = deleted.flatMap(({ body }) => photoIn(body) ?? []).filter((id) => !needed.has(id));
  await Promise.all(photos.map((id) => tx.objectStore('photos').delete(id)));
  return left;
}

function waitingAgain({ revision: _revision, last: _last, ...operation }: QueuedOperation): QueuedOperation {
  return { ...operation, state: 'waiting' };
}

function settledBy(operation: QueuedOperation, { row: _row, ...last }: OperationResult, revision: number): QueuedOperation {
  const settled = { ...operation, attempts: operation.attempts + 1, last };
  if (isApplied(last)) return { ...settled, state: 'applied', revision };
  return last.outcome === 'refused' || last.outcome === 'clash' ? { ...settled, state: last.outcome } : settled;
}
