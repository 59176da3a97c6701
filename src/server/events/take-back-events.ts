import { uuidv7 } from 'uuidv7';
import type { NewEvent, RecordedEvent } from '#contract/events.ts';
import { eventFields, eventKinds } from '#domain/records/events.ts';
import { fieldNames, type Fields } from '#domain/records/fields.ts';
import type { Tx } from '#server/db/transaction.ts';
import { digestOf } from '#server/idempotency/create-once.ts';
import { findEvents } from './events.queries.ts';
import { voidAll, writeEvents, type Member } from './events.service.ts';

interface ChangedEvents {
  /** The ids of the events that were recorded. */
  readonly recorded: readonly string[];
  /** The ids of the events that were voided, including replaced ones. */
  readonly voided: readonly string[];
}

/** Voids the recorded events and records the voided ones again, as replacements where they had been replaced. */
export async function takeBackEvents(tx: Tx, member: Member, now: Date, { recorded, voided }: ChangedEvents): Promise<void> {
  const events = await findEvents(tx, member.farmId, [...recorded, ...voided]);
  const [added, ended] = [recorded, voided].map((ids) => ids.flatMap((id) => events.get(id) ?? [])) as [
    RecordedEvent[],
    RecordedEvent[],
  ];
  const successors = new Map(added.map((event) => [event.replacesId, event]));
  const writes = ended.map((restored) => {
    const event = contentOf(restored);
    const replaced = successors.get(restored.id);
    return { event, createDigest: digestOf({ restores: restored.id, ...event }), path: '', replaced, restored };
  });
  const replaced = new Set(writes.map((write) => write.replaced));
  const remaining = added.filter((event) => !replaced.has(event));
  if (remaining.length > 0) await voidAll(tx, member, now, remaining, null);
  await writeEvents(tx, member, now, writes);
}

/** The request with which the event was recorded. */
function contentOf(event: RecordedEvent): NewEvent {
  const names = fieldNames<Fields>({ ...eventFields, ...eventKinds[event.kind].fields });
  const stored = new Map<string, unknown>(Object.entries(event));
  const fields = Object.fromEntries(names.map((name) => [name, stored.get(name)]));
  return { ...fields, kind: event.kind, id: uuidv7() } as NewEvent;
}
