import type { Product } from '#contract/products.ts';
import { firstStockDay, type RecordedDose } from '#domain/health/stock.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { entryBatches } from '#server/farm-lists/farm-lists.queries.ts';
import { eventsBetween } from '#server/journal/journal.queries.ts';

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
    for await (const events of eventsBetween(tx, farmId, { kind, from })) {
      for (const { id, day, time, createdAt, productId, productName, dose, unit, batch } of events) {
        if (productId === null || !counted.has(productId)) continue;
        doses.push({ id, day, time, createdAt, productId, productName, dose, unit, batch });
      }
      if (doses.length > maxDoses) return [[], []];
    }
  }
  return [products, doses];
}
