import { isCalendarDate } from '#domain/values/dates.ts';

/** The sales of one day to one buyer, or to an unnamed buyer. */
export interface ReceiptSearch {
  readonly day: string;
  readonly buyer?: string | undefined;
  /** The wrong paper, whose content is issued again. */
  readonly instead?: string | undefined;
}

export const parseReceiptSearch = ({ day, buyer, instead }: Readonly<Record<string, unknown>>): ReceiptSearch => ({
  day: typeof day === 'string' && isCalendarDate(day) ? day : '',
  // The router reads a buyer called `7` as a number.
  ...((typeof buyer === 'string' || typeof buyer === 'number') && { buyer: String(buyer) }),
  ...(typeof instead === 'string' && { instead }),
});
