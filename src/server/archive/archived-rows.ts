import type { Insertable } from 'kysely';
import type { ArchivedAnimal, ArchivedBreedingRecord, ArchivedHealthRecord } from '#contract/archive.ts';
import { sharesParent, type ParentIds } from '#domain/breeding.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { Database } from '#server/db/schema.ts';

/** Maps the ids of an archive to those of this farm. */
export interface IdMapping {
  /** The id that the record has, or will have, on this farm. */
  of(id: string): string;
  exists(id: string): boolean;
}

/** Stored instead of the digest of a create request, so that no request can be a retry of an imported record. */
const archiveDigest = 'archive';

export const toAnimalRow = (id: string, animal: ArchivedAnimal, parents: ParentIds, imageUrl: string | null): NewAnimalRow => ({
  id,
  tag_number: animal.tagNumber,
  name: animal.name,
  species: animal.species,
  sex: animal.sex,
  birth_date: animal.birthDate,
  birth_year: animal.birthYear,
  breed: animal.breed,
  color: animal.color,
  mother_id: parents.motherId,
  father_id: parents.fatherId,
  pedigree_url: animal.pedigreeUrl,
  vaccinated: animal.vaccinated,
  image_url: imageUrl,
  notes: animal.notes,
  status: animal.status,
  health_status: animal.healthStatus,
  for_sale: animal.forSale,
  sale_price_cents: animal.salePriceCents,
  sale_description: animal.saleDescription,
  birth_weight_grams: animal.birthWeightGrams,
  weaning_weight_grams: animal.weaningWeightGrams,
  weaning_age_days: animal.weaningAgeDays,
  is_reference: animal.isReference,
  import_id: null,
  create_digest: archiveDigest,
  version: 1,
  created_at: animal.createdAt,
  updated_at: animal.updatedAt,
});

export const toHealthRow = (
  id: string,
  animalId: string,
  record: ArchivedHealthRecord,
): Omit<Insertable<Database['health_records']>, 'farm_id'> => ({
  id,
  animal_id: animalId,
  date: record.date,
  record_type: record.recordType,
  health_status: record.healthStatus,
  description: record.description,
  weight_grams: record.weightGrams,
  veterinarian: record.veterinarian,
  medication: record.medication,
  dosage: record.dosage,
  next_due_date: record.nextDueDate,
  notes: record.notes,
  cdnt: record.cdnt,
  hoofs_trimmed: record.hoofsTrimmed,
  dewormed: record.dewormed,
  create_digest: archiveDigest,
  created_at: record.createdAt,
});

export const toBreedingRow = (
  id: string,
  animalIds: IdMapping,
  record: ArchivedBreedingRecord,
): Omit<Insertable<Database['breeding_records']>, 'farm_id'> => ({
  id,
  father_id: animalIds.of(record.fatherId),
  mother_id: animalIds.of(record.motherId),
  breeding_date: record.breedingDate,
  expected_due_date: record.expectedDueDate,
  actual_birth_date: record.actualBirthDate,
  notes: record.notes,
  outcome: record.outcome,
  create_digest: archiveDigest,
  created_at: record.createdAt,
});

/** Only offspring whose parents on this farm still match the record. */
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
