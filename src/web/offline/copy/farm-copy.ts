import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import type { OperationResult } from '#contract/sync.ts';
import { ApiError, isOutcomeUnknown, isSessionExpired } from '#web/lib/server/api.ts';
import type { Outage } from '#web/lib/server/outage.ts';
import { loadPage } from '#web/lib/server/reachable.ts';
import type { LocalCopy } from '#web/lib/server/local-copy.ts';
import { removeStoredFarm, type StoredFarm } from '#web/lib/session/stored-farm.ts';
import { noticeLost, storeWaiting } from '#web/lib/server/waiting-count.ts';
import { deleteFarmDatabase, deleteRows, type FarmDatabase, openFarmDatabase, storePhoto, storeUser } from './database.ts';
import { Exchange, SendLater } from '../queue/exchange.ts';
import type { FarmRows } from './farm-rows.ts';
import { FormSaves } from '../queue/form-saves.ts';
import { isOfflineCall, type StoredOperation } from '../queue/operation.ts';
import { type Message, OtherWindows } from '../queue/other-windows.ts';
import { OpenForms } from '../queue/open-forms.ts';
import { Outbox } from '../queue/outbox.ts';
import { RowStore } from './row-store.ts';
import { PhotoSender } from '../queue/photo-sender.ts';
import { ServerConnection } from '../queue/server-connection.ts';
import { shareRows, ShownFarm, type SyncStatus } from './shown-farm.ts';

/**
 * Runs in one window of this browser at a time. Without a secure context there are no locks; the server's receipts then prevent
 * duplicates.
 */
