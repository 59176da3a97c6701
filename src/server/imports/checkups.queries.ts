import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '#domain/dates.ts';
import { weighingKey } from '#domain/imports/weighings.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pause, type Tx } from '#server/db/transaction.ts';

const pageSize = 500;

export async function* readWeighings(
  tx: Tx,
  farmId: FarmId,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): AsyncGenerator<string[]> {
  for (let after = { date: from, createdAt: '', id: '' }; ;) {
    const page = await tx
      .selectFrom('health_records')
      .select(['id', 'animal_id as animalId', 'date', 'created_at as createdAt', 'weight_grams as grams'])
      .where('farm_id', '=', farmId)
      .where((eb) => eb(eb.refTuple('date', 'created_at', 'id'), '>', eb.tuple(after.date, after.createdAt, after.id)))
      .where('date', '<=', to)
      .orderBy('date')
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield page.flatMap(({ animalId, date, grams }) => (grams === null ? [] : weighingKey(animalId, { date, grams })));
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
    await setImmediate();
  }
}

// Few enough that other requests are answered in between.
const deletedAtOnce = 200;

export async function deleteCheckups(tx: Tx, farmId: FarmId, importId: string, keep: ReadonlySet<string>): Promise<number> {
  let deleted = 0;
  for (let after = ''; ;) {
    await pause(tx);
    const page = await tx
      .selectFrom('health_records')
      .select(['id', 'animal_id as animalId'])
      .where('farm_id', '=', farmId)
      .where('import_id', '=', importId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(deletedAtOnce)
      .execute();
    const ids = page.filter(({ animalId }) => !keep.has(animalId)).map(({ id }) => id);
    if (ids.length > 0) await tx.deleteFrom('health_records').where('farm_id', '=', farmId).where('id', 'in', ids).execute();
    deleted += ids.length;
    if (page.length < deletedAtOnce) return deleted;
    after = page.at(-1)?.id ?? '';
  }
}
