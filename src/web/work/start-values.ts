import type { Animal } from '#contract/animals.ts';
import type { RecordedEvent } from '#contract/events.ts';
import type { Product } from '#contract/products.ts';
import { addDays, daysBetween } from '#domain/dates.ts';
import { type Work, workInfo } from '#domain/records/works.ts';
import { nextBatch, type StockLeft } from '#domain/stock.ts';
import { isUse, lastUseOf } from '#web/herd/last-uses.ts';
import { type EventFormValues, newEventValues, recordedValues } from '#web/journal/event-form-values.ts';
import { batchValues, productValues } from '#web/journal/product-field.tsx';
import { today } from '#web/lib/today.ts';

/** The values of the last time, with the booster after the same number of days. */
export function startValues(
  work: Work,
  lastUses: readonly RecordedEvent[],
  stock: ReadonlyMap<string, StockLeft>,
  given: { readonly product: Product; readonly species: Animal['species'] } | undefined,
): EventFormValues {
  const { event: kind } = workInfo(work);
  const values = newEventValues(kind);
  if (work === 'weighAtWeaning') return { ...values, occasion: 'weaning' };
  if (work === 'pooledEggs') return { ...values, isPooled: true };
  const last = given ? lastUseOf(given.product.id, lastUses) : lastUses.filter(isUse).find((event) => event.kind === kind);
  if (given && !last) return { ...values, ...productValues(given.product, given.species, stock.get(given.product.id)) };
  if (!last) return values;
  const { productId, productName, dose, unit, withdrawals } = recordedValues(last);
  const batch = nextBatch(last, last.productId === null ? undefined : stock.get(last.productId), today());
  const nextDueDay =
    last.kind === 'vaccination' && last.nextDueDay !== null ? addDays(today(), daysBetween(last.day, last.nextDueDay)) : '';
  const medicine = { productId, productName, dose, unit, ...batchValues(batch), withdrawals };
  return { ...values, ...medicine, ...(kind === 'vaccination' && { nextDueDay }) };
}
