import { isCalendarDate } from '#domain/values/dates.ts';
import type { DateRange } from '#domain/reports.ts';

/** An empty day leaves that side of a range open. */
export interface ReportsFilter {
  /** The range of Export, which the charts ignore (rule 26). */
  readonly start: string;
  readonly end: string;
  readonly breedingStart: string;
  readonly breedingEnd: string;
}

export const allDates: ReportsFilter = { start: '', end: '', breedingStart: '', breedingEnd: '' };

export function readReportsFilter(address: Readonly<Record<string, unknown>>): ReportsFilter {
  const day = (key: keyof ReportsFilter) => (isCalendarDate(String(address[key])) ? String(address[key]) : '');
  return { start: day('start'), end: day('end'), breedingStart: day('breedingStart'), breedingEnd: day('breedingEnd') };
}

export const exportRange = ({ start, end }: ReportsFilter): DateRange => rangeOf(start, end);
export const breedingRange = ({ breedingStart, breedingEnd }: ReportsFilter): DateRange => rangeOf(breedingStart, breedingEnd);

const rangeOf = (from: string, to: string): DateRange => ({ ...(from !== '' && { from }), ...(to !== '' && { to }) });
