import { addDays, type CalendarDate } from '../dates.ts';
import type { WithdrawalProduct } from '../records/event-names.ts';
import type { EventKind, EventOf, JournalEvent } from '../records/events.ts';
import { normalizeText } from '../text.ts';

export interface Withdrawal {
  readonly product: WithdrawalProduct;
  /** The first day on which the product may be used again; null while the course of treatment is open. */
  readonly clearOn: CalendarDate | null;
}

type Uncreated<E> = E extends unknown ? Omit<E, 'createdAt'> : never;
export type EventInput<K extends EventKind = EventKind> = Uncreated<EventOf<K>>;

/**
 * The end is computed when the event is recorded: later changes of a product change no past treatment. The days count from the last
 * dose of a course.
 */
export function withdrawalsOf(event: JournalEvent | EventInput): readonly Withdrawal[] {
  if (event.kind !== 'treatment' && event.kind !== 'vaccination') return [];
  const isOpen = event.kind === 'treatment' && event.courseOpen;
  return event.withdrawals.map(({ product, days, clearOn }) => ({
    product,
    clearOn: isOpen ? null : days === null ? clearOn : addDays(event.day, days),
  }));
}

export const isInWithdrawal = (clearOn: CalendarDate | null, today: CalendarDate): boolean => clearOn === null || today < clearOn;

export const openWithdrawals = <W extends Pick<Withdrawal, 'clearOn'>>(
  withdrawals: readonly W[],
  today: CalendarDate,
): readonly W[] => withdrawals.filter(({ clearOn }) => isInWithdrawal(clearOn, today));

/** Treatments with the same key belong to one course, and vaccinations with it to one series. */
export const medicineKey = ({ productId, productName }: { readonly productId: string | null; readonly productName: string }) =>
  productId ?? normalizeText(productName);
