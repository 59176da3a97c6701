import type { Insertable } from 'kysely';
import type { ArchivedAnimal, ArchivedBreedingRecord, ArchivedHealthRecord } from '#contract/archive.ts';
import { sharesParent, type ParentIds } from '#domain/breeding.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import type { Database } from '#server/db/schema.ts';

/** Under which ids the records of an archive come to this farm. */
export interface Ids {
  /** The id that the record has, or will have, on this farm. */
  of(id: string): string;
  isThere(id: string): boolean;
}

/** In place of the digest of what a row was created from: no create can be the retry of one that was brought in. */
const archived = 'archive';

export const animalRow = (id: string, animal: ArchivedAnimal, parents: ParentIds, imageUrl: string | null): NewAnimalRow => ({
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
  create_digest: archived,
  version: 1,
  created_at: animal.createdAt,
  updated_at: animal.updatedAt,
});

export const healthRow = (
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
  create_digest: archived,
  created_at: record.createdAt,
});

export const breedingRow = (
  id: string,
  animalIds: Ids,
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
  create_digest: archived,
  created_at: record.createdAt,
});

/** Young whose parents here are still those of the record. */
export function youngRows(
  breedingId: string,
  ids: Ids,
  { offspringIds, motherId, fatherId }: ArchivedBreedingRecord,
  parents: ReadonlyMap<string, ParentIds>,
): Omit<Insertable<Database['breeding_offspring']>, 'farm_id'>[] {
  const pair = { motherId: ids.of(motherId), fatherId: ids.of(fatherId) };
  const fitting = offspringIds.map((id) => ids.of(id)).filter((id) => sharesParent(parents.get(id) ?? unknown, pair));
  return fitting.map((animalId, index) => ({ breeding_id: breedingId, position: index + 1, animal_id: animalId }));
}

const unknown: ParentIds = { motherId: null, fatherId: null };
