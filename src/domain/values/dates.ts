import { type CalendarDate, formatDate, monthNames } from './calendar-date.ts';
import type { DateFormat } from './units.ts';

export type { CalendarDate } from './calendar-date.ts';

const shape = /^(\d{4})-(\d{2})-(\d{2})$/;

export function isCalendarDate(value: string): boolean {
  const match = shape.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Clamped to the last day of a shorter month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = parseParts(date);
  const total = year * 12 + (month - 1) + months;
  const [newYear, newMonth] = [Math.floor(total / 12), (total % 12) + 1];
  return formatDate(newYear, newMonth, Math.min(day, daysInMonth(newYear, newMonth)));
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** A year typed as 26 arrives as 0026 and is rejected by this limit. */
export const earliestDate: CalendarDate = '1980-01-01';

/** Yesterday in UTC, which is the earliest date in any time zone. */
export const earliestToday = (now: { toISOString(): string }): CalendarDate => addDays(now.toISOString().slice(0, 10), -1);

/** Tomorrow in UTC, which is the latest date in any time zone. */
export const latestToday = (now: { toISOString(): string }): CalendarDate => addDays(now.toISOString().slice(0, 10), 1);

function parseParts(date: CalendarDate): [year: number, month: number, day: number] {
  const match = shape.exec(date);
  if (!match) throw new RangeError(`not a calendar date: ${date}`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

// Day numbers of the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
function dayNumber(date: CalendarDate): number {
  const [year, month, day] = parseParts(date);
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
}

function fromDayNumber(number: number): CalendarDate {
  const era = Math.floor(number / 146_097);
  const dayOfEra = number - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return formatDate(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1);
}

/** `2026-11-21` → `November 21, 2026`, or as the farm has chosen `21 November 2026` or `2026-11-21`. */
export function longDay(date: CalendarDate, format: DateFormat): string {
  if (format === 'ymd') return date.slice(0, 10);
  const [year, month, day] = [date.slice(0, 4), monthNames[Number(date.slice(5, 7)) - 1], Number(date.slice(8, 10))];
  return format === 'dmy' ? `${day} ${month} ${year}` : `${month} ${day}, ${year}`;
}
