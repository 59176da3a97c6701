import type { Animal, NewAnimal } from '#contract/animals.ts';
import type { Cents } from '#domain/money.ts';
import { definedFields } from '#server/http/defined-fields.ts';
import type { AnimalColumns, NewAnimalRow } from './animals.queries.ts';

/** All fields of an animal that a farmer can edit; `salePrice` is in cents. */
export interface AnimalFields extends Omit<Animal, 'id' | 'salePrice' | 'forSalePrice' | 'version' | 'createdAt' | 'updatedAt'> {
  readonly salePrice: Cents | null;
}

export type PartialAnimalFields = { readonly [K in keyof AnimalFields]?: AnimalFields[K] | undefined };

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

/** The health status of an animal without any information about it. */
export const defaultHealthStatus = '3';

const defaults = {
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
  healthStatus: defaultHealthStatus,
  forSale: false,
  salePrice: null,
  saleDescription: null,
  birthWeightGrams: null,
  weaningWeightGrams: null,
  weaningAgeDays: null,
  isReference: false,
} as const satisfies Partial<AnimalFields>;

export const completeFields = (input: Omit<NewAnimal, 'id'>): AnimalFields =>
  changeFields({ ...defaults, tagNumber: input.tagNumber, species: input.species, sex: input.sex }, input);

export const fieldsOf = (animal: Animal): AnimalFields => ({
  ...(Object.fromEntries(fieldNames.map((field) => [field, animal[field]])) as unknown as AnimalFields),
  salePrice: animal.salePrice === null ? null : Math.round(animal.salePrice * 100),
});

/** A birth date and a birth year exclude each other, so setting one clears the other; the date takes precedence. */
export function changeFields(before: AnimalFields, input: PartialAnimalFields): AnimalFields {
  const after = { ...before, ...definedFields(input) };
  if (input.birthDate) return { ...after, birthYear: null };
  if (input.birthYear) return { ...after, birthDate: null };
  return after;
}

export const differingFields = (before: AnimalFields, after: AnimalFields): Set<keyof AnimalFields> =>
  new Set(fieldNames.filter((field) => before[field] !== after[field]));

export const toColumns = (fields: AnimalFields, selected: ReadonlySet<keyof AnimalFields>): AnimalColumns =>
  Object.fromEntries([...selected].map((field) => [columnOf[field], fields[field]]));

/** `importId` is the import that added the animal. */
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
