import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import type { RecordedEvent } from '#contract/events.ts';
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
  type QueuedOperation,
  storePhoto,
  storeUser,
} from './database.ts';
import { Exchange, SendLater } from './exchange.ts';
import { exclusively } from './exclusively.ts';
import type { FarmRows } from './farm-rows.ts';
import { createdIds, createOperation, separatePhoto } from './new-operation.ts';
import { isOfflineCall } from './offline-calls.ts';
import { bodyOf } from './operation-body.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';
import { type Message, OtherWindows } from './other-windows.ts';
import { OpenForms, type Outcome } from './open-forms.ts';
import { Outbox } from './outbox.ts';
import { replyOf } from './overlay.ts';
import { RowStore } from './row-store.ts';
import { PhotoSender } from './photo-sender.ts';
import { isBeyondPlan } from './plan-room.ts';
import { isApplied, problemOf, sendUnstored } from './save-answers.ts';
import { ServerConnection } from './server-connection.ts';
import { ShownFarm, type SyncStatus } from './shown-farm.ts';
import { bodyWithout, isUndo, refusal, type Unsent, unsentOf } from './unsent-events.ts';

interface CopyOptions {
  readonly client: QueryClient;
  /** What waits is left as it is. */
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
 * The farm in this browser: its rows, what was written here and not sent yet, and the connection to the server. All windows share the stored
 * rows and operations; a lock lets one of them send.
 */
export class FarmCopy implements LocalCopy {
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
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #mustRunAgain = false;

  private constructor(
    { client, onSessionOver, connection = new ServerConnection() }: CopyOptions,
    { user, db, store, outbox }: Stored,
  ) {
    [this.#user, this.#onSessionOver, this.#connection] = [user, onSessionOver, connection];
    [this.#db, this.#store, this.#outbox] = [db, store, outbox];
    this.#shown = new ShownFarm({ client, user, store, outbox, forms: this.#forms, connection });
    this.#others = new OtherWindows(db.name, (message) => this.#receive(message));
    const { isOfForm } = this.#forms;
    this.#exchange = new Exchange({
      store,
      outbox,
      connection,
      isOfForm,
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
  }

  static async open({ user, ...options }: CopyOptions & { readonly user: CurrentUser }): Promise<FarmCopy> {
    return FarmCopy.#load(options, user, await openFarmDatabase({ userId: user.id, farmId: user.farmId }));
  }

  /** For the person who was signed in when the farm was stored; undefined where nothing is. */
  static async openStored({ farm, ...options }: CopyOptions & { readonly farm: StoredFarm }): Promise<FarmCopy | undefined> {
    const db = await openFarmDatabase(farm);
    const user = await db.get('user', 'user');
    if (user) return FarmCopy.#load(options, user, db);
    db.close();
    return undefined;
  }

  static async #load(options: CopyOptions, user: CurrentUser, db: FarmDatabase): Promise<FarmCopy> {
    const [store, outbox] = await Promise.all([RowStore.load(db), Outbox.load(db)]);
    const hasNothing = store.cursor === undefined && outbox.operations.length === 0;
    noticeLost({ userId: user.id, farmId: user.farmId }, hasNothing);
    const copy = new FarmCopy(options, { user, db, store, outbox });
    // Another window deletes it, or the browser does.
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
    forgetStoredFarm();
    if (keeps) return;
    const farm = { userId: this.user.id, farmId: this.user.farmId };
    storeWaiting(farm, 0);
    // Other windows close their connections when they hear of it.
    await deleteFarmDatabase(farm).catch((error: unknown) => console.error(error));
  }

  get waiting(): number {
    return this.#outbox.unapplied.length;
  }

  get isUnreachable(): boolean {
    return this.#connection.isUnreachable;
  }

  get status(): SyncStatus {
    return this.#shown.status;
  }

  /** Of what is shown: the stored rows with what waits. */
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
    // The screens may have read more of the server meanwhile.
    if (!this.isComplete) this.#shown.update();
    const unsent = unsentOf(input, this.#outbox.operations);
    return unsent ? this.#changeUnsent(name, unsent) : this.#save(name, input);
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
    this.#showChange();
    await this.synchronize();
  }

  /** Sends it again after everything else that waits, which may make room for it. */
  async retryLast(operations: readonly StoredOperation[]): Promise<void> {
    await this.#outbox.moveToEnd(operations);
    this.#showChange();
    await this.synchronize();
  }

  /** Sends another body in place of what was refused. */
  async resend(operation: StoredOperation, body: unknown): Promise<void> {
    await this.#outbox.replace(operation, { body });
    this.#showChange();
    await this.synchronize();
  }

  async discard(operations: readonly StoredOperation[]): Promise<void> {
    await this.#outbox.discard(operations);
    this.#showChange();
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
    const result = await this.#sendOfForm(operation);
    const problem = result === 'waiting' || isApplied(result) ? undefined : problemOf(result);
    // The form shows why it was refused, with everything that was typed.
    if (problem) await this.#outbox.remove([operation]);
    else if (corrected.length > 0) await this.#outbox.finishCorrection(corrected, operation);
    const before = this.rows;
    this.#forms.release(operation.id);
    if (problem || corrected.length > 0) this.#showChange();
    else this.#shown.update();
    if (problem) throw problem;
    if (corrected.length > 0) void this.synchronize();
    return result === 'waiting' ? this.#waitingReply(operation, before) : result.row;
  }

  /** A person who records thirty weights without signal does not wait for each of them. */
  #sendOfForm({ id }: QueuedOperation): Promise<Outcome> {
    const outcome = this.#forms.wait(id);
    if (!navigator.onLine || this.#connection.isUnreachable) this.#forms.tell(id, 'waiting');
    this.#showChange();
    void this.synchronize();
    return outcome;
  }

  #waitingReply(operation: QueuedOperation, before: FarmRows): unknown {
    void navigator.storage?.persist?.();
    const reply = replyOf(before, this.rows, asStored(operation)) ?? { ...operation.params, ...bodyOf(operation) };
    return asWaiting(reply, isBeyondPlan(before, this.rows, this.user) ? 'room' : 'signal');
  }

