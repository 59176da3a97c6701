import { z } from 'zod';
import { isCalendarDate } from '../dates.ts';
import { maxPriceCents, parseDollars } from '../money.ts';
import { cleanText, codePointLength, isStorable } from '../text.ts';

// The messages of schemas without their own, written for the person who fills in the form.
z.config({
  // The content security policy of the page forbids `eval`, and each attempt would be reported.
  jitless: 'document' in globalThis,
  customError: ({ code, input }) => {
    if (input === undefined) return 'This is missing';
    if (code === 'too_big' || code === 'too_small') return 'This is outside what is allowed';
    return 'This cannot be understood';
  },
});

/**
 * What a field holds. Columns, table files, imports and forms treat the fields of a kind alike. Weights are whole grams, prices whole
 * cents, a day is `yyyy-MM-dd`, `days` a number of days; an animal is referred to by its id.
 */
export type FieldKind =
  | 'text'
  | 'link'
  | 'picture'
  | 'choice'
  | 'yesNo'
  | 'day'
  | 'year'
  | 'days'
  | 'weight'
  | 'price'
  | 'animal';

/** How people see a field, and what it is without their saying. */
export interface FieldInfo {
  readonly kind: FieldKind;
  /** Its name in forms and comparisons. */
  readonly label: string;
  /** Its heading in exported tables, where that differs from the label; null: it is not exported. */
  readonly heading?: string | null;
  /** Its name in the choice of an import, where that differs from the label. */
  readonly importLabel?: string;
  /** How a choice is written out, where that is not the value with a capital. */
  readonly show?: (value: string) => string;
  /** The width of its column in an exported table, in characters. */
  readonly width?: number;
  /** The value of a record that was created without it; absent: the field is required. */
  readonly unset?: string | boolean | null;
}

const infos = z.registry<FieldInfo>();

/** A field of a record: the schema of its stored value, with what people are told about it. */
export function field<S extends z.ZodType>(schema: S, info: FieldInfo): S {
  const described = schema.clone();
  infos.add(described, info);
  return described;
}

/** The fields of a record by name; the name in snake case is the column. */
export type Fields = Readonly<Record<string, z.ZodType>>;

export type RecordOf<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]> };

export function infoOf(schema: z.ZodType): FieldInfo {
  const info = infos.get(schema);
  if (!info) throw new TypeError('A field of a record is declared with field()');
  return info;
}

/** A choice as people read it. */
export const choiceText = ({ show }: FieldInfo, value: string): string =>
  show ? show(value) : value.charAt(0).toUpperCase() + value.slice(1);

export const fieldNames = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

export const infosOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, infoOf(schema)])) as Readonly<
    Record<keyof F & string, FieldInfo>
  >;

type Optional<F extends Fields> = { readonly [K in keyof F]?: z.output<F[K]> };

/** The values of the fields that need not be given. */
export const unsetValues = <F extends Fields>(fields: F): Optional<F> =>
  Object.fromEntries(
    Object.entries(infosOf(fields)).flatMap(([name, { unset }]) => (unset === undefined ? [] : [[name, unset]])),
  ) as Optional<F>;

const forms: Readonly<Record<Exclude<FieldKind, 'choice'>, z.ZodType>> = {
  text: z.string(),
  link: z.string(),
  picture: z.string(),
  yesNo: z.boolean(),
  day: z.string(),
  year: z.int(),
  days: z.int(),
  weight: z.int(),
  price: z.int(),
  animal: z.string(),
};

/** The schemas of stored values, for answers: without the bounds and messages that only what comes in needs. */
export const storedForms = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const { kind } = infoOf(schema);
      if (kind === 'choice') return [name, schema];
      return [name, schema.safeParse(null).success ? forms[kind].nullable() : forms[kind]];
    }),
  ) as { [K in keyof F]: z.ZodType<z.output<F[K]>> };

export const Id = z.uuid('Not a valid id').toLowerCase();

/** Text of at most `max` code points; invisible control characters are removed. */
export const text = (max: number) =>
  z
    .string('Must be text')
    .refine(isStorable, 'Contains characters that cannot be kept')
    .transform(cleanText)
    .refine((value) => codePointLength(value) <= max, `Use at most ${max} characters`);

export const requiredText = (max: number, message: string) => text(max).refine((value) => value !== '', message);

const emptyToNull = (value: string | null): string | null => (value === '' ? null : value);

/** Optional text; an empty text becomes null. */
export const optionalText = (max: number) => text(max).nullable().transform(emptyToNull);

export const CalendarDate = z.string('Must be a date').refine(isCalendarDate, 'Not a date of the calendar (yyyy-MM-dd)');

/** An optional calendar date; an empty text becomes null. */
export const optionalDate = z
  .union([z.literal(''), CalendarDate])
  .nullable()
  .transform(emptyToNull);

/** An http(s) URL without credentials, normalized by `URL`. */
export const optionalWebAddress = text(2048)
  .nullable()
  .transform((value, context) => {
    if (value === null || value === '') return null;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const isWeb = url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
    // Normalizing can lengthen a URL, since each letter outside ASCII becomes several characters.
    if (isWeb && url.href.length <= 2048) return url.href;
    context.addIssue({
      code: 'custom',
      message: isWeb ? 'Use at most 2048 characters' : 'Must be a web address that begins with https:// or http://',
    });
    return z.NEVER;
  });

/** Converts dollars as text or number into whole cents, and null or '' into null. */
export const optionalDollars = z.union([z.string(), z.number(), z.null()]).transform((value, context) => {
  if (value === null || value === '') return null;
  const cents = parseDollars(value);
  if (cents !== undefined) return cents;
  context.addIssue({ code: 'custom', message: 'Must be a price between 0 and 1,000,000 with at most two decimals' });
  return z.NEVER;
});

export const optionalCents = z.int().min(0).max(maxPriceCents).nullable();

/** A whole number between two bounds, which `message` names. */
export const optionalWhole = (least: number, most: number, message: string) =>
  z.int(message).min(least, message).max(most, message).nullable();
