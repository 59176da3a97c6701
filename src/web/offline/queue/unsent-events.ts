import type { RecordedEvent } from '#contract/events.ts';
import { ApiError } from '#web/lib/server/api.ts';
import type { QueuedOperation } from '../copy/database.ts';
import { isIdOfOperation } from './operation-ids.ts';
import { bodyOf, type Json } from './operation-body.ts';
import type { OfflineCall } from './operation.ts';

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Unsent {
  readonly eventId: string;
  /** The operation that will create the event. */
  readonly maker: QueuedOperation;
}

/** The event that a call changes, if the server has not created it yet and will give it another id. */
export function unsentOf({ params, body }: Input, operations: readonly QueuedOperation[]): Unsent | undefined {
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
export function bodyWithout({ call, body, label }: QueuedOperation, event: RecordedEvent): Json | undefined {
  const entries = Object.entries(bodyOf({ body }));
  const said = entries.filter(([name]) => !circumstances.has(name));
  const others = said.filter(([name]) => name !== 'status');
  if (call === 'changeAnimal' && said.length === 1) return undefined;
  if (call !== 'changeAnimal' || !ofStatus.has(event.kind) || others.length === said.length) {
    throw refusal(`It belongs to '${label}', which is waiting on this device. Delete that, or wait until it is sent.`);
  }
  return Object.fromEntries(entries.filter(([name]) => !['status', 'reason', 'day'].includes(name)));
}

export const isUndo = (call: OfflineCall): boolean => call === 'voidEvent' || call === 'voidEvents';

export const refusal = (message: string): ApiError => new ApiError(409, JSON.stringify({ message }));
