import { toIds } from '#domain/values/to-ids.ts';
import type { FarmId } from './farm-id.ts';
import { readSliced } from './slices.ts';
import type { Tx } from './transaction.ts';

/** The ids that belong to rows of the farm. */
export async function readOwnIds(
  tx: Tx,
  farmId: FarmId,
  table: 'places' | 'groups' | 'products' | 'worklists' | 'breeding_records' | 'animals',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const own = tx.selectFrom(table).select('id').where('farm_id', '=', farmId);
  return new Set(toIds(await readSliced(ids, (part) => own.where('id', 'in', part))));
}

/** The names of the groups that are rules, by id. */
export async function readRuleNames(tx: Tx, farmId: FarmId): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('farm_id', '=', farmId)
    .where('rule', '<>', JSON.stringify({}))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
