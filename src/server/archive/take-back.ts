import type { RecordTable } from '#domain/records/kinds.ts';
import { toIds } from '#domain/values/to-ids.ts';
import { recordGone, recordKinds, tablesReferencingFirst } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { continueFilling, forgetAct, type WritePart } from '#server/db/fill-farm.ts';
import type { Filling } from '#server/db/filling.ts';
import { countRows } from '#server/db/rows.ts';
import { rowsPerStatement } from '#server/db/slices.ts';
import { lockedFarm, type Tx } from '#server/db/transaction.ts';
import { foldStates } from '#server/journal/animal-states.ts';
import { deleteStates } from '#server/journal/states.queries.ts';

/** Nobody else has written since the filling began, so what has a later revision came with the archive. */
export const takeBackArchive = (db: Db, farmId: FarmId, filling: Filling): Promise<void> =>
  continueFilling(db, farmId, filling, {
    write: async (part) => {
      await detachParents(part, farmId, filling.from);
      // What else hangs on animals by a foreign key goes with them.
      for (const table of tablesReferencingFirst) {
        while ((await part((tx) => deleteSome(tx, farmId, table, filling.from))) === rowsPerStatement);
      }
      await forgetAct(part, farmId, filling.from);
    },
    // Some of what it had added was not counted yet.
    end: async (tx) => {
      const countOf = (table: 'animals' | 'events' | 'breeding_records') =>
        countRows(tx.selectFrom(table).where('farm_id', '=', farmId));
      const [animals, events, matings] = [await countOf('animals'), await countOf('events'), await countOf('breeding_records')];
      Object.assign(lockedFarm(tx, farmId).counts, { animals, events: events + matings });
    },
  });

async function detachParents(part: WritePart, farmId: FarmId, from: number): Promise<void> {
  const detachSome = async (tx: Tx): Promise<number> => {
    const rows = await tx
      .selectFrom('animals')
      .select('id')
      .where('farm_id', '=', farmId)
      .where('revision', '>', from)
      .where((eb) => eb.or([eb('mother_id', 'is not', null), eb('father_id', 'is not', null)]))
      .limit(rowsPerStatement)
      .execute();
    const ids = toIds(rows);
    if (ids.length === 0) return 0;
    await tx
      .updateTable('animals')
      .set({ mother_id: null, father_id: null })
      .where('farm_id', '=', farmId)
      .where('id', 'in', ids)
      .execute();
    return ids.length;
  };
  while ((await part(detachSome)) === rowsPerStatement);
}

async function deleteSome(tx: Tx, farmId: FarmId, table: RecordTable, from: number): Promise<number> {
  const rows = await tx
    .selectFrom(table)
    .select(['id', ...(table === 'events' ? (['animal_id'] as never[]) : [])])
    .where('farm_id', '=', farmId)
    .where('revision', '>', from)
    .orderBy('revision')
    .orderBy('id')
    .limit(rowsPerStatement)
    .execute();
  const ids = toIds(rows);
  if (ids.length === 0) return 0;
  if (table === 'animals') await deleteStates(tx, farmId, ids);
  await tx.deleteFrom(table).where('farm_id', '=', farmId).where('id', 'in', ids).execute();
  await recordGone(tx, farmId, recordKinds[table], ids);
  if (table === 'events') await foldEarlierAnimals(tx, farmId, from, rows as { readonly animal_id?: string }[]);
  return ids.length;
}

async function foldEarlierAnimals(
  tx: Tx,
  farmId: FarmId,
  from: number,
  events: readonly { readonly animal_id?: string }[],
): Promise<void> {
  const ids = [...new Set(events.flatMap(({ animal_id: id }) => (id === undefined ? [] : id)))];
  const earlier = await tx
    .selectFrom('animals')
    .select('id')
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .where('revision', '<=', from)
    .execute();
  await foldStates(tx, farmId, toIds(earlier));
}
