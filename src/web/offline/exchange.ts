import type { Changes } from '#contract/changes.ts';
import type { OperationResult } from '#contract/sync.ts';
import { ApiError } from '#web/lib/api.ts';
import { nextBatch } from './batch.ts';
import { copyForm } from './copy-form.ts';
import { asStored, type Cursor, type QueuedOperation } from './database.ts';
import type { Outbox } from './outbox.ts';
import { rebase } from './rebase.ts';
import type { RowStore } from './row-store.ts';
import type { ServerConnection } from './server-connection.ts';

const pageSize = 5000;

/** The server is there, and asks to try again later. */
export class SendLater extends Error {}

interface Parts {
  readonly store: RowStore;
  readonly outbox: Outbox;
  readonly connection: ServerConnection;
  /** Whether a form still waits for the answer to this operation. */
  readonly isOfForm: (operationId: string) => boolean;
  readonly onSending: () => void;
  readonly onResults: (results: readonly OperationResult[]) => void;
  readonly onRows: (page: Changes, from: Cursor | undefined, to: Cursor) => void;
}

/** Sends what waits and reads what has changed. It fails where the server does not answer, and where it asks to send later. */
export class Exchange {
  readonly #parts: Parts;
  #mustResend = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resolves with whether something is left that can be sent now. */
  async run(): Promise<boolean> {
    await this.#parts.outbox.reload();
    await this.#send();
    await this.#pull();
    await this.#finishApplied();
    await this.#rebaseClashes();
    return this.#nextBatch().length > 0;
  }

  #nextBatch(): readonly QueuedOperation[] {
    return nextBatch(this.#parts.outbox.operations);
  }

  async #send(): Promise<void> {
    const { store, outbox, connection, onSending, onResults } = this.#parts;
    // Before the first page the farm's epoch is not known; after a reset the rows come first.
    for (let batch = this.#nextBatch(); store.cursor && batch.length > 0; batch = this.#nextBatch()) {
      onSending();
      const answer = await connection.send(batch, store.cursor.epoch).catch((error: unknown) => this.#resetAt(error));
      if (!answer) return;
      await outbox.settle(answer.results, answer.revision, new Date().toISOString());
      onResults(answer.results);
      if (!answer.results.some(({ outcome }) => outcome !== 'later')) throw new SendLater();
    }
  }

  async #pull(): Promise<void> {
    if (this.#parts.store.cursor && this.#parts.store.cursor.form !== copyForm) await this.#fillAnew();
    for (;;) {
      const page = await this.#readPage();
      if (!page) return;
      await this.#apply(page);
      if (!page.more) return;
      // The first fill may take minutes, for which a save does not wait.
      await this.#send();
    }
  }

  async #apply(page: Changes): Promise<void> {
    const { store, onRows } = this.#parts;
    const from = store.cursor;
    const isComplete = (from?.isComplete ?? false) || !page.more;
    const to = { epoch: page.epoch, since: String(page.to), isComplete, form: copyForm };
    await store.apply(page, from, to);
    onRows(page, from, to);
  }

  /** What an older version of the product has stored is shown until all of the new copy is here, for the line may break meanwhile. */
  async #fillAnew(): Promise<void> {
    const { store, connection } = this.#parts;
    const pages: Changes[] = [];
    for (let last: Changes | undefined; !last || last.more; pages.push(last)) {
      last = await connection.readChanges({ limit: pageSize, ...(last && { since: String(last.to), epoch: last.epoch }) });
      if (!last) return;
    }
    await store.clear();
    for (const page of pages) await this.#apply(page);
  }

  async #readPage(): Promise<Changes | undefined> {
    const { store, connection } = this.#parts;
    const read = () => {
      const { since, epoch } = store.cursor ?? {};
      return connection.readChanges({ limit: pageSize, ...(since !== undefined && epoch !== undefined && { since, epoch }) });
    };
    try {
      return await read();
    } catch (error) {
      await this.#resetAt(error);
      return read();
    }
  }

  /** The server knows nothing of this copy: it was restored, or the copy is older than what the server remembers. */
  async #resetAt(error: unknown): Promise<undefined> {
    if (!(error instanceof ApiError && error.code === 'sync.reset')) throw error;
    await this.#parts.store.clear();
    this.#mustResend = true;
  }

  /** Removes applied operations whose rows the copy has by now. */
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

  /** A change that touches nothing of what was changed elsewhere goes on top of it. */
  async #rebaseClashes(): Promise<void> {
    const { store, outbox, isOfForm } = this.#parts;
    const clashes = outbox.operations.filter(({ state, id }) => state === 'clash' && !isOfForm(id));
    for (const operation of clashes) {
      const { conflicts, change } = rebase(asStored(operation), store.rows);
      if (conflicts.length === 0) await outbox.replace(operation, change);
    }
  }
}
