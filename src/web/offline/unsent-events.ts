import type { RecordedEvent } from '#contract/events.ts';
import { ApiError } from '#web/lib/api.ts';
import type { QueuedOperation } from './database.ts';
import { isMadeBy } from './made-ids.ts';
import { bodyOf, type Json } from './operation-body.ts';
import type { OfflineCall } from './operation.ts';

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Unsent {
  readonly eventId: string;
  /** The operation from which the server will make the event. */
  readonly maker: QueuedOperation;
}

/** What a call is to change, where the server has not made it yet and will give it another id. */
export function unsentOf({ params, body }: Input, operations: readonly QueuedOperation[]): Unsent | undefined {
  const { ids } = bodyOf({ body });
  for (const eventId of [params?.['id'] ?? '', ...(Array.isArray(ids) ? (ids as string[]) : [])]) {
    const maker = operations.find(({ id }) => isMadeBy(id, eventId));
    if (maker) return { eventId, maker };
  }
  return undefined;
}

/** That an animal was sold or has died follows from its status. */
const ofStatus = new Set<string>(['sale', 'death']);
/** They say nothing of the animal itself. */
const circumstances = new Set(['version', 'reason', 'day']);

/** The body of the operation without what makes the event; undefined where nothing is left of it. Fails where they cannot be told apart. */
export function bodyWithout({ call, body, label }: QueuedOperation, event: RecordedEvent): Json | undefined {
  const entries = Object.entries(bodyOf({ body }));
  const said = entries.filter(([name]) => !circumstances.has(name));
  const others = said.filter(([name]) => name !== 'status');
  if (call === 'changeAnimal' && said.length === 1) return undefined;
  if (call !== 'changeAnimal' || !ofStatus.has(event.kind) || others.length === said.length) {
    throw refusal(`It belongs to '${label}', which is waiting on this phone. Delete that, or wait until it is sent.`);
  }
  return Object.fromEntries(entries.filter(([name]) => !['status', 'reason', 'day'].includes(name)));
}

export const isUndo = (call: OfflineCall): boolean => call === 'voidEvent' || call === 'voidEvents';

export const refusal = (message: string): ApiError => new ApiError(409, JSON.stringify({ message }));
