import type { Animal } from '#contract/animals.ts';
import type { Cents } from '#domain/money.ts';
import { animalFields, type AnimalRecord } from '#domain/records/animal.ts';
import { fieldNames, unsetValues } from '#domain/records/fields.ts';
import { toRow } from '#server/db/record-columns.ts';
import { definedFields } from '#server/http/defined-fields.ts';
import type { AnimalColumns, NewAnimalRow } from './animals.queries.ts';

export type PartialAnimal = { readonly [K in keyof AnimalRecord]?: AnimalRecord[K] | undefined };

const names = fieldNames(animalFields);
const defaults = unsetValues(animalFields);

/** The contract has converted `salePrice` to cents. */
export const fromRequest = <T extends { readonly salePrice?: Cents | null | undefined }>({ salePrice, ...rest }: T) => ({
  ...rest,
  ...(salePrice !== undefined && { salePriceCents: salePrice }),
});

export const completeFields = (input: PartialAnimal & Pick<AnimalRecord, 'tagNumber' | 'species' | 'sex'>): AnimalRecord =>
  changeFields({ ...defaults, tagNumber: input.tagNumber, species: input.species, sex: input.sex } as AnimalRecord, input);

export const fieldsOf = (animal: Animal): AnimalRecord => {
  const salePriceCents = animal.salePrice === null ? null : Math.round(animal.salePrice * 100);
  const stored: Partial<AnimalRecord> = { ...animal, salePriceCents };
  return Object.fromEntries(names.map((name) => [name, stored[name]])) as unknown as AnimalRecord;
};

/** A birth date and a birth year exclude each other; the date takes precedence. */
export function changeFields(before: AnimalRecord, input: PartialAnimal): AnimalRecord {
  const after = { ...before, ...definedFields(input) };
  if (input.birthDate) return { ...after, birthYear: null };
  if (input.birthYear) return { ...after, birthDate: null };
  return after;
}

export const differingFields = (before: AnimalRecord, after: AnimalRecord): Set<keyof AnimalRecord> =>
  new Set(names.filter((name) => before[name] !== after[name]));

export const offerFields = ['forSale', 'salePriceCents', 'saleDescription'] as const satisfies readonly (keyof AnimalRecord)[];

type SaleFields = Pick<AnimalRecord, (typeof offerFields)[number] | 'status'>;
const notForSale: SaleFields = { forSale: false, salePriceCents: null, saleDescription: null, status: 'active' };

/** Whether a change offers an animal, says that it was sold, or takes either back. */
export const changesSale = (after: SaleFields, before: SaleFields = notForSale): boolean =>
  offerFields.some((name) => before[name] !== after[name]) || (before.status === 'sold') !== (after.status === 'sold');

export const toColumns = (fields: Partial<AnimalRecord>, selected: ReadonlySet<keyof AnimalRecord>): AnimalColumns =>
  toRow(Object.fromEntries([...selected].map((name) => [name, fields[name]])));

export function newAnimalRow(
  id: string,
  fields: AnimalRecord,
  { createDigest, now, importId = null }: { createDigest: string; now: string; importId?: string | null },
): NewAnimalRow {
  return {
    ...toRow(fields),
    id,
    import_id: importId,
    create_digest: createDigest,
    version: 1,
    created_at: now,
    updated_at: now,
  };
}
