import { type CalendarDate, longDay } from '#domain/values/dates.ts';
import type { Dollars } from '#domain/values/units.ts';
import { monthNames } from '#domain/values/calendar-date.ts';
import { formatExactPrice, formatPrice, groupThousands } from '#domain/values/money.ts';
import { regional } from './regional.ts';

/** `2026-11-21` → `11/21/2026`, or as the farm has chosen `21/11/2026` or `2026-11-21`. */
export function shortDate(date: CalendarDate): string {
  const { dateFormat } = regional();
  const [year, month, day] = [date.slice(0, 4), date.slice(5, 7), date.slice(8, 10)];
  if (dateFormat === 'ymd') return `${year}-${month}-${day}`;
  return dateFormat === 'dmy' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
}

/** `2026-11-21` → `November 21, 2026`, or as the farm has chosen. */
export const longDate = (date: CalendarDate): string => longDay(date, regional().dateFormat);

/** `2026-11-21` → `Nov 21`, or as the farm has chosen `21 Nov`; with the year if it is not the one of `now`. */
export function dateText(date: CalendarDate, now: CalendarDate): string {
  const { dateFormat } = regional();
  const [year, month, day] = [date.slice(0, 4), monthNames[Number(date.slice(5, 7)) - 1]?.slice(0, 3), Number(date.slice(8, 10))];
  const isThisYear = year === now.slice(0, 4);
  if (dateFormat === 'dmy') return `${day} ${month}${isThisYear ? '' : ` ${year}`}`;
  if (dateFormat === 'ymd') return `${isThisYear ? '' : `${year} `}${month} ${day}`;
  return `${month} ${day}${isThisYear ? '' : `, ${year}`}`;
}

/** `1250` → `$1,250` and `5.5` → `$5.50` */
export const dollars = (amount: Dollars): string => formatPrice(Math.round(amount * 100));

/** `50` → `$50.00` */
export const exactDollars = (amount: Dollars): string => formatExactPrice(Math.round(amount * 100));

export const count = groupThousands;

/** `3 entries`: unsent entries in this browser. */
export const entriesText = (number: number): string => (number === 1 ? '1 entry' : `${count(number)} entries`);
