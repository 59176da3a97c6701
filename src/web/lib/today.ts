import type { CalendarDate } from '#domain/dates.ts';
import { calendarDateOf } from '#domain/calendar-date.ts';

export const today = (): CalendarDate => calendarDateOf(new Date());
