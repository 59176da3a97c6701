import { z } from 'zod';
import { isCalendarDate } from '../values/dates.ts';
import { maxPriceCents, parseDollars } from '../values/money.ts';
import { isUploadedUrl } from '../values/pictures.ts';
import { cleanText, isStorable, joinLines } from '../values/text.ts';
import { codePointLength } from '../values/text-length.ts';
import type { Cents, Grams } from '../values/units.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no (true or false)',
  array: 'Send a list',
  object: 'Send an object with its fields',
  record: 'Send an object with its fields',
};

const amounts = { string: ['Use', 'characters'], array: ['Name', 'entries'], set: ['Name', 'entries'] } as const;

function bound(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>): string {
  const [verb, unit] = Object.hasOwn(amounts, issue.origin) ? amounts[issue.origin as keyof typeof amounts] : ['Enter', ''];
  const of = issue.code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
  return [verb, of, unit].join(' ').trim();
}

const choices = (values: readonly unknown[]): string =>
  values.length > 12
    ? 'Choose one of the values that exist'
    : `Choose ${new Intl.ListFormat('en', { type: 'disjunction' }).format(values.map(String))}`;

/** The branch of a union that takes only null or ''. */
const isOfBlank = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_value'
    ? issue.values.every((value) => value === '')
    : issue.code === 'invalid_type' && issue.expected === 'null';

/** What to do about a field, for those whose schema does not say it. The field is named beside it. */
function instruction(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
      return bound(issue);
    case 'invalid_value':
      return choices(issue.values);
    case 'invalid_union':
      return issue.errors.flat().find((error) => !isOfBlank(error))?.message ?? other;
    case 'invalid_type':
      return issue.input === undefined ? 'Enter a value' : (kinds[issue.expected] ?? other);
    default:
      return other;
  }
}

const other = 'Enter another value';

z.config({
  // The content security policy of the page forbids `eval`, and each attempt would be reported.
  jitless: 'document' in globalThis,
  customError: instruction,
});

export const Id = z.uuid('Choose one that exists').toLowerCase();

/** The id that its sender gives to a new record. */
export const NewId = z.uuid('Send a UUID. Sending the request again with the same one records nothing twice').toLowerCase();

const cleaned = (max: number, clean: (text: string) => string) =>
  z
    .string('Enter text')
    .refine(isStorable, 'Leave out characters that cannot be kept')
    .transform(clean)
    .refine((value) => codePointLength(value) <= max, `Use at most ${max} characters`);

/** A schema never changes, so all fields of one length share it: most schemas that a start would make are of texts. */
function perLength<S>(make: (max: number) => S): (max: number) => S {
  const made: Record<number, S> = {};
  return (max) => (made[max] ??= make(max));
}

/** Text of at most `max` code points; invisible control characters are removed. */
export const text = perLength((max) => cleaned(max, cleanText));

/** The same on one line: a line break becomes a space. */
export const line = perLength((max) => cleaned(max, (value) => joinLines(cleanText(value))));

export const requiredLine = (max: number, message: string) => line(max).refine((value) => value !== '', message);

const emptyToNull = (value: string | null): string | null => (value === '' ? null : value);

export const optionalText = perLength((max) => text(max).nullable().transform(emptyToNull));

export const optionalLine = perLength((max) => line(max).nullable().transform(emptyToNull));

const dayRule = 'Enter a day of the calendar as yyyy-MM-dd';

export const CalendarDate = z.string(dayRule).refine(isCalendarDate, dayRule).meta({ format: 'date' });

export const optionalDate = z
  .union([z.literal(''), CalendarDate])
  .nullable()
  .transform(emptyToNull);

const webAddress = (isOwn: (url: string) => boolean) =>
  text(2048)
    .nullable()
    .transform((value, context) => {
      if (value === null || value === '') return null;
      if (isOwn(value)) return value;
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

export const optionalWebAddress = webAddress(() => false);

/** An uploaded picture, or one of another site, which is kept but not shown. */
export const optionalPicture = webAddress(isUploadedUrl);

export const optionalDollars = z.union([z.string(), z.number(), z.null()]).transform((value, context) => {
  if (value === null || value === '') return null;
  const cents = parseDollars(value);
  if (cents !== undefined) return cents;
  context.addIssue({ code: 'custom', message: 'Enter a price between 0 and 1,000,000 with at most two decimals' });
  return z.NEVER;
});

export const optionalCents = z.int().min(0).max(maxPriceCents).nullable() as z.ZodType<Cents | null, Cents | null>;

export const optionalWhole = (least: number, most: number, message: string) =>
  z.int(message).min(least, message).max(most, message).nullable();

export const optionalGrams = (most: Grams, message: string) =>
  optionalWhole(1, most, message) as z.ZodType<Grams | null, Grams | null>;

export const distinct = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;
