import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import type { OperationResult } from '#contract/sync.ts';
import { ApiError, isOutcomeUnknown, isSessionOver } from '#web/lib/api.ts';
import { asWaiting, type LocalCopy } from '#web/lib/local-copy.ts';
import { forgetStoredFarm, type StoredFarm } from '#web/lib/stored-farm.ts';
import { noticeLost, storeWaiting } from '#web/lib/waiting-count.ts';
import {
  asStored,
  deleteFarmDatabase,
  deleteRows,
  type FarmDatabase,
  openFarmDatabase,
  readStoredUser,
  type QueuedOperation,
  storePhoto,
  storeUser,
} from './database.ts';
import { Exchange, SendLater } from './exchange.ts';
import { exclusively } from './exclusively.ts';
import type { FarmRows } from './farm-rows.ts';
import { createdIds, createOperation, separatePhoto } from './new-operation.ts';
import { isOfflineCall } from './offline-calls.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';
import { type Message, OtherWindows } from './other-windows.ts';
import { OpenForms } from './open-forms.ts';
import { Outbox } from './outbox.ts';
import { applyOperations, replyOf } from './overlay.ts';
import { RowStore } from './row-store.ts';
import { PhotoSender } from './photo-sender.ts';
import { problemOf, sendUnstored } from './save-answers.ts';
import { ServerConnection } from './server-connection.ts';
import { type ViewedCall, views } from './views.ts';

export interface SyncStatus {
  /** What the server has not applied. */
  readonly operations: readonly StoredOperation[];
  /** Since when the server could not be reached, as `toISOString` writes it. */
  readonly unreachableSince: string | undefined;
  readonly isSending: boolean;
}

interface CopyOptions {
  readonly client: QueryClient;
  readonly user: CurrentUser;
  /** What waits is left as it is. */
  readonly onSessionOver: () => void;
  readonly connection?: ServerConnection;
}

/**
 * The farm in this browser: its rows, what was written here and not sent yet, and the connection to the server. All windows share the stored
 * rows and operations; a lock lets one of them send.
 */
export class FarmCopy implements LocalCopy {
  readonly user: CurrentUser;
  readonly #client: QueryClient;
  readonly #onSessionOver: () => void;
  readonly #db: FarmDatabase;
  readonly #store: RowStore;
  readonly #outbox: Outbox;
  readonly #others: OtherWindows;
  readonly #exchange: Exchange;
  readonly #photos: PhotoSender;
  readonly #connection: ServerConnection;
  readonly #forms = new OpenForms();
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #shown: FarmRows;
  #status: SyncStatus;
  #running: Promise<void> | undefined;
  #mustRunAgain = false;

  private constructor(
    { client, user, onSessionOver, connection = new ServerConnection() }: CopyOptions,
    db: FarmDatabase,
    store: RowStore,
    outbox: Outbox,
  ) {
    [this.#client, this.user, this.#onSessionOver, this.#connection] = [client, user, onSessionOver, connection];
    [this.#db, this.#store, this.#outbox] = [db, store, outbox];
    this.#shown = store.rows;
    this.#status = { operations: outbox.unapplied, unreachableSince: undefined, isSending: false };
    this.#others = new OtherWindows(db.name, (message) => this.#receive(message));
    const { isOfForm } = this.#forms;
    this.#exchange = new Exchange({
      store,
      outbox,
      connection,
      isOfForm,
      onSending: () => this.#tell({ isSending: true }),
      onResults: (results) => {
        this.#others.tell({ type: 'results', results });
        this.#receiveResults(results);
      },
      onRows: (page, from, to) => this.#others.tell({ type: 'rows', page, from, to }),
    });
    const onChange = () => {
      this.#tellOperations();
      return this.synchronize();
    };
    this.#photos = new PhotoSender({ db, outbox, connection, isOfForm, onChange });
  }

  static readonly readStoredUser = readStoredUser;

