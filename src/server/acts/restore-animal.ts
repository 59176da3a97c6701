import type { AnimalRecord } from '#domain/records/animal.ts';
import { created, logChanges, logCreated, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { mayUsePicture, isOwnPicture } from '#server/files/files.queries.ts';
import { Problem } from '#server/problem.ts';
import { countsAgainstCap, ensureRoomFor } from '#server/animals/animal-cap.ts';
import { completeFields, type PartialAnimal } from '#domain/records/animal-values.ts';
import { newAnimalRow } from '#server/animals/animal-fields.ts';
import { writeListing, type StoredListing } from '#server/animals/listing.queries.ts';
import { restoredListing, versionAfter, type Remains } from '#server/animals/remains.ts';
import { findAnimal, insertAnimal } from '#server/animals/animals.queries.ts';
import { asJournalEvent } from '#domain/journal/complete-event.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { updateStates } from '#server/journal/animal-states.ts';
import { insertEvents, toDetail, type deleteEvents, type NewEventRow } from '#server/journal/journal.queries.ts';

export interface DeletedAnimal {
  readonly id: string;
  readonly fields: PartialAnimal & Pick<AnimalRecord, 'tagNumber' | 'species' | 'sex'>;
  readonly remains: Partial<Remains>;
  readonly events: readonly DeletedEvent[];
}

/** Adds a deleted animal again with its events, without references to parents and pictures that no longer exist. */
export async function restoreAnimal(tx: Tx, act: Act, now: Date, { id, fields, remains, events }: DeletedAnimal): Promise<void> {
  const { farmId } = act;
  const [motherId, fatherId] = await Promise.all(
    [fields.motherId, fields.fatherId].map((parent) => existing(tx, farmId, parent)),
  );
  const { imageUrl: url = null } = fields;
  const imageUrl = (await mayUsePicture(tx, farmId, url)) ? url : null;
  const complete = completeFields({ ...fields, motherId, fatherId, imageUrl });
  await ensureRoomFor(tx, farmId, { active: countsAgainstCap(complete) ? 1 : 0, animals: 1, events: events.length });
  const moment = now.toISOString();
  const row = {
    ...newAnimalRow(id, complete, { createDigest: restoredDigest, now: moment }),
    version: versionAfter(remains),
    created_at: remains.createdAt ?? moment,
  };
  if (!(await insertAnimal(tx, farmId, row))) throw new Problem('acts.changed_since');
  await restoreListing(tx, farmId, id, restoredListing(remains));
  await logChanges(tx, act, now, [created('animal', id)]);
  await restoreEvents(tx, act, now, events);
}

async function restoreListing(tx: Tx, farmId: FarmId, id: string, listing: StoredListing): Promise<void> {
  const photos = [];
  for (const url of listing.photos) if (await mayUsePicture(tx, farmId, url)) photos.push(url);
  await writeListing(tx, farmId, id, { ...listing, photos });
}

/** Stored instead of the digest of a create request, so that no request can be a retry of an animal that was put back. */
const restoredDigest = 'restored';

const existing = async (tx: Tx, farmId: FarmId, id: string | null | undefined): Promise<string | null> =>
  id && (await findAnimal(tx, farmId, id)) ? id : null;

/** A row from `deleteEvents` as stored in the log, where null values may be missing. */
type DeletedEvent = Partial<Awaited<ReturnType<typeof deleteEvents>>[number]>;

/** Adds the deleted events of an animal again, with their authors. The fields of the animal have been restored before. */
async function restoreEvents(tx: Tx, act: Act, now: Date, deleted: readonly DeletedEvent[]): Promise<void> {
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
  await logCreated(tx, act, now, 'event', restored);
}
