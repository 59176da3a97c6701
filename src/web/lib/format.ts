import { monthNames, type CalendarDate } from '#domain/dates.ts';
import { formatPrice, groupThousands } from '#domain/money.ts';

/** `2026-11-21` → `11/21/2026` */
export const shortDate = (date: CalendarDate): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/** `2026-11-21` → `November 21, 2026` */
export const longDate = (date: CalendarDate): string =>
  `${monthNames[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`;

/** `2026-11-21` → `21 Nov`, with the year if it is not the one of `now`. */
export const dateText = (date: CalendarDate, now: CalendarDate): string =>
  `${Number(date.slice(8))} ${monthNames[Number(date.slice(5, 7)) - 1]?.slice(0, 3)}${date.slice(0, 4) === now.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`}`;

/** `1250` → `$1,250` and `5.5` → `$5.50` */
export const dollars = (amount: number): string => formatPrice(Math.round(amount * 100));

/** `50` → `$50.00` */
export const exactDollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

export const count = groupThousands;

/** Of what waits in this browser. */
export const entriesText = (number: number): string => (number === 1 ? '1 entry' : `${count(number)} entries`);
