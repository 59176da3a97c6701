import type { CalendarDate } from '#domain/dates.ts';
import { formatPrice } from '#domain/money.ts';

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-11-21` → `11/21/2026`, as in the sales table. */
export const shortDate = (date: CalendarDate): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/** `2026-11-21` → `November 21, 2026`, as in lists. */
export const longDate = (date: CalendarDate): string => long.format(new Date(`${date}T00:00:00Z`));

/** Dollars of the wire (`1250` or `5.5`) as a person reads them: `$1,250`, `$5.50`. */
export const dollars = (amount: number): string => formatPrice(Math.round(amount * 100));

/** Dollars of the wire as they are paid: `$50.00`. */
export const exactDollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** `1462` → `1,462`. */
export const count = (value: number): string => value.toLocaleString('en-US');
