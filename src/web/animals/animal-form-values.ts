import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { NewAnimal, type Animal } from '#contract/animals.ts';
import type { AnimalStatus, HealthStatus, Sex, Species } from '#domain/animals.ts';
import { parsePounds, poundText } from '#domain/weights.ts';

/** Form values: texts as typed, weights in pounds. */
export interface AnimalFormValues {
  tagNumber: string;
  name: string;
  species: Species;
  sex: Sex;
  isYearOnly: boolean;
  birthDate: string;
  birthYear: string;
  breed: string;
  color: string;
  motherId: string | null;
  fatherId: string | null;
  pedigreeUrl: string;
  vaccinated: boolean;
  imageUrl: string | null;
  notes: string;
  status: AnimalStatus;
  healthStatus: HealthStatus;
  forSale: boolean;
  salePrice: string;
  saleDescription: string;
  birthWeight: string;
  weaningWeight: string;
  weaningAgeDays: string;
}

/** Request body without the id. */
export type AnimalInput = Omit<z.input<typeof NewAnimal>, 'id' | 'forSalePrice' | 'isReference'>;

export const newAnimalValues: AnimalFormValues = {
  tagNumber: '',
  name: '',
  species: 'goat',
  sex: 'female',
  isYearOnly: false,
  birthDate: '',
  birthYear: '',
  breed: '',
  color: '',
  motherId: null,
  fatherId: null,
  pedigreeUrl: '',
  vaccinated: false,
  imageUrl: null,
  notes: '',
  status: 'active',
  healthStatus: '3',
  forSale: false,
  salePrice: '',
  saleDescription: '',
  birthWeight: '',
  weaningWeight: '',
  weaningAgeDays: '',
};

export const valuesOf = (animal: Animal): AnimalFormValues => ({
  tagNumber: animal.tagNumber,
  name: animal.name ?? '',
  species: animal.species,
  sex: animal.sex,
  isYearOnly: animal.birthYear !== null,
  birthDate: animal.birthDate ?? '',
  birthYear: numberText(animal.birthYear),
  breed: animal.breed ?? '',
  color: animal.color ?? '',
  motherId: animal.motherId,
  fatherId: animal.fatherId,
  pedigreeUrl: animal.pedigreeUrl ?? '',
  vaccinated: animal.vaccinated,
  imageUrl: animal.imageUrl,
  notes: animal.notes ?? '',
  status: animal.status,
  healthStatus: animal.healthStatus,
  forSale: animal.forSale,
  salePrice: priceText(animal.salePrice),
  saleDescription: animal.saleDescription ?? '',
  birthWeight: animal.birthWeightGrams === null ? '' : poundText(animal.birthWeightGrams),
  weaningWeight: animal.weaningWeightGrams === null ? '' : poundText(animal.weaningWeightGrams),
  weaningAgeDays: numberText(animal.weaningAgeDays),
});

/** Dollars as people write them: 1250 or 1250.50. */
const priceText = (dollars: number | null): string =>
  dollars === null || Number.isInteger(dollars) ? numberText(dollars) : dollars.toFixed(2);

const numberText = (value: number | null): string => (value === null ? '' : String(value));

/** A birth date, or a year where only that is known; never both. */
export const bornIn = ({
  isYearOnly,
  birthDate,
  birthYear,
}: Pick<AnimalFormValues, 'isYearOnly' | 'birthDate' | 'birthYear'>) => ({
  birthDate: isYearOnly || birthDate === '' ? null : birthDate,
  birthYear: isYearOnly ? wholeNumber(birthYear) : null,
});

/** The request body. A text that is not a number becomes NaN, which the contract refuses. */
export function inputOf(values: AnimalFormValues): AnimalInput {
  const { isYearOnly, birthDate, birthYear, birthWeight, weaningWeight, weaningAgeDays, salePrice, ...same } = values;
  return {
    ...same,
    ...bornIn({ isYearOnly, birthDate, birthYear }),
    // '$1,250.00' is read as 1250; '7,5' is left for the contract to refuse, because it may mean 7.50.
    salePrice: salePrice.replaceAll(/[\s$]|,(?=\d{3}(?:\D|$))/g, ''),
    birthWeightGrams: grams(birthWeight),
    weaningWeightGrams: grams(weaningWeight),
    weaningAgeDays: wholeNumber(weaningAgeDays),
  };
}

const wholeNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const grams = (text: string): number | null => (text.trim() === '' ? null : (parsePounds(text) ?? Number.NaN));

/** Only fields that differ from the animal as it was opened, so that two people can change different fields of one animal. */
export function changesBetween(before: AnimalFormValues, after: AnimalFormValues): Partial<AnimalInput> {
  const [old, now] = [inputOf(before), inputOf(after)];
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== old[key as keyof AnimalInput]));
}

/** Names of form fields that differ from the contract's. */
const renamed = new Map([
  ['birthWeightGrams', 'birthWeight'],
  ['weaningWeightGrams', 'weaningWeight'],
  ['forSalePrice', 'salePrice'],
]);

export function formField(path: string): keyof AnimalFormValues | undefined {
  const name = renamed.get(path) ?? path;
  return Object.hasOwn(newAnimalValues, name) ? (name as keyof AnimalFormValues) : undefined;
}

/** Messages for fields where the contract only knows that the number is wrong. */
const sentences: Partial<Record<keyof AnimalFormValues, string>> = {
  birthYear: 'Write the year with four digits, from 1980 on',
  birthWeight: 'Write the weight in pounds, such as 7.5',
  weaningWeight: 'Write the weight in pounds, such as 45',
  weaningAgeDays: 'Write the age in days, from 1 to 1,000',
};

/** Validates with the contract's own schema, so that form and server agree. */
export const animalResolver: Resolver<AnimalFormValues, unknown, AnimalFormValues> = (values) => {
  const result = NewAnimal.safeParse(inputOf(values));
  if (result.success) return { values, errors: {} };
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of result.error.issues) {
    const field = formField(String(issue.path[0]));
    if (field) errors[field] ??= { type: 'contract', message: sentences[field] ?? issue.message };
  }
  return { values: {}, errors };
};
