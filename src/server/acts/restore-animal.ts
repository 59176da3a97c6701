import type { AnimalRecord } from '#domain/records/animal.ts';
import { created, logChanges, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { mayUsePicture } from '#server/files/files.queries.ts';
import { restoreEvents, type DeletedEvent } from './restore-events.ts';
import { Problem } from '#server/problem.ts';
import { countsAgainstCap, ensureRoomFor } from '#server/animals/animal-cap.ts';
import { completeFields, type PartialAnimal } from '#domain/records/animal-values.ts';
import { newAnimalRow } from '#server/animals/animal-fields.ts';
import { writeListing, type StoredListing } from '#server/animals/listing.queries.ts';
import { restoredListing, versionAfter, type Remains } from '#server/animals/remains.ts';
import { findAnimal, insertAnimal } from '#server/animals/animals.queries.ts';

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
