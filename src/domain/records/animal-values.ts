import { definedFields } from '../values/defined-fields.ts';
import { animalFields, type AnimalRecord } from './animal.ts';
import { fieldNames, unsetValues } from './fields.ts';
import type { Dollars } from '../values/units.ts';

export type PartialAnimal = { readonly [K in keyof AnimalRecord]?: AnimalRecord[K] | undefined };

const names = fieldNames(animalFields);
const defaults = unsetValues(animalFields);

export const completeFields = (input: PartialAnimal & Pick<AnimalRecord, 'tagNumber' | 'species' | 'sex'>): AnimalRecord =>
  changeFields({ ...defaults, tagNumber: input.tagNumber, species: input.species, sex: input.sex } as AnimalRecord, input);

/** Converts an animal from the wire. */
export const fieldsOf = (animal: Omit<AnimalRecord, 'salePriceCents'> & { readonly salePrice: Dollars | null }): AnimalRecord => {
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

/** What has left is not for sale; its offer is kept for when its departure is undone. */
export const isForSale = ({ status, forSale }: Pick<AnimalRecord, 'status' | 'forSale'>): boolean =>
  status === 'active' && forSale;

export const isOffered = (after: Pick<AnimalRecord, 'forSale'>, before: Pick<AnimalRecord, 'forSale'>): boolean =>
  after.forSale && !before.forSale;