  /** What the server has not made yet is undone where it is made. */
  async #changeUnsent(name: OfflineCall, { eventId, maker: { id } }: Unsent): Promise<RecordedEvent> {
    const event = this.rows.events.get(eventId);
    if (!isUndo(name) || !event) throw refusal('This is still on this phone. It can be changed when it has been sent.');
    // Nothing is being sent meanwhile.
    await exclusively(this.#db.name, this.#closing.signal, async () => {
      await this.#outbox.reload();
      const maker = this.#outbox.unapplied.find((operation) => operation.id === id);
      if (!maker) throw refusal('It has just been sent. Undo it again.');
      const body = bodyWithout(maker, event);
      await (body ? this.#outbox.replace(maker, { body }) : this.#outbox.discard([maker]));
    });
    this.#showChange();
    void this.synchronize();
    return event;
  }

  #create(name: OfflineCall, input: object): Omit<StoredOperation, 'seq'> {
    const { clockSkewMs } = this.#connection;
    return createOperation(name, input, { rows: this.rows, queued: this.#outbox.operations, clockSkewMs });
  }

  /** Refused operations that would have created the same records. */
  #correctedBy(made: Pick<StoredOperation, 'call' | 'body'>): readonly QueuedOperation[] {
    const ids = new Set(createdIds(made));
    return this.#outbox.operations.filter(
      (operation) =>
        operation.state === 'refused' && operation.call === made.call && createdIds(operation).some((id) => ids.has(id)),
    );
  }

  async #run(): Promise<void> {
    do {
      this.#mustRunAgain = false;
      try {
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

  async #receive(message: Message): Promise<void> {
    if (message.type === 'rows') await this.#store.follow(message.page, message.from, message.to);
    await this.#outbox.reload();
    if (message.type === 'results') this.#receiveResults(message.results);
    else this.#shown.update();
  }

  #receiveResults(results: readonly OperationResult[]): void {
    for (const result of results) if (result.outcome !== 'later') this.#forms.tell(result.id, result);
    this.#shown.update();
  }

  /** What waits has changed here, and the other windows show it too. */
  #showChange(): void {
    this.#others.tell({ type: 'operations' });
    this.#shown.update();
  }
}
