import type { CalendarDate } from '#domain/values/dates.ts';
import { calendarDateOf } from '#domain/values/calendar-date.ts';

export const today = (): CalendarDate => calendarDateOf(new Date());
