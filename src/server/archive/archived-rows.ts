import type { Insertable } from 'kysely';
import type { ArchivedAnimal, ArchivedBreedingRecord, ArchivedHealthRecord } from '#contract/archive.ts';
import { sharesParent, type ParentIds } from '#domain/breeding.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import { toRow } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema.ts';
import { toCheckup } from '#server/journal/checkups.ts';
import type { NewEvent } from '#server/journal/journal.queries.ts';

export interface IdMapping {
  /** The id that the record has, or will have, on this farm. */
  of(id: string): string;
  exists(id: string): boolean;
}

/** Stored instead of the digest of a create request, so that no request can be a retry of an imported record. */
const archiveDigest = 'archive';

export function toAnimalRow(
  id: string,
  animal: ArchivedAnimal,
  { motherId, fatherId }: ParentIds,
  imageUrl: string | null,
): NewAnimalRow {
  const { photo: _, createdAt, updatedAt, ...fields } = animal;
  return {
    ...toRow({ ...fields, motherId, fatherId, imageUrl }),
    id,
    import_id: null,
    create_digest: archiveDigest,
    version: 1,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export function toCheckupEvent(id: string, animalId: string, archived: ArchivedHealthRecord): NewEvent {
  const { id: _, createdAt, ...record } = archived;
  return {
    id,
    kind: 'checkup',
    animalId,
    day: record.date,
    detail: toCheckup(record),
    createDigest: archiveDigest,
    createdAt,
  };
}

export function toBreedingRow(
  id: string,
  animalIds: IdMapping,
  record: ArchivedBreedingRecord,
): Omit<Insertable<Database['breeding_records']>, 'farm_id' | 'revision'> {
  const { offspringIds: _, ...fields } = record;
  return {
    ...toRow({ ...fields, fatherId: animalIds.of(fields.fatherId), motherId: animalIds.of(fields.motherId) }),
    id,
    create_digest: archiveDigest,
  };
}

/** Leaves out offspring whose parents on this farm no longer match the record. */
export function toOffspringRows(
  breedingId: string,
  ids: IdMapping,
  { offspringIds, motherId, fatherId }: ArchivedBreedingRecord,
  parents: ReadonlyMap<string, ParentIds>,
): Omit<Insertable<Database['breeding_offspring']>, 'farm_id'>[] {
  const pair = { motherId: ids.of(motherId), fatherId: ids.of(fatherId) };
  const offspring = offspringIds.map((id) => ids.of(id)).filter((id) => sharesParent(parents.get(id) ?? noParents, pair));
  return offspring.map((animalId, index) => ({ breeding_id: breedingId, position: index + 1, animal_id: animalId }));
}

const noParents: ParentIds = { motherId: null, fatherId: null };
