import { monthNames } from '../values/calendar-date.ts';

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec';
const dates = [
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/,
  /\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)/,
  new RegExp(`\\d{1,2}(?:st|nd|rd|th)?[ -](?:${months})[a-z]*[ ,.-]*\\d{2,4}`, 'i'),
  new RegExp(`(?:${months})[a-z]*[ .-]*\\d{1,2}(?:st|nd|rd|th)?,? +\\d{4}`, 'i'),
];
const withoutYear = new RegExp(
  `^(?:\\d{1,2}(?:st|nd|rd|th)?[ -](?:${months})[a-z]*|(?:${months})[a-z]*[ .-]\\d{1,2}(?:st|nd|rd|th)?)(?![\\d-])|^\\d{1,2}/\\d{1,2}$|(?<=[a-z] )\\d{1,2}[ -](?:${months})[a-z]*$`,
  'i',
);

/** `5/14` and `14 May` with their year. */
export const withYear = (day: string, year: string): string => `${day}${day.includes('/') ? '/' : ' '}${year}`;

export const yearQuestionId = 'year';
export const hasYear = (day: string): boolean => dates.some((date) => date.test(day));

export interface DatedHeading {
  readonly day: string;
  readonly rest: string;
}

/** The day in a heading such as `Weight 2026-04-14 (kg)`, and what is around it. */
function splitDay(heading: string, patterns: readonly RegExp[] = dates): DatedHeading | undefined {
  for (const date of patterns) {
    const found = date.exec(heading);
    if (found) return { day: found[0], rest: heading.replace(found[0], ' ').trim() };
  }
  return undefined;
}

/** The days in the headings of a table that has columns for each of several days. Days without a year count only if there are several. */
export function datedHeadings(headings: readonly string[]): readonly (DatedHeading | undefined)[] {
  const short = headings.map((heading) => splitDay(heading, [withoutYear]));
  const isShort = short.filter((each) => each !== undefined).length > 1;
  return headings.map((heading, index) => splitDay(heading) ?? (isShort ? short[index] : undefined));
}

const month = new RegExp(`^(?:${months}|${monthNames.join('|')})[ .'’-]{0,3}(?:\\d{2}|\\d{4})?$`, 'i');
export const isMonth = (heading: string): boolean => month.test((heading.split('(')[0] ?? '').trim());

/** The words around a day in a heading of weights. */
export const isOfWeight = (rest: string): boolean =>
  (rest.toLowerCase().match(/[a-z]+/g) ?? []).every((word) =>
    /^(?:weights?|wts?|wgt|live|body|weighed|weighing|on|at|of|kgs?|lbs?|g|grams?|pounds?|in|date|day|w|liveweight|lw|the)$/.test(
      word,
    ),
  );

/** A heading of a day, and of nothing but a weight. */
export function isDatedWeight(heading: string): boolean {
  const dated = splitDay(heading);
  return dated !== undefined && isOfWeight(dated.rest);
}
