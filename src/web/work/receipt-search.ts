import { isCalendarDate } from '#domain/dates.ts';

/** What was sold on a day, to one buyer or to one whom nobody has named. */
export interface ReceiptSearch {
  readonly day: string;
  readonly buyer?: string | undefined;
}

export const parseReceiptSearch = ({ day, buyer }: Readonly<Record<string, unknown>>): ReceiptSearch => ({
  day: typeof day === 'string' && isCalendarDate(day) ? day : '',
  // The router reads a buyer called `7` as a number.
  ...((typeof buyer === 'string' || typeof buyer === 'number') && { buyer: String(buyer) }),
});