  static async open(options: CopyOptions): Promise<FarmCopy> {
    const { user } = options;
    let copy: FarmCopy | undefined;
    const db = await openFarmDatabase({ userId: user.id, farmId: user.farmId }, () => copy?.close());
    const [store, outbox] = await Promise.all([RowStore.load(db), Outbox.load(db)]);
    noticeLost({ userId: user.id, farmId: user.farmId }, store.cursor === undefined && outbox.operations.length === 0);
    copy = new FarmCopy(options, db, store, outbox);
    copy.#show();
    return copy;
  }

  close(): void {
    this.#closing.abort();
    this.#connection.close();
    this.#others.close();
    this.#db.close();
  }

  async end({ keepsOperations }: { readonly keepsOperations: boolean }): Promise<void> {
    this.#closing.abort();
    const keeps = keepsOperations && this.waiting > 0;
    try {
      if (keeps) await deleteRows(this.#db);
    } catch (error) {
      // Signing out goes on.
      console.error(error);
    }
    this.close();
    forgetStoredFarm();
    if (keeps) return;
    storeWaiting(this.#farm, 0);
    // Other windows close their connections when they hear of it.
    await deleteFarmDatabase(this.#farm).catch((error: unknown) => console.error(error));
  }

  get waiting(): number {
    return this.#outbox.unapplied.length;
  }

  get status(): SyncStatus {
    return this.#status;
  }

  /** Of what is shown: the stored rows with what waits. */
  get rows(): FarmRows {
    return this.#shown;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  answer(name: string, input: object): unknown {
    if (!this.isComplete || !Object.hasOwn(views, name)) return undefined;
    return views[name as ViewedCall](this.#shown, input as never, new Date());
  }

  refresh(): Promise<void> {
    return this.#connection.isUnreachable || !this.isComplete ? Promise.resolve() : this.synchronize();
  }

  save(name: string, input: object): Promise<unknown> | undefined {
    if (!this.isComplete || !isOfflineCall(name)) return undefined;
    return this.#save(name, input);
  }

  readonly storeUser = (user: CurrentUser): Promise<void> => storeUser(this.#db, user);

  readonly storePhoto = (photo: Blob): Promise<string> => storePhoto(this.#db, photo);

  readonly readPhoto = (id: string): Promise<Blob | undefined> => this.#db.get('photos', id);

  /** Sends what waits and reads what has changed, now. */
  synchronize(): Promise<void> {
    if (this.#running) {
      this.#mustRunAgain = true;
      return this.#running;
    }
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** What was refused is sent again as it is. */
  async retry(operations: readonly StoredOperation[]): Promise<void> {
    await this.#outbox.change(operations.map((operation) => ({ ...operation, state: 'waiting' })));
    this.#tellOperations();
    await this.synchronize();
  }

  /** Sends another body in place of what was refused. */
  async resend(operation: StoredOperation, body: unknown): Promise<void> {
    await this.#outbox.replace(operation, { body });
    this.#tellOperations();
    await this.synchronize();
  }

  async discard(operations: readonly StoredOperation[]): Promise<void> {
    await this.#outbox.remove(operations);
    this.#tellOperations();
  }

  async #save(name: OfflineCall, input: object): Promise<unknown> {
    const [[, first], ...later] = separatePhoto(name, input) as [[OfflineCall, object], ...[OfflineCall, object][]];
    const made = this.#create(name, first);
    const corrected = this.#correctedBy(made);
    let operation: QueuedOperation;
    try {
      operation = await this.#outbox.add(made);
    } catch (cause) {
      return sendUnstored(made, cause);
    }
    for (const [call, photo] of later) await this.#outbox.add(this.#create(call, photo));
    const outcome = this.#forms.wait(operation.id);
    // A person who records thirty weights without signal does not wait for each of them.
    if (!navigator.onLine || this.#connection.isUnreachable) this.#forms.tell(operation.id, 'waiting');
    this.#tellOperations();
    void this.synchronize();
    const result = await outcome;
    const isApplied = result !== 'waiting' && (result.outcome === 'applied' || result.outcome === 'replayed');
    // The form shows why it was refused, with everything that was typed.
    if (result !== 'waiting' && !isApplied) await this.#outbox.remove([operation]);
    else if (corrected.length > 0) {
      await this.#outbox.finishCorrection(corrected, operation);
      void this.synchronize();
    }
    this.#forms.release(operation.id);
    if (result === 'waiting') return this.#leaveWaiting(operation);
    this.#tellOperations();
    if (isApplied) return result.row;
    throw problemOf(result);
  }

  #create(name: OfflineCall, input: object): Omit<StoredOperation, 'seq'> {
    const { clockSkewMs } = this.#connection;
    return createOperation(name, input, { rows: this.#shown, queued: this.#outbox.operations, clockSkewMs });
  }

  /** Refused operations that would have created the same records. */
  #correctedBy(made: Pick<StoredOperation, 'call' | 'body'>): readonly QueuedOperation[] {
    const ids = new Set(createdIds(made));
    return this.#outbox.operations.filter(
      (operation) =>
        operation.state === 'refused' && operation.call === made.call && createdIds(operation).some((id) => ids.has(id)),
    );
  }

  #leaveWaiting(operation: QueuedOperation): unknown {
    const before = this.#shown;
    this.#show();
    void navigator.storage?.persist?.();
    return asWaiting(replyOf(before, this.#shown, asStored(operation)) ?? {});
  }

  async #run(): Promise<void> {
    do {
      this.#mustRunAgain = false;
      try {
        await exclusively(this.#db.name, this.#closing.signal, async () => {
          if (await this.#exchange.run()) this.#mustRunAgain = true;
        });
        this.#connection.markReached();
        this.#show();
        void this.#photos.sendAll();
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#fail(error);
      }
      this.#tell({});
    } while (this.#mustRunAgain && !this.#connection.isUnreachable);
  }

  #fail(error: unknown): void {
    this.#forms.tellAll('waiting');
    const retry = () => void this.synchronize();
    if (isSessionOver(error)) this.#onSessionOver();
    else if (error instanceof SendLater) this.#connection.retryLater(retry);
    else {
      if (!(isOutcomeUnknown(error) || error instanceof ApiError)) console.error(error);
      this.#connection.markLost(retry);
    }
  }

  get #farm(): StoredFarm {
    return { userId: this.user.id, farmId: this.user.farmId };
  }

  /** Whether it holds the whole farm, so that the screens can be shown from it. */
  get isComplete(): boolean {
    return this.#store.cursor?.isComplete ?? false;
  }

  /** Shows the rows with what waits, except what a form still shows as being saved. */
  #show(): void {
    if (!this.isComplete) return;
    const operations = this.#outbox.operations.filter(({ id }) => !this.#forms.isOfForm(id)).map(asStored);
    this.#shown = applyOperations(this.#store.rows, operations, this.user.ownerName ?? this.user.username);
    for (const { queryKey, meta } of this.#client.getQueryCache().getAll()) {
      const data = meta?.call === undefined ? undefined : this.answer(meta.call, meta.input ?? {});
      if (data !== undefined) this.#client.setQueryData(queryKey, data);
    }
    this.#tell({});
  }

  async #receive(message: Message): Promise<void> {
    if (message.type === 'rows') {
      await this.#store.follow(message.page, message.from, message.to);
      await this.#outbox.reload();
      this.#show();
    } else if (message.type === 'results') {
      await this.#outbox.reload();
      this.#receiveResults(message.results);
    } else {
      await this.#outbox.reload();
      this.#show();
    }
  }

  #receiveResults(results: readonly OperationResult[]): void {
    for (const result of results) if (result.outcome !== 'later') this.#forms.tell(result.id, result);
    this.#show();
  }

  #tellOperations(): void {
    this.#others.tell({ type: 'operations' });
    this.#show();
  }

  #tell(change: Partial<SyncStatus>): void {
    this.#status = {
      isSending: false,
      ...change,
      operations: this.#outbox.unapplied,
      unreachableSince: this.#connection.unreachableSince,
    };
    storeWaiting(this.#farm, this.waiting);
    for (const listener of this.#listeners) listener();
  }
}
