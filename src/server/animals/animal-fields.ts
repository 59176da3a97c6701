import type { Animal, NewAnimal } from '#contract/animals.ts';
import type { Cents } from '#domain/money.ts';
import { definedFields } from '#server/http/defined-fields.ts';
import type { AnimalColumns, NewAnimalRow } from './animals.queries.ts';

/** What a farmer can write about an animal, complete; the price in cents. */
export interface AnimalFields extends Omit<Animal, 'id' | 'salePrice' | 'forSalePrice' | 'version' | 'createdAt' | 'updatedAt'> {
  readonly salePrice: Cents | null;
}

/** Any of them, as a body carries them. */
export type SomeFields = { readonly [K in keyof AnimalFields]?: AnimalFields[K] | undefined };

const columnOf = {
  tagNumber: 'tag_number',
  name: 'name',
  species: 'species',
  sex: 'sex',
  birthDate: 'birth_date',
  birthYear: 'birth_year',
  breed: 'breed',
  color: 'color',
  motherId: 'mother_id',
  fatherId: 'father_id',
  pedigreeUrl: 'pedigree_url',
  vaccinated: 'vaccinated',
  imageUrl: 'image_url',
  notes: 'notes',
  status: 'status',
  healthStatus: 'health_status',
  forSale: 'for_sale',
  salePrice: 'sale_price_cents',
  saleDescription: 'sale_description',
  birthWeightGrams: 'birth_weight_grams',
  weaningWeightGrams: 'weaning_weight_grams',
  weaningAgeDays: 'weaning_age_days',
  isReference: 'is_reference',
} as const satisfies Record<keyof AnimalFields, keyof AnimalColumns>;

const fieldNames = Object.keys(columnOf) as (keyof AnimalFields)[];

/** Of an animal of which nothing else is said. */
export const usualHealth = '3';

const unsaid = {
  name: null,
  birthDate: null,
  birthYear: null,
  breed: null,
  color: null,
  motherId: null,
  fatherId: null,
  pedigreeUrl: null,
  vaccinated: false,
  imageUrl: null,
  notes: null,
  status: 'active',
  healthStatus: usualHealth,
  forSale: false,
  salePrice: null,
  saleDescription: null,
  birthWeightGrams: null,
  weaningWeightGrams: null,
  weaningAgeDays: null,
  isReference: false,
} as const satisfies Partial<AnimalFields>;

/** A new animal with what was not said filled in. */
export const completeFields = (given: Omit<NewAnimal, 'id'>): AnimalFields =>
  changeFields({ ...unsaid, tagNumber: given.tagNumber, species: given.species, sex: given.sex }, given);

export const fieldsOf = (animal: Animal): AnimalFields => ({
  ...(Object.fromEntries(fieldNames.map((field) => [field, animal[field]])) as unknown as AnimalFields),
  salePrice: animal.salePrice === null ? null : Math.round(animal.salePrice * 100),
});

/** A birth date and a mere year exclude one another: setting one clears the other, and the date says more. */
export function changeFields(before: AnimalFields, sent: SomeFields): AnimalFields {
  const after = { ...before, ...definedFields(sent) };
  if (sent.birthDate) return { ...after, birthYear: null };
  if (sent.birthYear) return { ...after, birthDate: null };
  return after;
}

/** The fields in which two descriptions of an animal differ. */
export const differingFields = (before: AnimalFields, after: AnimalFields): Set<keyof AnimalFields> =>
  new Set(fieldNames.filter((field) => before[field] !== after[field]));

export const toColumns = (fields: AnimalFields, only: ReadonlySet<keyof AnimalFields>): AnimalColumns =>
  Object.fromEntries([...only].map((field) => [columnOf[field], fields[field]]));

/** The row of a new animal. `importId`: the import it came with. */
export function newAnimalRow(
  id: string,
  fields: AnimalFields,
  { createDigest, now, importId = null }: { createDigest: string; now: string; importId?: string | null },
): NewAnimalRow {
  return {
    ...(toColumns(fields, new Set(fieldNames)) as NewAnimalRow),
    id,
    import_id: importId,
    create_digest: createDigest,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}
