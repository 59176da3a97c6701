import { z } from 'zod';
import { isCalendarDate } from '../dates.ts';
import { maxPriceCents, parseDollars } from '../money.ts';
import { cleanText, isStorable, joinLines } from '../text.ts';
import { codePointLength } from '../text-length.ts';

z.config({
  // The content security policy of the page forbids `eval`, and each attempt would be reported.
  jitless: 'document' in globalThis,
  customError: ({ code, input }) => {
    if (input === undefined) return 'This is missing';
    if (code === 'too_big' || code === 'too_small') return 'This is outside what is allowed';
    return 'This cannot be understood';
  },
});

export const Id = z.uuid('Not a valid id').toLowerCase();

const cleaned = (max: number, clean: (text: string) => string) =>
  z
    .string('Must be text')
    .refine(isStorable, 'Contains characters that cannot be kept')
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

export const CalendarDate = z.string('Must be a date').refine(isCalendarDate, 'Not a date of the calendar (yyyy-MM-dd)');

export const optionalDate = z
  .union([z.literal(''), CalendarDate])
  .nullable()
  .transform(emptyToNull);

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

export const optionalDollars = z.union([z.string(), z.number(), z.null()]).transform((value, context) => {
  if (value === null || value === '') return null;
  const cents = parseDollars(value);
  if (cents !== undefined) return cents;
  context.addIssue({ code: 'custom', message: 'Must be a price between 0 and 1,000,000 with at most two decimals' });
  return z.NEVER;
});

export const optionalCents = z.int().min(0).max(maxPriceCents).nullable();

export const optionalWhole = (least: number, most: number, message: string) =>
  z.int(message).min(least, message).max(most, message).nullable();
