import type { CurrentUser } from '#contract/accounts.ts';
import type { RecordedEvent } from '#contract/events.ts';
import { asWaiting } from '#web/lib/server/waiting-reply.ts';
import { asStored, type QueuedOperation } from '../copy/database.ts';
import type { FarmRows } from '../copy/farm-rows.ts';
import { effects, loadEffects } from '../effects/load-effects.ts';
import type { OpenForms } from './open-forms.ts';
import { bodyOf, type Json } from './operation-body.ts';
import type { OfflineCall, StoredOperation } from './operation.ts';
import type { Outbox } from './outbox.ts';
import { isBeyondPlan } from '../copy/plan-room.ts';
import { isApplied, problemOf, sendUnstored } from './save-answers.ts';
import type { ServerConnection } from './server-connection.ts';
import type { ShownFarm } from '../copy/shown-farm.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { isIdOfOperation } from './operation-ids.ts';

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Unsent {
  readonly eventId: string;
  /** The operation that will create the event. */
  readonly maker: QueuedOperation;
}

/** The event that a call changes, if the server has not created it yet and will give it another id. */
function unsentOf({ params, body }: Input, operations: readonly QueuedOperation[]): Unsent | undefined {
  const { ids } = bodyOf({ body });
  for (const eventId of [params?.['id'] ?? '', ...(Array.isArray(ids) ? (ids as string[]) : [])]) {
    const maker = operations.find(({ id }) => isIdOfOperation(id, eventId));
    if (maker) return { eventId, maker };
  }
  return undefined;
}

/** A sale or a death follows from the animal's status. */
const ofStatus = new Set<string>(['sale', 'death']);
/** These fields are not about the animal itself. */
const circumstances = new Set(['version', 'reason', 'day']);

/**
 * The operation's body without the part that creates the event; undefined if nothing is left. Throws if the parts cannot be
 * separated.
 */
function bodyWithout({ call, body, label }: QueuedOperation, event: RecordedEvent): Json | undefined {
  const entries = Object.entries(bodyOf({ body }));
  const said = entries.filter(([name]) => !circumstances.has(name));
  const others = said.filter(([name]) => name !== 'status');
  if (call === 'changeAnimal' && said.length === 1) return undefined;
  if (call !== 'changeAnimal' || !ofStatus.has(event.kind) || others.length === said.length) {
    throw refusal(`It belongs to '${label}', which is waiting on this device. Delete that, or wait until it is sent.`);
  }
  return Object.fromEntries(entries.filter(([name]) => !['status', 'reason', 'day'].includes(name)));
}

const isUndo = (call: OfflineCall): boolean => call === 'voidEvent' || call === 'voidEvents';

const refusal = (message: string): ApiError => new ApiError(409, JSON.stringify({ message }));

interface Parts {
  readonly outbox: Outbox;
  readonly shown: ShownFarm;
  readonly forms: OpenForms;
  readonly connection: ServerConnection;
  readonly user: () => CurrentUser;
  /** Called when waiting operations have changed, so that all windows show them and they are sent. */
  readonly onChange: () => Promise<void>;
  readonly whileNothingIsSent: (work: () => Promise<void>) => Promise<void>;
}

type NewOperation = Omit<StoredOperation, 'seq'>;

/** Saves from forms: stored first; then the form gets the server's answer, or learns that the entry waits. */
export class FormSaves {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Rejects with ApiError if the server refused it, and with NotStored. */
  save(name: OfflineCall, input: object): Promise<unknown> {
    const { shown, outbox } = this.#parts;
    // The screens may have read more from the server since then.
    if (!shown.isComplete) shown.update();
    const unsent = unsentOf(input, outbox.operations);
    return unsent ? this.#changeUnsent(name, unsent) : this.#save(name, input);
  }

