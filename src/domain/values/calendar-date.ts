/** `yyyy-MM-dd`, without a time zone. */
export type CalendarDate = string;

/** The day in the local time zone, which in a browser is the person's own. */
export function calendarDateOf(moment: { getFullYear(): number; getMonth(): number; getDate(): number }): CalendarDate {
  return formatDate(moment.getFullYear(), moment.getMonth() + 1, moment.getDate());
}

export function formatDate(year: number, month: number, day: number): CalendarDate {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Not from Intl, because its first use takes 100 ms on a slow phone. */
export const monthNames: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');
