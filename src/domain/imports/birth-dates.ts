import { normalizeWord } from './vocabulary.ts';
import { monthOf } from './months.ts';
import { addDays, earliestDate, isCalendarDate, type CalendarDate } from '../values/dates.ts';

export type DateOrder = 'dmy' | 'mdy';

export interface ParsedBirth {
  readonly date: CalendarDate | null;
  readonly year: number | null;
  /** The first day of the month or year, if the cell tells no day. */
  readonly from?: CalendarDate;
  /** The cell is doubtful, or says more than a year, such as a month, so its text is also kept in the notes. */
  readonly isApproximate?: true;
}

export const yearOf = (date: CalendarDate): number => Number(date.slice(0, 4));

export const earliestBirthYear = yearOf(earliestDate);

/** In place of today, so that no cell is refused for being in the future. */
export const latestDay = '2999-12-31';

/**
 * Returns `'ambiguous'` if the cells prove nothing or contradict each other, and undefined if the order makes no difference. Days that
 * cannot be after `latest` prove the order that is not in the future.
 */
export function inferDateOrder(cells: Iterable<string>, latest?: CalendarDate): DateOrder | 'ambiguous' | undefined {
  const seen = { dmy: false, mdy: false, open: false };
  for (const cell of cells) {
    const numbers = parseDayAndMonth(cell);
    if (!numbers) continue;
    const [a, b, hasDots] = numbers;
    if (a > 12 && b <= 12) seen.dmy = true;
    else if (b > 12 && a <= 12) seen.mdy = true;
    // Dates with dots are never written month first.
    else if (hasDots) seen.dmy = true;
    else if (a !== b && a <= 12) seen[orderBefore(cell, latest) ?? 'open'] = true;
  }
  if (seen.dmy && seen.mdy) return 'ambiguous';
  if (seen.dmy) return 'dmy';
  if (seen.mdy) return 'mdy';
  return seen.open ? 'ambiguous' : undefined;
}

function orderBefore(cell: string, latest: CalendarDate | undefined): DateOrder | undefined {
  if (latest === undefined) return undefined;
  const [dmy = '', mdy = ''] = (['dmy', 'mdy'] as const).map(
    (order) => parseNumeric(withoutDoubt(cell.trim()), order, latest)?.date ?? '',
  );
  if (dmy === '' || mdy === '' || dmy > latest === mdy > latest) return undefined;
  return dmy > latest ? 'mdy' : 'dmy';
}

export function ambiguousExample(cells: readonly string[]): string | undefined {
  const isAmbiguous = (cell: string): boolean => {
    const [a = 0, b = 0] = parseDayAndMonth(cell) ?? [];
    return a !== b && a <= 12 && b <= 12;
  };
  return cells.find(isAmbiguous)?.trim();
}

export function parseBirth(cell: string, order: DateOrder, today: CalendarDate): ParsedBirth | undefined {
  const text = cell.trim();
  const bare = withoutDoubt(text);
  const birth =
    parseYearFirst(bare) ??
    parseNumeric(bare, order, today) ??
    parseNamedMonth(bare, today) ??
    parseSerial(bare) ??
    parseMonthAndYear(bare, today) ??
    yearOnly(bare, parseYear(bare, today));
  return birth && bare !== text ? { ...birth, isApproximate: true } : birth;
}

