import { asJournalEvent } from '#domain/journal/complete-event.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { created, logChanges, type Act } from '#server/db/changes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isOwnPicture } from '#server/files/files.queries.ts';
import { updateStates } from '#server/journal/animal-states.ts';
import { insertEvents, toDetail, type deleteEvents, type NewEventRow } from '#server/journal/journal.queries.ts';

/** A row from `deleteEvents` as stored in the log, where null values may be missing. */
export type DeletedEvent = Partial<Awaited<ReturnType<typeof deleteEvents>>[number]>;

/** Adds the deleted events of an animal again, with their authors. The fields of the animal have been restored before. */
export async function restoreEvents(tx: Tx, act: Act, now: Date, deleted: readonly DeletedEvent[]): Promise<void> {
  const { farmId } = act;
  const restored: NewEventRow[] = [];
  for (const [byUser, events] of Map.groupBy(deleted, (event) => event.byUser ?? null)) {
    const rows: NewEventRow[] = [];
    for (const { byUser: _, detail = '{}', ...event } of events) {
      const complete = { ...event, detail: toDetail(event.kind as NewEventRow['kind'], detail) } as NewEventRow;
      const photo = event.kind === 'note' ? (complete.detail as EventDetail<'note'>).photo : null;
      const isGone = photo !== null && !(await isOwnPicture(tx, farmId, photo));
      rows.push(isGone ? { ...complete, detail: { ...complete.detail, photo: null } } : complete);
    }
    await insertEvents(tx, farmId, byUser, rows);
    restored.push(...rows);
  }
  const valid = restored.filter(({ voidedAt = null }) => voidedAt === null).map(asJournalEvent);
  await updateStates(tx, farmId, { added: valid, voided: [] });
  await logChanges(
    tx,
    act,
    now,
    restored.map(({ id }) => created('event', id)),
  );
}
