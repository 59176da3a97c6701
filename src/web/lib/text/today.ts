import type { CalendarDate } from '#domain/common/dates.ts';
import { calendarDateOf } from '#domain/common/calendar-date.ts';

export const today = (): CalendarDate => calendarDateOf(new Date());
