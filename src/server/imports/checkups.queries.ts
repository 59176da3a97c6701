import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '#domain/dates.ts';
import { weighingKey } from '#domain/imports/weighings.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pause, type Tx } from '#server/db/transaction.ts';
import { foldStates } from '#server/journal/animal-states.ts';

const pageSize = 500;

export async function* readWeighings(
  tx: Tx,
  farmId: FarmId,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): AsyncGenerator<string[]> {
  for (let after = { date: from, createdAt: '', id: '' }; ;) {
    const page = await tx
      .selectFrom('events')
      .leftJoin('measures', (join) =>
        join
          .onRef('measures.farm_id', '=', 'events.farm_id')
          .onRef('measures.event_id', '=', 'events.id')
          .on('trait', '=', 'weight'),
      )
      .select(['events.id', 'events.animal_id as animalId', 'events.day as date', 'created_at as createdAt', 'value as grams'])
      .where('events.farm_id', '=', farmId)
      .where((eb) =>
        eb(eb.refTuple('events.day', 'created_at', 'events.id'), '>', eb.tuple(after.date, after.createdAt, after.id)),
      )
      .where('events.day', '<=', to)
      .orderBy('events.day')
      .orderBy('created_at')
      .orderBy('events.id')
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

/** Resolves with the number of checkups that were deleted. */
export async function deleteCheckups(tx: Tx, farmId: FarmId, importId: string, keep: ReadonlySet<string>): Promise<number> {
  let deleted = 0;
  for (let after = ''; ;) {
    await pause(tx);
    const page = await tx
      .selectFrom('events')
      .select(['id', 'animal_id as animalId'])
      .where('farm_id', '=', farmId)
      .where('import_id', '=', importId)
      .where('kind', '=', 'checkup')
      .where('id', '>', after)
      .orderBy('id')
      .limit(deletedAtOnce)
      .execute();
    const removed = page.filter(({ animalId }) => !keep.has(animalId));
    if (removed.length > 0) {
      const ids = removed.map(({ id }) => id);
      await tx.deleteFrom('events').where('farm_id', '=', farmId).where('id', 'in', ids).execute();
      await foldStates(tx, farmId, [...new Set(removed.map(({ animalId }) => animalId))]);
    }
    deleted += removed.length;
    if (page.length < deletedAtOnce) return deleted;
    after = page.at(-1)?.id ?? '';
  }
}
