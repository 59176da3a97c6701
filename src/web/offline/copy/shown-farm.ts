import { type Query, type QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import type { Outage } from '#web/lib/server/outage.ts';
import { Signal } from '#web/lib/signal.ts';
import { storeWaiting } from '#web/lib/server/waiting-count.ts';
import { asStored } from './database.ts';
import { collectionNames, type FarmRows, idOf, type RowOf } from './farm-rows.ts';
import { effects } from '../effects/load-effects.ts';
import type { OpenForms } from '../queue/open-forms.ts';
import type { StoredOperation } from '../queue/operation.ts';
import type { Outbox } from '../queue/outbox.ts';
import { roomOf } from './plan-room.ts';
import { listCalls } from './read-farm.ts';
import type { RowStore } from './row-store.ts';
import type { ServerConnection } from '../queue/server-connection.ts';
import { neededBy, type ViewedCall, views } from './views.ts';
import type { CollectionName } from '#contract/changes.ts';

export interface SyncStatus {
  /** The operations that the server has not applied. */
  readonly operations: readonly StoredOperation[];
  readonly outage: Outage | undefined;
  readonly isSending: boolean;
}

interface Parts {
  readonly client: QueryClient;
  readonly user: CurrentUser;
  readonly store: RowStore;
  readonly outbox: Outbox;
  readonly forms: OpenForms;
  readonly connection: ServerConnection;
}

/**
 * The rows of a stored farm are the same objects until they change, so lists are not compared by content: for 10,000 animals, of which
 * one has moved, that takes a slow phone half a second.
 */
export function shareRows(before: unknown, after: unknown): unknown {
  const haveChanged = Array.isArray(before) && Array.isArray(after) && after.some((row, index) => row !== before[index]);
  return haveChanged ? after : replaceEqualDeep(before, after);
}

/** What the screens show: the stored rows with the waiting operations applied, and how far they have been sent. */
export class ShownFarm {
  readonly #parts: Parts;
  readonly #changes = new Signal();
  readonly subscribe = this.#changes.subscribe;
  #rows: FarmRows;
  #status: SyncStatus;
  /** Until the first fill is complete: what the server has answered, by the list that shows it with the waiting operations applied. */
  readonly #answers = new WeakMap<object, readonly unknown[]>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#rows = parts.store.rows;
    this.#status = { operations: parts.outbox.unapplied, outage: undefined, isSending: false };
    this.update();
    for (const name of collectionNames) {
      // A failure is reported by the next exchange with the server, which waits for it too.
      parts.store.whenRead([name])?.then(
        () => this.update(),
        () => undefined,
      );
    }
  }

  get isComplete(): boolean {
    return this.#parts.store.isComplete;
  }

  get rows(): FarmRows {
    return this.#rows;
  }

  get status(): SyncStatus {
    return this.#status;
  }

  /** undefined if the rows cannot answer; a promise while they are being read. */
  answer(name: string, input: object): unknown {
    const { store } = this.#parts;
    if (!store.isComplete || !Object.hasOwn(views, name)) return undefined;
    const reading = store.whenRead(neededBy[name] ?? []);
    // If they cannot be read, the server is asked.
    return reading
      ? reading.then(
          () => this.answer(name, input),
          () => undefined,
        )
      : this.#view(name as ViewedCall, input);
  }

  #view(name: ViewedCall, input: object): unknown {
    return views[name](this.#rows, input as never, new Date());
  }

  markSending(): void {
    this.#tell({ ...this.#status, isSending: true });
  }

  /**
   * Called after a change of the rows, the operations or the connection. Operations that a form still shows as being saved are
   * not shown as done.
   */
  update(): void {
    const { client, user, store, outbox, forms, connection } = this.#parts;
    const operations = outbox.operations.filter(({ id }) => !forms.isOfForm(id)).map(asStored);
    const queries = client.getQueryCache().getAll();
    const rows = store.isComplete ? store.rows : this.#withReadRows(store.rows, queries);
    this.#rows =
      operations.length === 0 ? rows : effects().applyOperations(rows, operations, user.ownerName ?? user.username, roomOf(user));
    for (const query of queries) {
      if (store.isComplete) this.#show(query);
      else this.#showWaiting(query, operations.length > 0);
    }
    storeWaiting({ userId: user.id, farmId: user.farmId }, outbox.unapplied.length);
    this.#tell({ operations: outbox.unapplied, outage: connection.outage, isSending: false });
  }

  #show({ queryKey, meta }: Query): void {
    const data = meta?.call === undefined ? undefined : this.answer(meta.call, meta.input ?? {});
    if (data !== undefined && !(data instanceof Promise)) this.#parts.client.setQueryData(queryKey, data);
  }

  /** The first fill may take minutes, and what is entered meanwhile is shown in the lists that have been read. */
  #showWaiting(query: Query, areWaiting: boolean): void {
    const read = this.#readBy(query);
    const { queryKey, meta: { call = '', input = {} } = {}, state } = query;
    if (!read || !Object.hasOwn(views, call) || !(areWaiting || read !== state.data)) return;
    this.#parts.client.setQueryData(queryKey, this.#view(call as ViewedCall, input) ?? read);
    if (query.state.data !== read) this.#answers.set(query.state.data as object, read);
  }

  /** The rows that the server has answered; undefined if the query is for something else than rows. */
  #readBy({ meta, state: { data } }: Query): readonly unknown[] | undefined {
    return Object.hasOwn(listCalls, meta?.call ?? '') && Array.isArray(data) ? (this.#answers.get(data) ?? data) : undefined;
  }

  /** The rows that the screens have read from the server, so that changes to them can be saved. */
  #withReadRows(rows: FarmRows, queries: readonly Query[]): FarmRows {
    const known = Object.fromEntries(collectionNames.map((name) => [name, new Map<string, unknown>(rows[name])]));
    for (const query of queries) {
      const name = listCalls[query.meta?.call ?? ''];
      if (name === undefined) continue;
      for (const row of (this.#readBy(query) ?? []) as RowOf<CollectionName>[])
        if (!rows[name].has(idOf(row))) known[name]?.set(idOf(row), row);
    }
    return known as unknown as FarmRows;
  }

  #tell(status: SyncStatus): void {
    this.#status = status;
    this.#changes.tell();
  }
}
