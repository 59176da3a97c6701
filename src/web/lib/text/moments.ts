import type { CalendarDate } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';
import { dateText } from './format.ts';

/** The calendar day of a server timestamp, by the device's clock. */
export const dayOf = (moment: string): CalendarDate => calendarDateOf(new Date(moment));

/** `07:14`, by the device's clock. */
export function timeOf(moment: string | Date): string {
  const at = new Date(moment);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** `07:14`, or `Nov 22, 07:14` on another day; by the device's clock. */
export function momentText(moment: string, now = new Date()): string {
  const [day, today] = [dayOf(moment), calendarDateOf(now)];
  return day === today ? timeOf(moment) : `${dateText(day, today)}, ${timeOf(moment)}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
