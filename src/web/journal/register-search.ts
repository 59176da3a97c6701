import { isCalendarDate } from '#domain/values/dates.ts';
import type { DateRange } from '#domain/reports.ts';
import { today } from '#web/lib/text/today.ts';

/** An empty day leaves that side of the range open. Without any days, the register covers this year. */
export interface RegisterSearch {
  readonly from?: string;
  readonly to?: string;
}

const dayOrEmpty = (value: unknown): string | undefined =>
  value === '' || (typeof value === 'string' && isCalendarDate(value)) ? value : undefined;

export function parseRegisterSearch(address: Readonly<Record<string, unknown>>): RegisterSearch {
  const [from, to] = [dayOrEmpty(address['from']), dayOrEmpty(address['to'])];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

export function registerRange({ from = `${today().slice(0, 4)}-01-01`, to = '' }: RegisterSearch): DateRange {
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
}