const exclusively = (name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work();

interface CopyOptions {
  readonly client: QueryClient;
  /** Called when the session is over. Waiting operations stay as they are. */
  readonly onSessionOver: () => void;
  readonly connection?: ServerConnection;
}

interface Stored {
  readonly user: CurrentUser;
  readonly db: FarmDatabase;
  readonly store: RowStore;
  readonly outbox: Outbox;
}

/**
 * The farm in this browser: its rows, its unsent operations and the connection to the server. All windows share the stored rows
 * and operations; a lock lets one of them send.
 */
export class FarmCopy implements LocalCopy {
  readonly share = shareRows;
  #user: CurrentUser;
  readonly #onSessionOver: () => void;
  readonly #db: FarmDatabase;
  readonly #store: RowStore;
  readonly #outbox: Outbox;
  readonly #connection: ServerConnection;
  readonly #forms = new OpenForms();
  readonly #shown: ShownFarm;
  readonly #others: OtherWindows;
  readonly #exchange: Exchange;
  readonly #photos: PhotoSender;
  readonly #saves: FormSaves;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #mustRunAgain = false;

  private constructor(
    { client, onSessionOver, connection }: CopyOptions & { readonly connection: ServerConnection },
    { user, db, store, outbox }: Stored,
  ) {
    [this.#user, this.#onSessionOver, this.#connection] = [user, onSessionOver, connection];
    [this.#db, this.#store, this.#outbox] = [db, store, outbox];
    this.#shown = new ShownFarm({ client, user, store, outbox, forms: this.#forms, connection });
    this.#others = new OtherWindows(db.name, (message) => this.#receive(message));
    const { isOfForm, isAwaited } = this.#forms;
    this.#exchange = new Exchange({
      store,
      outbox,
      connection,
      isOfForm,
      isAwaited,
      onSending: () => this.#shown.markSending(),
      onResults: (results) => {
        this.#others.tell({ type: 'results', results });
        this.#receiveResults(results);
      },
      onRows: (page, from, to) => this.#others.tell({ type: 'rows', page, from, to }),
    });
    const onChange = () => {
      this.#showChange();
      return this.synchronize();
    };
    this.#photos = new PhotoSender({ db, outbox, connection, isOfForm, onChange });
    this.#saves = new FormSaves({
      outbox,
      connection,
      shown: this.#shown,
      forms: this.#forms,
      user: () => this.#user,
      onChange,
      whileNothingIsSent: (work) => exclusively(db.name, this.#closing.signal, work),
    });
  }

  static async open({ user, ...options }: CopyOptions & { readonly user: CurrentUser }): Promise<FarmCopy> {
    const db = await openFarmDatabase({ userId: user.id, farmId: user.farmId });
    const [store, outbox] = await Promise.all([RowStore.load(db), Outbox.load(db)]);
    return FarmCopy.#begin(options, { user, db, store, outbox });
  }

  /** Opens the farm for the person who stored it; undefined if none is stored. */
  static async openStored({ farm, ...options }: CopyOptions & { readonly farm: StoredFarm }): Promise<FarmCopy | undefined> {
    const db = await openFarmDatabase(farm);
    const user = await db.get('user', 'user');
    if (user) {
      const [store, outbox] = await Promise.all([RowStore.open(db), Outbox.load(db)]);
      // Waiting operations are shown together with the rows they change.
      if (outbox.operations.length > 0) await store.whenRead();
      return FarmCopy.#begin(options, { user, db, store, outbox });
    }
    db.close();
    return undefined;
  }

  static #begin(options: CopyOptions, stored: Stored): FarmCopy {
    const { user, db, store, outbox } = stored;
    const hasNothing = store.cursor === undefined && outbox.operations.length === 0;
    const whose = { userId: user.id, farmId: user.farmId };
    noticeLost(whose, hasNothing);
    const copy = new FarmCopy({ connection: new ServerConnection(whose), ...options }, stored);
    // Another window or the browser is deleting the database.
    for (const event of ['versionchange', 'close'] as const) db.addEventListener(event, () => copy.close());
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
    removeStoredFarm();
    if (keeps) return;
    const farm = { userId: this.user.id, farmId: this.user.farmId };
    storeWaiting(farm, 0);
    // Other windows close their connections when they are told.
    await deleteFarmDatabase(farm).catch((error: unknown) => console.error(error));
  }

  get waiting(): number {
    return this.#outbox.unapplied.length;
  }

  get outage(): Outage | undefined {
    return this.#connection.outage;
  }

  get status(): SyncStatus {
    return this.#shown.status;
  }

  /** The rows that are shown: the stored ones with the waiting operations applied. */
  get rows(): FarmRows {
    return this.#shown.rows;
  }

  get isComplete(): boolean {
    return this.#store.isComplete;
  }

  subscribe(listener: () => void): () => void {
    return this.#shown.subscribe(listener);
  }

  answer(name: string, input: object): unknown {
    return this.#shown.answer(name, input);
  }

  refresh(): Promise<void> {
    return this.#connection.isUnreachable || !this.isComplete ? Promise.resolve() : this.synchronize();
  }

  save(name: string, input: object): Promise<unknown> | undefined {
    if (!isOfflineCall(name)) return undefined;
    const reading = this.#store.whenRead();
    return reading ? reading.then(() => this.#saves.save(name, input)) : this.#saves.save(name, input);
  }

  get user(): CurrentUser {
    return this.#user;
  }

  storeUser(user: CurrentUser): Promise<void> {
    this.#user = user;
    return storeUser(this.#db, user);
  }

  readonly storePhoto = (photo: Blob): Promise<string> => storePhoto(this.#db, photo);

  readonly readPhoto = (id: string): Promise<Blob | undefined> => this.#db.get('photos', id);

  /** Sends waiting operations and reads what has changed, now. */
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

  /** Sends refused operations again unchanged. */
  async retry(operations: readonly StoredOperation[]): Promise<void> {
    await this.#outbox.change(operations.map((operation) => ({ ...operation, state: 'waiting' })));
    this.#showChange();
    await this.synchronize();
  }

  /** Sends operations again after all others, which may free room in the plan. */
  async retryLast(operations: readonly StoredOperation[]): Promise<void> {
    await this.#outbox.moveToEnd(operations);
    this.#showChange();
    await this.synchronize();
  }

  /** Replaces a refused operation by one with another body. */
  async resend(operation: StoredOperation, body: unknown): Promise<void> {
    await this.#outbox.replace(operation, { body });
    this.#showChange();
    await this.synchronize();
  }

  async discard(operations: readonly StoredOperation[]): Promise<void> {
    await this.#outbox.discard(operations);
    this.#showChange();
  }

  async #run(): Promise<void> {
    do {
      this.#mustRunAgain = false;
      try {
        await this.#store.whenRead();
        await exclusively(this.#db.name, this.#closing.signal, async () => {
          if (await this.#exchange.run()) this.#mustRunAgain = true;
        });
        this.#connection.markReached();
        void this.#photos.sendAll();
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#fail(error);
      }
      this.#shown.update();
    } while (this.#mustRunAgain && !this.#connection.isSilent);
  }

  #fail(error: unknown): void {
    // A server with a fault answers each form.
    if (!(error instanceof ApiError) || error.status < 500) this.#forms.tellAll('waiting');
    const retry = () => void this.synchronize();
    if (isSessionExpired(error)) this.#onSessionOver();
    // Another person or farm has been opened since, so these operations wait until this farm is opened again.
    else if (error instanceof ApiError && error.code === 'farms.other_open') {
      removeStoredFarm();
      void loadPage();
    } else if (error instanceof SendLater) this.#connection.retryLater(retry);
    else {
      if (!(isOutcomeUnknown(error) || error instanceof ApiError)) console.error(error);
      this.#connection.markLost(error, retry);
    }
  }

  async #receive(message: Message): Promise<void> {
    await this.#store.whenRead();
    if (message.type === 'rows') await this.#store.follow(message.page, message.from, message.to);
    await this.#outbox.reload();
    if (message.type === 'results') this.#receiveResults(message.results);
    else this.#shown.update();
  }

  #receiveResults(results: readonly OperationResult[]): void {
    for (const result of results) if (result.outcome !== 'later') this.#forms.tell(result.id, result);
    this.#shown.update();
  }

  /** The waiting operations have changed; other windows are told to show it too. */
  #showChange(): void {
    this.#others.tell({ type: 'operations' });
    this.#shown.update();
  }
}
