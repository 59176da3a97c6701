import { type FieldErrors, type FieldValues, set } from 'react-hook-form';
import type { z } from 'zod';
import type { Violation } from '#domain/journal/validate-event.ts';
import { type FieldInfo, type FieldKind, type Fields, infoOf, itemsOf } from '#domain/records/fields.ts';
import { readWeight, typedWeight, weightHint } from '../text/weight-text.ts';
import type { Dollars } from '#domain/values/units.ts';
import { maxGrowthGrams } from '#domain/values/weights.ts';

/** The form value of a field: numbers as typed, weights in the farm's unit, empty text for nothing. */
export type FormValue<T> = boolean extends T
  ? boolean
  : string extends NonNullable<T>
    ? string
    : NonNullable<T> extends number
      ? string
      : NonNullable<T> | (null extends T ? typeof notStated : never);

/** The form values of described fields. The id of another record, or the address of a picture, is as it is stored. */
export type FormValuesOf<F extends Fields> = {
  -readonly [K in keyof F]: K extends `${string}Id` | 'imageUrl' ? z.output<F[K]> : FormValue<z.output<F[K]>>;
};

/** Of a choice that is left open, because an option cannot have an empty value. Of a place or an animal: none, chosen on purpose. */
export const notStated = '-';

const eachField = (fields: Fields, valueOf: (name: string, info: FieldInfo, schema: Fields[string]) => unknown) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, valueOf(name, infoOf(schema), schema)]));

/** What a form shows of a record, or of a new one with these values. */
export const formValuesOf = <F extends Fields>(fields: F, record: object): FormValuesOf<F> =>
  eachField(fields, (name, { kind, unset = null }, schema) => {
    const value = (record as FieldValues)[name] ?? unset;
    if (kind === 'list') return ((value ?? []) as object[]).map((item) => formValuesOf(itemsOf(schema), item));
    return kind === 'choice' ? (value ?? notStated) : toFormValue(kind, value);
  }) as FormValuesOf<F>;

/** Kinds whose values are chosen and not typed. */
const chosenKinds: ReadonlySet<FieldKind> = new Set(['choice', 'animal', 'reference']);

/** What a request says of what was typed. */
export const formInputOf = <F extends Fields>(fields: F, values: object): { [K in keyof F]: z.output<F[K]> } =>
  eachField(fields, (name, { kind, unset }, schema) => {
    const { [name]: value } = values as FieldValues;
    if (kind === 'list') return ((value ?? []) as object[]).map((item) => formInputOf(itemsOf(schema), item));
    if (kind === 'text' || kind === 'day') return String(value ?? '').trim() || (unset === null ? null : '');
    if (chosenKinds.has(kind)) return value === notStated || value === '' ? null : value;
    return fromFormValue(kind, value);
  }) as { [K in keyof F]: z.output<F[K]> };

/** What a form says at its fields: of several violations of a field the first. */
export function fieldErrorsOf<V extends FieldValues>(violations: readonly Violation[]): FieldErrors<V> {
  const errors = {};
  for (const { field, message } of violations.toReversed()) set(errors, field, { type: 'rule', message });
  return errors;
}

/** What the contract finds wrong. `hintOf` says what to type where it only says that a number is wrong. */
export const violationsOf = (
  { issues }: Pick<z.core.$ZodError, 'issues'>,
  hintOf: (name: string) => string | undefined = () => undefined,
): readonly Violation[] =>
  issues.map(({ path, message }) => ({ field: path.join('.'), message: hintOf(String(path[0])) ?? message }));

/** `value` is in the server's format, with prices in dollars. */
export function toFormValue(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'text':
    case 'link':
    case 'day':
    case 'time':
      return value ?? '';
    case 'year':
    case 'days':
    case 'number':
      return numberText(value as number | null);
    case 'weight':
      return value === null ? '' : typedWeight(value as number);
    case 'price':
      return priceText(value as number | null);
    default:
      return value;
  }
}

/** The value for a request. Text that is not a number becomes NaN, which the contract refuses. */
export function fromFormValue(kind: FieldKind, value: unknown): unknown {
  switch (kind) {
    case 'year':
    case 'days':
    case 'number':
      // Some phones' number keys type a decimal comma.
      return isEmpty(value)
        ? null
        : Number(
            String(value)
              .trim()
              .replace(/^(\d+),(\d+)$/, '$1.$2'),
          );
    case 'weight':
      return isEmpty(value) ? null : (readWeight(String(value)) ?? Number.NaN);
    case 'price':
      // '$1,250.00' is read as 1250; '7,5' is left for the contract to refuse, because it may mean 7.50.
      return String(value).replaceAll(/[\s$]|,(?=\d{3}(?:\D|$))/g, '');
    default:
      return value;
  }
}

const isEmpty = (value: unknown): boolean => String(value).trim() === '';

const numberText = (value: number | null): string => (value === null ? '' : String(value));

/** Dollars as people write them: 1250 or 1250.50. */
const priceText = (dollars: Dollars | null): string =>
  dollars === null || Number.isInteger(dollars) ? numberText(dollars) : dollars.toFixed(2);

/** Says what to type where the contract only says that a number is wrong. */
export const numberHint = (kind: FieldKind): string | undefined =>
  kind === 'weight' ? weightHint(maxGrowthGrams) : numberHints[kind];

const numberHints: Readonly<Partial<Record<FieldKind, string>>> = {
  year: 'Write the year with four digits, from 1980 on',
  days: 'Write the age in days, from 1 to 1,000',
};