  async #save(name: OfflineCall, input: object): Promise<unknown> {
    const { outbox, shown, forms, onChange } = this.#parts;
    try {
      await loadEffects();
    } catch (cause) {
      return sendUnstored({ call: name, ...input }, cause);
    }
    const [made, ofPhoto] = this.#createWithPhoto(name, input);
    const corrected = this.#correctedBy(made);
    let operation: QueuedOperation;
    let photo: QueuedOperation | undefined;
    try {
      [operation, photo] = (await outbox.addAll(ofPhoto ? [made, ofPhoto] : [made])) as [QueuedOperation, QueuedOperation?];
    } catch (cause) {
      return sendUnstored(made, cause);
    }
    const outcome = forms.wait(operation.id);
    // The photo is sent once the form has its answer: if that is a refusal, the form still needs it.
    if (photo) forms.hold(photo.id);
    this.#send(operation);
    const result = await outcome;
    const problem = result === 'waiting' || isApplied(result) ? undefined : problemOf(result);
    // The form shows the reason for the refusal, with everything that was typed.
    if (problem) await outbox.remove(photo ? [operation, photo] : [operation]);
    else if (corrected.length > 0) await outbox.finishCorrection(corrected, operation);
    const before = shown.rows;
    forms.release(operation.id);
    if (photo) forms.release(photo.id);
    if (problem || corrected.length > 0 || photo) void onChange();
    else shown.update();
    if (problem) throw problem;
    return result === 'waiting' ? this.#waitingReply(operation, before) : result.row;
  }

  /** Somebody who records thirty weights without signal must not wait for each of them. */
  #send({ id }: QueuedOperation): void {
    const { connection, forms, onChange } = this.#parts;
    if (!navigator.onLine || connection.isSilent) forms.tell(id, 'waiting');
    void onChange();
  }

  #waitingReply(operation: QueuedOperation, before: FarmRows): unknown {
    const { shown, user } = this.#parts;
    void navigator.storage?.persist?.();
    const reply = effects().replyOf(before, shown.rows, asStored(operation)) ?? { ...operation.params, ...bodyOf(operation) };
    return asWaiting(reply, isBeyondPlan(before, shown.rows, user()) ? 'room' : 'signal');
  }

  /** An event that the server has not created yet is undone by changing its operation. */
  async #changeUnsent(name: OfflineCall, { eventId, maker: { id } }: Unsent): Promise<RecordedEvent> {
    const { outbox, shown, onChange, whileNothingIsSent } = this.#parts;
    const event = shown.rows.events.get(eventId);
    if (!isUndo(name) || !event) throw refusal('This is not sent yet. You can change it once it has been sent.');
    await whileNothingIsSent(async () => {
      await outbox.reload();
      const maker = outbox.unapplied.find((operation) => operation.id === id);
      if (!maker) throw refusal('It has just been sent. Tap Undo again.');
      const body = bodyWithout(maker, event);
      await (body ? outbox.replace(maker, { body }) : outbox.discard([maker]));
    });
    void onChange();
    return event;
  }

  #createWithPhoto(name: OfflineCall, input: object): readonly [NewOperation, ofPhoto?: NewOperation] {
    const { shown, outbox, connection } = this.#parts;
    const { createOperation, separatePhoto } = effects();
    const known = { rows: shown.rows, clockSkewMs: connection.clockSkewMs };
    const [[, withoutPhoto], photo] = separatePhoto(name, input);
    const made = createOperation(name, withoutPhoto, { ...known, queued: outbox.operations });
    return photo ? [made, createOperation(...photo, { ...known, queued: [...outbox.operations, made] })] : [made];
  }

  /** Refused operations that would have created the same records. */
  #correctedBy(made: Pick<StoredOperation, 'call' | 'body'>): readonly QueuedOperation[] {
    const { createdIds } = effects();
    const ids = new Set(createdIds(made));
    return this.#parts.outbox.operations.filter(
      (operation) =>
        operation.state === 'refused' && operation.call === made.call && createdIds(operation).some((id) => ids.has(id)),
    );
  }
}
