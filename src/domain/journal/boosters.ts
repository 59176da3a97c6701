import { addDays, type CalendarDate, daysBetween } from '../values/dates.ts';
import type { EventOf } from '../records/events.ts';

/** A booster due after at least this many days is repeated regularly; one due sooner completes the first course. */
const repeatedFromDays = 150;

/** The same product and dose again. A repeated booster is from another batch and is due again after the same interval. */
export function nextVaccination(
  last: Pick<
    EventOf<'vaccination'>,
    'animalId' | 'day' | 'productId' | 'productName' | 'dose' | 'unit' | 'batch' | 'expiry' | 'withdrawals' | 'nextDueDay'
  >,
  { id, day }: { readonly id: string; readonly day: CalendarDate },
) {
  const { animalId, productId, productName, dose, unit, withdrawals } = last;
  const interval = last.nextDueDay === null ? 0 : daysBetween(last.day, last.nextDueDay);
  const isRepeated = interval >= repeatedFromDays;
  return {
    id,
    kind: 'vaccination' as const,
    day,
    animalId,
    productId,
    productName,
    dose,
    unit,
    withdrawals,
    batch: isRepeated ? null : last.batch,
    expiry: isRepeated ? null : last.expiry,
    nextDueDay: isRepeated ? addDays(day, interval) : null,
  };
}
