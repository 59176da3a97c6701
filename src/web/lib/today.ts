import { type CalendarDate, calendarDateOf } from '#domain/dates.ts';

export const today = (): CalendarDate => calendarDateOf(new Date());
