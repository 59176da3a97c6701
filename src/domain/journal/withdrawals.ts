import { addDays, type CalendarDate } from '../values/dates.ts';
import { maxWithdrawalDays, type WithdrawalProduct } from '../records/event-names.ts';
import type { EventKind, EventOf, JournalEvent } from '../records/events.ts';
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

/**
 * The end is computed when the event is recorded: later changes of a product change no past treatment. The days count from the last
 * dose of a course.
 */
export function withdrawalsOf(event: JournalEvent | EventInput): readonly Withdrawal[] {
  if (event.kind !== 'treatment' && event.kind !== 'vaccination') return [];
  const isOpen = event.kind === 'treatment' && event.courseOpen;
  return [
    ...event.withdrawals.map(({ product, days, clearOn }) => ({
      product,
      clearOn: isOpen ? null : days === null ? clearOn : addDays(event.day, days),
      notRecordedOn: null,
    })),
    ...(isWithdrawalRecorded(event) ? [] : [{ product: 'meat' as const, clearOn: null, notRecordedOn: event.day }]),
  ];
}

export const isWithdrawalRecorded = ({ withdrawals }: Pick<EventInput<'treatment' | 'vaccination'>, 'withdrawals'>): boolean =>
  withdrawals.some(({ product }) => product === 'meat');

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

/**
 * What is not known today of a medicine that a checkup names: it has no field for a withdrawal, so this holds nothing back. Where meat is
 * in withdrawal already, that says more, and a medicine of the same day and kind with its days is taken for the one of the checkup.
 */
export const checkupMedicine = (
  day: CalendarDate | null,
  open: readonly Pick<Withdrawal, 'product'>[],
  today: CalendarDate,
): readonly Withdrawal[] =>
  day === null || open.some(({ product }) => product === 'meat')
    ? []
    : openWithdrawals([{ product: 'meat', clearOn: null, notRecordedOn: day }], today);

/** What papers and listings tell of an animal. */
export function toldWithdrawals(
  {
    withdrawals,
    checkupMedicineOn,
  }: { readonly withdrawals: readonly Withdrawal[]; readonly checkupMedicineOn: CalendarDate | null },
  today: CalendarDate,
): readonly Withdrawal[] {
  const open = openWithdrawals(withdrawals, today);
  return [...checkupMedicine(checkupMedicineOn, open, today), ...open];
}

export type MedicineKind = 'vaccination' | 'treatment';

/** What was given at a checkup. It has no field for the withdrawal. */
export const medicinesOf = ({
  medication,
  cdnt,
  dewormed,
}: Pick<EventOf<'checkup'>, 'medication' | 'cdnt' | 'dewormed'>): readonly MedicineKind[] => [
  ...(cdnt ? (['vaccination'] as const) : []),
  ...(medication !== '' || dewormed ? (['treatment'] as const) : []),
];

/** Treatments with the same key belong to one course, and vaccinations with it to one series. */
export const medicineKey = ({ productId, productName }: { readonly productId: string | null; readonly productName: string }) =>
  productId ?? normalizeText(productName);
