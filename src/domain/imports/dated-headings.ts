import { weightUnits } from './amounts.ts';
import { splitWords } from './heading-words.ts';
import { monthInHeading } from './months.ts';
import { wordSet } from './vocabulary.ts';

const month = `(?:${monthInHeading})`;
const weekday = /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[ .,]*/i;
const dates = [
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/,
  /\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)/,
  new RegExp(`\\d{1,2}(?:st|nd|rd|th)?[ -]${month}[ ,.-]*\\d{2,4}`, 'i'),
  new RegExp(`${month}[ .-]*\\d{1,2}(?:st|nd|rd|th)?,? +\\d{4}`, 'i'),
];
const withoutYear = new RegExp(
  `^(?:\\d{1,2}(?:st|nd|rd|th)?[ -]${month}|${month}[ .-]\\d{1,2}(?:st|nd|rd|th)?)(?![\\d-])|(?:^|(?<=[a-z] ))\\d{1,2}/\\d{1,2}$|(?<=[a-z] )(?:\\d{1,2}[ -]${month}|${month}[ .-]{1,2}\\d{1,2})$`,
  'i',
);

export const yearQuestionId = 'year';
export const daysLeftOut = 'skip';
export const hasYear = (day: string): boolean => /\d{4}$/.test(day) || dates.some((date) => date.test(day));

/** Of a month, `May 2026`, the person tells the day. */
export const isOfMonth = (day: string): boolean => /^\p{L}+(?: \d{4})?$/u.test(day);
export const monthDayQuestionId = 'monthDay';

export interface DatedHeading {
  readonly day: string;
  readonly rest: string;
}

/** The day in a heading such as `Weight 2026-04-14 (kg)`, and what is around it. */
function splitDay(heading: string, patterns: readonly RegExp[] = dates): DatedHeading | undefined {
  const [day] = patterns.map((date) => date.exec(heading)).find((found) => found !== null) ?? [];
  return day === undefined ? undefined : { day, rest: heading.replace(day, ' ').replace(weekday, '').trim() };
}

const monthAlone = new RegExp(`(?<!\\p{L})(${monthInHeading})(?:[ .'’-]{0,3}(20\\d{2})| ?['’-](\\d{2}))?(?![\\p{L}\\d/])`, 'iu');

function splitMonth(heading: string): DatedHeading | undefined {
  const [found, name = '', year, short] = monthAlone.exec(heading) ?? [];
  const day = [name, year ?? (short && `20${short}`)].filter(Boolean).join(' ');
  return found === undefined ? undefined : { day, rest: heading.replace(found, ' ').trim() };
}

/**
 * The days, or months, in the headings of a table that has columns for each of several. Of days such as `1/2` there are several;
 * `Jan-26` and `Feb-26` are of 2026.
 */
export function datedHeadings(written: readonly string[]): readonly (DatedHeading | undefined)[] {
  const headings = written.map((heading) => heading.replaceAll('_', ' '));
  const short = headings.map((heading) => splitDay(heading, [withoutYear]));
  const days = short.flatMap((each) => each?.day ?? []);
  const years = new Set(days.map((day) => /^\D+(?:-(?=[2-9])| (?=2))(\d\d)$/.exec(day)?.[1]));
  const areMonths = years.size === 1 && !years.has(undefined);
  const isShort = !areMonths && (days.length > 1 || /\p{L}/u.test(days[0] ?? ''));
  return headings.map((heading, index) => splitDay(heading) ?? (isShort ? short[index] : undefined) ?? splitMonth(heading));
}

const ofWeights = wordSet('weight weights wt wts wgt live body weighed weighing on at of in the date day w liveweight lw');

/** The words around a day in a heading of weights. */
export const isOfWeight = (rest: string): boolean =>
  splitWords(rest).every((word) => ofWeights.has(word) || weightUnits.has(word) || /^\d+$/.test(word));

/** A heading of a day, and of nothing but a weight. */
export function isDatedWeight(heading: string): boolean {
  const dated = splitDay(heading);
  return dated !== undefined && isOfWeight(dated.rest);
}
