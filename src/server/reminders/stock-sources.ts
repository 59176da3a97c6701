import type { Product } from '#contract/products.ts';
import type { EventDetail } from '#domain/records/events.ts';
import { firstStockDay, type RecordedDose } from '#domain/health/stock.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, pageByDay } from '#server/db/in-batches.ts';
import type { Tx } from '#server/db/transaction.ts';
import { entryBatches } from '#server/farm-lists/farm-lists.queries.ts';
import { toDetail } from '#server/journal/journal.queries.ts';

/** With more of them too much memory would be needed, and nothing is said of the stock. */
const maxDoses = 50_000;

/** The products whose stock is counted, and the doses that were given of them since they were bought. */
export async function readStockSources(
  tx: Tx,
  farmId: FarmId,
): Promise<readonly [products: readonly Product[], doses: readonly RecordedDose[]]> {
  const products: Product[] = [];
  for await (const batch of entryBatches(tx, farmId, 'products'))
    products.push(...batch.filter(({ archivedAt, stock }) => archivedAt === null && stock.length > 0));
  const from = firstStockDay(products);
  if (from === undefined) return [[], []];
  const counted = new Set(products.map(({ id }) => id));
  const doses: RecordedDose[] = [];
  for (const kind of ['treatment', 'vaccination'] as const) {
    const oldestFirst = (after: { day: string; createdAt: string; id: string } | undefined, limit: number) =>
      pageByDay(
        tx
          .selectFrom('events')
          .select(['id', 'day', 'time', 'created_at as createdAt', 'detail', 'voided_at as voidedAt'])
          .where('farm_id', '=', farmId)
          .where('kind', '=', kind)
          .where('day', '>=', from),
        { after, limit },
      ).execute();
    for await (const rows of inBatches(oldestFirst)) {
      for (const { id, day, time, createdAt, detail, voidedAt } of rows) {
        // A vaccination has these fields of a treatment.
        const { productId, productName, dose, unit, batch } = toDetail('treatment', detail) as EventDetail<'treatment'>;
        if (voidedAt !== null || productId === null || !counted.has(productId)) continue;
        doses.push({ id, day, time, createdAt, productId, productName, dose, unit, batch });
      }
      if (doses.length > maxDoses) return [[], []];
    }
  }
  return [products, doses];
}
