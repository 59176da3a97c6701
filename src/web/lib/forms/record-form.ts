import type { FieldKind } from '#domain/records/fields.ts';
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
      : NonNullable<T>;

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
