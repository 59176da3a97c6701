import { type CalendarDate, calendarDateOf } from '#domain/dates.ts';

/** The day it is where the person is. */
export const today = (): CalendarDate => calendarDateOf(new Date());
