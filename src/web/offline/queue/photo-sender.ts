import { ApiError, isOutcomeUnknown } from '#web/lib/server/api.ts';
import type { FarmDatabase, QueuedOperation } from '../copy/database.ts';
import type { Outbox } from './outbox.ts';
import { photoIn, withPhoto } from './photos.ts';
import type { ServerConnection } from './server-connection.ts';

interface Parts {
  readonly db: FarmDatabase;
  readonly outbox: Outbox;
  readonly connection: ServerConnection;
  /** Whether a form is still waiting for the answer to this operation. */
  readonly isOfForm: (operationId: string) => boolean;
  /** Called when the operation of a photo can be sent or was refused. */
  readonly onChange: () => Promise<void>;
}

/** Sends waiting photos one after the other. A photo takes long on a bad connection, and a weight must not wait for it. */
export class PhotoSender {
  readonly #parts: Parts;
  #isSending = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Runs until none is left or one could not be sent, which is retried at the next call. */
  async sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#next(); next; next = this.#next()) await this.#send(...next);
    } catch (error) {
      if (!isOutcomeUnknown(error)) console.error(error);
    } finally {
      this.#isSending = false;
    }
  }

  #next(): [id: string, operation: QueuedOperation] | undefined {
    const { outbox, isOfForm } = this.#parts;
    for (const operation of outbox.operations) {
      const id = operation.state === 'waiting' ? photoIn(operation.body) : undefined;
      if (id !== undefined && !isOfForm(operation.id)) return [id, operation];
    }
    return undefined;
  }

  async #send(id: string, operation: QueuedOperation): Promise<void> {
    const { db, outbox, connection, onChange } = this.#parts;
    const photo = await db.get('photos', id);
    try {
      if (!photo) throw new ApiError(410, JSON.stringify({ message: 'The photo is no longer on this device. Take it again.' }));
      const imageUrl = await connection.uploadPhoto(photo);
      await outbox.change([{ ...operation, body: withPhoto(operation.body, id, imageUrl) }]);
      // A correction made in the meantime may still name it.
      if (!outbox.operations.some(({ body }) => photoIn(body) === id)) await db.delete('photos', id);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await outbox.change([{ ...operation, state: 'refused', last: { id: operation.id, outcome: 'refused', ...refusal } }]);
    }
    await onChange();
  }
}

/** Why the server refuses a photo; undefined if it may accept it later. */
function refusalOf(error: unknown): { readonly status: number; readonly message: string } | undefined {
  const problem = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  const isRefused =
    problem instanceof ApiError && problem.status >= 400 && problem.status < 500 && ![401, 408, 429].includes(problem.status);
  return isRefused ? { status: problem.status, message: problem.userMessage ?? 'The photo was refused.' } : undefined;
}
