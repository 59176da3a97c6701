import { addDays, type CalendarDate } from '../values/dates.ts';
import { maxWithdrawalDays, type WithdrawalProduct } from '../records/event-names.ts';
import type { EventKind, EventOf } from '../records/events.ts';
import { normalizeText } from '../values/text.ts';

export interface Withdrawal {
  readonly product: WithdrawalProduct;
  /** The first day on which the product may be used again; null while the course of treatment is open, and if it was not recorded. */
  readonly clearOn: CalendarDate | null;
  /** The day of a medicine whose withdrawal was not recorded; null if it was. 0 days are recorded: there is none. */
  readonly notRecordedOn: CalendarDate | null;
}

type Uncreated<E> = E extends unknown ? Omit<E, 'createdAt'> : never;
export type EventInput<K extends EventKind = EventKind> = Uncreated<EventOf<K>>;

export type MedicineKind = 'vaccination' | 'treatment';

/** What was given at a checkup. */
export const medicinesOf = ({
  medication,
  cdnt,
  dewormed,
}: Pick<EventOf<'checkup'>, 'medication' | 'cdnt' | 'dewormed'>): readonly MedicineKind[] => [
  ...(cdnt ? (['vaccination'] as const) : []),
  ...(medication !== '' || dewormed ? (['treatment'] as const) : []),
];

/** Those that a person entered, which may lack that of meat; undefined if no medicine was given. */
export function enteredWithdrawals(event: EventInput): EventOf<'treatment'>['withdrawals'] | undefined {
  if (event.kind === 'treatment' || event.kind === 'vaccination') return event.withdrawals;
  if (event.kind !== 'checkup' || medicinesOf(event).length === 0) return undefined;
  const days = { meat: event.meatWithdrawalDays, milk: event.milkWithdrawalDays } as const;
  return (['meat', 'milk'] as const).flatMap((product) =>
    days[product] === null ? [] : [{ product, days: days[product], clearOn: null }],
  );
}

/**
 * The end is computed when the event is recorded: later changes of a product change no past treatment. The days count from the last
 * dose of a course.
 */
export function withdrawalsOf(event: EventInput): readonly Withdrawal[] {
  const entered = enteredWithdrawals(event);
  if (!entered) return [];
  const isOpen = event.kind === 'treatment' && event.courseOpen;
  return [
    ...entered.map(({ product, days, clearOn }) => ({
      product,
      clearOn: isOpen ? null : days === null ? clearOn : addDays(event.day, days),
      notRecordedOn: null,
    })),
    ...(entered.some(({ product }) => product === 'meat')
      ? []
      : [{ product: 'meat' as const, clearOn: null, notRecordedOn: event.day }]),
  ];
}

/** A withdrawal that was not recorded is open for as long as one can be. */
const endOf = ({ clearOn, notRecordedOn }: Omit<Withdrawal, 'product'>): CalendarDate | null =>
  notRecordedOn === null ? clearOn : addDays(notRecordedOn, maxWithdrawalDays);

/** An open course is later than any day. */
export function isLaterEnd(a: Omit<Withdrawal, 'product'>, b: Omit<Withdrawal, 'product'>): boolean {
  const [endOfA, endOfB] = [endOf(a), endOf(b)];
  return endOfB !== null && (endOfA === null || endOfA > endOfB);
}

/** Those that are open and those that were not recorded. */
export const openWithdrawals = <W extends Omit<Withdrawal, 'product'>>(
  withdrawals: readonly W[],
  today: CalendarDate,
): readonly W[] =>
  withdrawals.filter((each) => {
    const end = endOf(each);
    return end === null || today < end;
  });

/** Treatments with the same key belong to one course, and vaccinations with it to one series. */
export const medicineKey = ({ productId, productName }: { readonly productId: string | null; readonly productName: string }) =>
  productId ?? normalizeText(productName);
