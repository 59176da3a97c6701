import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { NewAnimal, type Animal } from '#contract/animals.ts';
import { animalFields } from '#domain/records/animal.ts';
import { fieldNames, infosOf } from '#domain/records/fields.ts';
import {
  fieldErrorsOf,
  formInputOf,
  type FormValuesOf,
  formValuesOf,
  fromFormValue,
  numberHint,
  toFormValue,
  violationsOf,
} from '#web/lib/forms/record-form.ts';

// Requests and answers have the price in dollars, as `salePrice`.
const { salePriceCents: salePrice, isReference: _, ...shared } = animalFields;
const formFields = { ...shared, salePrice };

export const animalInfos = infosOf(formFields);
export const animalFormFields = fieldNames(formFields);

/** An EID to be given to a new animal. Its id is made in advance, so that a retry does not add it twice. */
export interface NewEid {
  readonly id: string;
  readonly number: string;
}

/** Form values: texts as typed, weights in pounds. */
export type AnimalFormValues = FormValuesOf<typeof formFields> & { isYearOnly: boolean; eid?: NewEid | null };

export type AnimalInput = Omit<z.input<typeof NewAnimal>, 'id' | 'forSalePrice' | 'isReference'>;

export const valuesOf = (animal: Partial<Animal>): AnimalFormValues => ({
  ...formValuesOf(formFields, animal),
  isYearOnly: typeof animal.birthYear === 'number',
});

export const newAnimalValues = valuesOf({ tagNumber: '', species: 'goat', sex: 'female' });

export const bornIn = ({
  isYearOnly,
  birthDate,
  birthYear,
}: Pick<AnimalFormValues, 'isYearOnly' | 'birthDate' | 'birthYear'>) => ({
  birthDate: isYearOnly || birthDate === '' ? null : birthDate,
  birthYear: isYearOnly ? (fromFormValue('year', birthYear) as number | null) : null,
});

export const inputOf = (values: AnimalFormValues): AnimalInput => ({
  ...formInputOf(formFields, values),
  ...bornIn(values),
});

/** The form values of the animal after a request has changed it. */
export const withInput = (values: AnimalFormValues, input: Readonly<Record<string, unknown>>): AnimalFormValues => ({
  ...values,
  ...Object.fromEntries(
    animalFormFields
      .filter((name) => Object.hasOwn(input, name))
      .map((name) => [name, toFormValue(animalInfos[name].kind, name === 'salePrice' ? numberOf(input[name]) : input[name])]),
  ),
  ...('birthYear' in input && { isYearOnly: typeof input['birthYear'] === 'number' }),
});

const numberOf = (price: unknown): number | null =>
  price === null || price === undefined || price === '' ? null : Number(price);

/** Only what differs from the animal as it was opened, so that two people can change different fields of it. */
export function changesBetween(before: AnimalFormValues, after: AnimalFormValues): Partial<AnimalInput> {
  const [old, now] = [inputOf(before), inputOf(after)];
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== old[key as keyof AnimalInput]));
}

type FormFieldName = (typeof animalFormFields)[number];

export function formField(path: string): FormFieldName | undefined {
  const name = path === 'forSalePrice' ? 'salePrice' : path;
  return Object.hasOwn(formFields, name) ? (name as FormFieldName) : undefined;
}

export const animalResolver: Resolver<AnimalFormValues, unknown, AnimalFormValues> = (values) => {
  const result = NewAnimal.safeParse(inputOf(values));
  if (result.success) return { values, errors: {} };
  const violations = violationsOf(result.error).flatMap(({ field, message }) => {
    const name = formField(field);
    return name ? { field: name, message: numberHint(animalInfos[name].kind) ?? message } : [];
  });
  return { values: {}, errors: fieldErrorsOf<AnimalFormValues>(violations) };
};
