import { type CalendarDate, calendarDateOf } from '#domain/dates.ts';

/** Day of the browser's time zone. */
export const today = (): CalendarDate => calendarDateOf(new Date());
