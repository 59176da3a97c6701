import { isCalendarDate } from '#domain/dates.ts';

/** What was sold on a day, to one buyer or to one whom nobody has named. */
export interface ReceiptSearch {
  readonly day: string;
  readonly buyer?: string | undefined;
  /** The paper that is wrong: what is on it is issued again. */
  readonly instead?: string | undefined;
}

export const parseReceiptSearch = ({ day, buyer, instead }: Readonly<Record<string, unknown>>): ReceiptSearch => ({
  day: typeof day === 'string' && isCalendarDate(day) ? day : '',
  // The router reads a buyer called `7` as a number.
  ...((typeof buyer === 'string' || typeof buyer === 'number') && { buyer: String(buyer) }),
  ...(typeof instead === 'string' && { instead }),
});