/** `~2019`, `c. 2018`, `Spring 2020` and `2019?` are near the day or year. */
const withoutDoubt = (text: string): string =>
  text.length > 40
    ? text
    : text
        .replace(/^(?:[~≈±]|(?:ca?|circa|approx|approximately|about|abt|est|estimated|around|early|late|mid)\b\.?) ?/i, '')
        .replace(/^(?:spring|summer|autumn|fall|winter) (?=['’]?(?:\d\d){1,2}$)/i, '')
        .replace(/ ?(?:\?|\(\?\)|\(?(?:approx|est|estimated)\.?\)?)$/i, '');

/** Two digits mean the latest such year that is not in the future. */
export function parseYear(cell: string, today: CalendarDate): number | undefined {
  const [, digits = ''] = /^['’]?(\d{4}|\d{2})(?:\.0+)?$/.exec(cell.trim()) ?? [];
  if (digits === '') return undefined;
  const year = digits.length === 4 ? Number(digits) : fullYear(Number(digits), today);
  return year >= earliestBirthYear && year <= yearOf(today) ? year : undefined;
}

// Two expressions, because one in which the separator may be a space among spaces backtracks over every way to divide a run of spaces.
const withSeparator = /^(\d{1,2})\s*([/.-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})(?:[T ,]+\d{1,2}:.*)?$/;
const withSpaces = /^(\d{1,2})(\s)\s*(\d{1,2})\s+(\d{4}|\d{2})(?:[T ,]+\d{1,2}:.*)?$/;
const matchNumeric = (text: string): RegExpExecArray | null => withSeparator.exec(text) ?? withSpaces.exec(text);

/** `19/8`, `~19-8`, `19.8.`, `19 Aug?`. The number 19.8 and `Aug 19`, which may be a month of a year, are none. */
export const lacksYear = (cell: string): boolean =>
  /^\d{1,2}(?:[/-]\d{1,2}|\.\d{1,2}\.|\D*\p{L}\.?)$/u.test(withoutDoubt(cell.trim()));

const leapYear = '2024';
export const dayInLeapYear = (day: string, order: DateOrder): CalendarDate | null =>
  parseBirth(inYear(day, leapYear, order), order, latestDay)?.date ?? null;

/** `5/14`, `19.8.` and `14 May?` with their year, which from July on is the first of two. */
export function inYear(cell: string, years: string, order: DateOrder): string {
  const [day, [first = '', second]] = [withoutDoubt(cell.trim()), years.split('/')];
  const isUntilJune = second !== undefined && (dayInLeapYear(day, order) ?? '').slice(5) < '07';
  const separator = /\d([/.-])\d/.exec(day)?.[1] ?? ' ';
  return cell.replace(day, `${day.replace(/\.$/, '')}${separator}${isUntilJune ? second : first}`);
}

export const isWholeDay = (cell: string): boolean =>
  (['dmy', 'mdy'] as const).some((order) => parseBirth(cell, order, latestDay)?.date != null);

/** The days without a year of a column that has nothing but days, one of which can be nothing else. `03/19` may be a month of a year. */
export function daysWithoutYear(cells: readonly string[], today?: CalendarDate) {
  const days = cells.filter(lacksYear);
  const has = (shape: RegExp): boolean => days.some((day) => shape.test(withoutDoubt(day.trim())));
  const isProven = has(/^(?:1[3-9]|[23]\d)|\p{L}/u) || (has(/\D(?:1[3-9]|[23]\d)$/) && has(/\D\d$/));
  const whole = isProven ? cells.filter(isWholeDay) : [];
  if (!isProven || days.length + whole.length < cells.length) return undefined;
  const order = inferDateOrder(whole, today) ?? inferDateOrder(days.map((day) => inYear(day, leapYear, 'dmy'))) ?? 'dmy';
  return order !== 'ambiguous' && days.every((day) => dayInLeapYear(day, order)) ? { order, withoutYear: days } : undefined;
}

function parseDayAndMonth(cell: string): [a: number, b: number, hasDots: boolean] | undefined {
  const match = matchNumeric(withoutDoubt(cell.trim()));
  if (!match) return undefined;
  const [a, b] = [Number(match[1]), Number(match[3])];
  return a > 31 ? undefined : [a, b, match[2] === '.'];
}

function parseNumeric(text: string, order: DateOrder, today: CalendarDate): ParsedBirth | undefined {
  const match = matchNumeric(text);
  if (!match) return undefined;
  const [a, b, last] = [Number(match[1]), Number(match[3]), match[4] ?? ''];
  // 91-05-03: only a year can be that large.
  if (a > 31) return last.length === 2 ? exactDay(fullYear(a, today), b, Number(last)) : undefined;
  const year = last.length === 4 ? Number(last) : fullYear(Number(last), today);
  return order === 'dmy' ? exactDay(year, b, a) : exactDay(year, a, b);
}

function parseYearFirst(text: string): ParsedBirth | undefined {
  const match =
    /^(\d{4})(?:\s*[-/.]\s*|\s+)(\d{1,2})(?:\s*[-/.]\s*|\s+)(\d{1,2})(?:[T ,]+\d{1,2}:.*)?$/.exec(text) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  return match ? exactDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/** Reads `3 Apr 2024`, `3rd of April 2024`, `Wed, April 3, 2024`, `03-avr-24` and `2024-Apr-03`. */
function parseNamedMonth(text: string, today: CalendarDate): ParsedBirth | undefined {
  const plain = normalizeWord(text)
    .replaceAll(/[,/\s]+/g, ' ')
    .replace(/['’](?=\d\d$)/, '')
    .replace(/^(?:mo|tu|we|th|fr|sa|su)[a-z]* (?=.*\d.*\d)/, '')
    .replaceAll(/ (?:de|of|do|del) /g, ' ')
    .replaceAll(/\b(\d{1,2})(?:st|nd|rd|th)\b/g, '$1');
  const { d, m = '', y = '' } = groupsOf(plain, namedMonths) ?? {};
  const month = monthOf(m);
  return month && d ? exactDay(y.length === 4 ? Number(y) : fullYear(Number(y), today), month, Number(d)) : undefined;
}

const namedMonths = [
  /^(?<d>\d{1,2}) *(?<m>[a-z]+) *(?<y>\d{4}|\d{2})$/,
  /^(?<m>[a-z]+) *(?<d>\d{1,2}) +(?<y>\d{4}|\d{2})$/,
  /^(?<y>\d{4}) *(?<m>[a-z]+) *(?<d>\d{1,2})$/,
];

const groupsOf = (text: string, shapes: readonly RegExp[]) =>
  shapes.map((shape) => shape.exec(text)?.groups).find((groups) => groups !== undefined);

/** `Mar-19` is what spreadsheet programs show of March 2019. */
function parseMonthAndYear(text: string, today: CalendarDate): ParsedBirth | undefined {
  const { m = '', y = '' } =
    groupsOf(normalizeWord(text), [/^(?<m>[a-z]{3,10})[-'’ /]+(?<y>\d{4}|\d{2})$/]) ??
    groupsOf(text, [/^(?<m>\d{1,2})\s*[/.-]\s*(?<y>\d{4})$/]) ??
    {};
  const year = y.length === 4 ? Number(y) : fullYear(Number(y), today);
  const from = exactDay(year, monthOf(m) ?? Number(m), 1)?.date;
  return from ? { date: null, year, from, isApproximate: true } : undefined;
}

/** Spreadsheets count days since 1899-12-30. */
function parseSerial(text: string): ParsedBirth | undefined {
  const [, digits] = /^(\d{5})(?:\.\d+)?$/.exec(text) ?? [];
  const days = Number(digits);
  return days >= 29_221 && days <= 73_050 ? { date: addDays('1899-12-30', days), year: null } : undefined;
}

function exactDay(year: number, month: number, date: number): ParsedBirth | undefined {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  return isCalendarDate(text) && year >= earliestBirthYear ? { date: text, year: null } : undefined;
}

/** Two digits may be anything, and tell no first day. */
const yearOnly = (text: string, year: number | undefined): ParsedBirth | undefined =>
  year === undefined ? undefined : { date: null, year, ...(text.includes(String(year)) && { from: `${year}-01-01` }) };

function fullYear(twoDigits: number, today: CalendarDate): number {
  const year = Math.floor(yearOf(today) / 100) * 100 + twoDigits;
  return year > yearOf(today) ? year - 100 : year;
}
