import { saleKinds } from '#domain/journal/departures.ts';
import type { EventOf } from '#domain/records/events.ts';
import { addDays, type CalendarDate } from '#domain/values/dates.ts';
import { newestPapers, salesDays } from '#domain/work/papers-due.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches } from '#server/db/in-batches.ts';
import type { Tx } from '#server/db/transaction.ts';
import { eventsBetween } from '#server/journal/journal.queries.ts';
import { listPaperRows } from '#server/papers/papers.queries.ts';

/** The newest of each kind count. More are hardly sold in a month, and their papers are one entry per buyer and day. */
const maxSalesOfKind = 5000;

/** What besides the animals the papers of a farm follow from. */
export async function readPaperSources(tx: Tx, farmId: FarmId, today: CalendarDate) {
  return {
    sales: await readSales(tx, farmId, addDays(today, -salesDays)),
    papers: await listPaperRows(tx, farmId, { limit: newestPapers }, newestPapers),
    numbers: await readRegistrations(tx, farmId),
  };
}

async function readSales(tx: Tx, farmId: FarmId, from: CalendarDate) {
  const sales: Pick<EventOf<'sale' | 'slaughter'>, 'kind' | 'animalId' | 'day' | 'buyer'>[] = [];
  for (const kind of saleKinds) {
    const most = sales.length + maxSalesOfKind;
    for await (const events of eventsBetween(tx, farmId, { kind, from, isNewestFirst: true })) {
      sales.push(...events.map(({ animalId, day, buyer }) => ({ kind, animalId, day, buyer })));
      if (sales.length >= most) break;
    }
  }
  return sales;
}

async function readRegistrations(tx: Tx, farmId: FarmId) {
  const oldestFirst = (after: { readonly id: string } | undefined, limit: number) =>
    tx
      .selectFrom('animal_tags')
      .select(['id', 'animal_id as animalId', 'kind'])
      .where('farm_id', '=', farmId)
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute();
  const numbers: { readonly animalId: string; readonly kind: string }[] = [];
  // Filtered here and not in SQL, where a statement would read very many rows at once if few of them are registrations.
  for await (const rows of inBatches(oldestFirst)) numbers.push(...rows.filter(({ kind }) => kind === 'registration'));
  return numbers;
}
