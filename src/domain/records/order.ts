import type { JournalEvent } from './events.ts';
import { compareText } from '../values/text.ts';

type Ordered = Pick<JournalEvent, 'id' | 'day' | 'time' | 'createdAt'>;

/**
 * Events are ordered by day, by time of day (without one first), by when they were entered, and by id. The keys of two events compare
 * as the events do, in every collation, because all of them have the same length and the same punctuation.
 */
export const orderKey = ({ day, time, createdAt, id }: Ordered): string =>
  `${day}_${time === null ? '00000' : `1${time.replace(':', '')}`}_${createdAt}_${id}`;

export const compareEvents = (a: Ordered, b: Ordered): number => compareText(orderKey(a), orderKey(b));
