import type { OperationResult } from '#contract/sync.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { copyForm } from '../copy/copy-form.ts';
import { asStored, type Cursor, type QueuedOperation } from '../copy/database.ts';
import { effects } from '../effects/load-effects.ts';
import type { Outbox } from './outbox.ts';
import { type FarmPart, type Page, readNext } from '../copy/read-farm.ts';
import type { RowStore } from '../copy/row-store.ts';
import type { ServerConnection, SyncAnswer } from './server-connection.ts';
import { maxOperationBytes, maxOperations } from '#domain/offline.ts';
import { photoIn } from './photos.ts';

/** The server answers but asks to try again later. */
export class SendLater extends Error {}

interface Parts {
  readonly store: RowStore;
  readonly outbox: Outbox;
  readonly connection: ServerConnection;
  /** Whether a form is still waiting for the answer to this operation. */
  readonly isOfForm: (operationId: string) => boolean;
  readonly isAwaited: (operationId: string) => boolean;
  readonly onSending: () => void;
  readonly onResults: (results: readonly OperationResult[]) => void;
  readonly onRows: (page: Page, from: Cursor | undefined, to: Cursor) => void;
}

/** Sends waiting operations and reads what has changed. Rejects if the server does not answer or asks to try again later. */
export class Exchange {
  readonly #parts: Parts;
  #mustResend = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves with true if more can be sent now. */
  async run(): Promise<boolean> {
    await this.#parts.outbox.reload();
    await this.#send();
    await this.#pull();
    await this.#finishApplied();
    await this.#rebaseClashes();
    return this.#nextBatch().length > 0;
  }

  #nextBatch(): readonly QueuedOperation[] {
    return nextBatch(this.#parts.outbox.operations, this.#parts.isAwaited);
  }

  /** What a form awaits is sent as its own call, and what has waited in batches. */
  async #send(): Promise<void> {
    const { outbox, onSending, onResults } = this.#parts;
    for (let [first, ...others] = this.#nextBatch(); first; [first, ...others] = this.#nextBatch()) {
      onSending();
      const answer = await this.#sendBatch([first, ...others]);
      if (!answer) return;
      await outbox.settle(answer.results, answer.revision, new Date().toISOString());
      onResults(answer.results);
      if (!answer.results.some(({ outcome }) => outcome !== 'later')) throw new SendLater();
    }
  }

  async #sendBatch(batch: readonly [QueuedOperation, ...QueuedOperation[]]): Promise<SyncAnswer | undefined> {
    const { store, connection, isAwaited } = this.#parts;
    if (isAwaited(batch[0].id)) return connection.call(batch[0]);
    // Before the first page the farm's epoch is unknown; after a reset the rows come first.
    return store.cursor && connection.send(batch, store.cursor.epoch).catch((error: unknown) => this.#resetAt(error));
  }

  async #pull(): Promise<void> {
    if (this.#parts.store.cursor && this.#parts.store.cursor.form !== copyForm) await this.#fillAnew();
    // The first fill may take minutes, and a save must not wait for it.
    while (await this.#pullPart()) await this.#send();
  }

  /** Resolves with true if there may be more. */
  async #pullPart(): Promise<boolean> {
    const { store, connection } = this.#parts;
    try {
      const part = await readNext(connection, store.cursor);
      if (part) await this.#apply(part);
      return part?.more ?? false;
    } catch (error) {
      await this.#resetAt(error);
      return true;
    }
  }

  async #apply({ page, to }: FarmPart): Promise<void> {
    const { store, onRows } = this.#parts;
    const from = store.cursor;
    await store.apply(page, from, to);
    onRows(page, from, to);
  }

  /** Data stored by an older version is shown until the new copy is complete, because the connection may break before then. */
  async #fillAnew(): Promise<void> {
    const { store, connection } = this.#parts;
    const parts: FarmPart[] = [];
    while (!parts.at(-1)?.to.isComplete) {
      const part = await readNext(connection, parts.at(-1)?.to);
      if (part) parts.push(part);
    }
    await store.clear();
    for (const part of parts) await this.#apply(part);
  }

  /** The server does not recognize this copy: it was restored, or the copy is older than what the server remembers. */
  async #resetAt(error: unknown): Promise<undefined> {
    if (!(error instanceof ApiError && error.code === 'sync.reset') || this.#mustResend) throw error;
    await this.#parts.store.clear();
    this.#mustResend = true;
  }

  /** Removes applied operations whose rows are now in the copy. */
  async #finishApplied(): Promise<void> {
    const { store, outbox } = this.#parts;
    if (this.#mustResend) {
      this.#mustResend = false;
      return outbox.resend();
    }
    const since = Number.parseInt(store.cursor?.since ?? '0', 10);
    const done = outbox.operations.filter(({ state, revision = 0 }) => state === 'applied' && revision <= since);
    return done.length > 0 ? outbox.remove(done) : undefined;
  }

  /** A change that touches no field changed elsewhere is applied on top. */
  async #rebaseClashes(): Promise<void> {
    const { store, outbox, isOfForm } = this.#parts;
    const clashes = outbox.operations.filter(({ state, id }) => state === 'clash' && !isOfForm(id));
    for (const operation of clashes) {
      const { conflicts, change } = effects().rebase(asStored(operation), store.rows);
      if (conflicts.length === 0) await outbox.replace(operation, change);
    }
  }
}

/**
 * The operations to send next, oldest first. Excludes those that wait for a photo or a decision, and those that depend on them. One
 * that a form awaits is alone.
 */
function nextBatch(
  operations: readonly QueuedOperation[],
  isAwaited: (operationId: string) => boolean,
): readonly QueuedOperation[] {
  const blocked = new Set<string>();
  const batch: QueuedOperation[] = [];
  let bytes = 0;
  for (const operation of operations) {
    if (operation.state === 'applied') continue;
    if (operation.state !== 'waiting' || photoIn(operation.body) !== undefined || operation.needs.some((id) => blocked.has(id))) {
      blocked.add(operation.id);
      continue;
    }
    if (isAwaited(operation.id)) return batch.length > 0 ? batch : [operation];
    bytes += JSON.stringify(operation.body ?? null).length;
    if (batch.length === maxOperations || (batch.length > 0 && bytes > maxOperationBytes)) break;
    batch.push(operation);
  }
  return batch;
}
