import { toIds } from '#domain/values/to-ids.ts';
import type { Transaction } from 'kysely';
import { tables } from './baseline/tables.ts';
import type { Database } from './schema/schema.ts';
import { slicesOf } from './slices.ts';

const own: readonly string[] = ['position', 'listed_on'];
const key: readonly string[] = ['farm_id', 'animal_id'];
const columns = (Object.keys(tables.listings.columns) as (keyof Database['offered'])[]).filter((column) => !own.includes(column));
const copied = columns.filter((column) => !key.includes(column));

/** Brings the listings of animals up to date with the view `offered`. The farm must be locked, so that nobody takes an animal off meanwhile. */
export async function relist(tx: Transaction<Database>, farmId: string, animalIds: readonly string[]): Promise<void> {
  for (const ids of slicesOf(animalIds)) {
    const offered = await tx
      .selectFrom('offered')
      .select(columns)
      .where('farm_id', '=', farmId)
      .where('animal_id', 'in', ids)
      .execute();
    const listed = new Set(offered.map((row) => row.animal_id));
    const others = ids.filter((id) => !listed.has(id));
    if (others.length > 0) {
      await tx.deleteFrom('listings').where('farm_id', '=', farmId).where('animal_id', 'in', others).execute();
    }
    if (offered.length === 0) continue;
    await tx
      .insertInto('listings')
      .values(offered)
      .onConflict((conflict) =>
        conflict
          .column('animal_id')
          .doUpdateSet((eb) => Object.fromEntries(copied.map((column) => [column, eb.ref(`excluded.${column}`)])))
          // In a distributed database another farm may use the id: the address stays with the one that had it.
          .where('listings.farm_id', '=', farmId),
      )
      .execute();
  }
}

/** As many listings of a farm are updated at once; more of them by a job (market/stale-listings.ts), which `mark` tells of each change. */
const atOnce = 200;

/** After a change of what all listings of a farm show: its name, its place, its first owner or their address. The farm must be locked. */
export async function relistFarm(tx: Transaction<Database>, farmId: string): Promise<void> {
  const listed = await tx
    .selectFrom('listings')
    .select('animal_id as id')
    .where('farm_id', '=', farmId)
    .limit(atOnce + 1)
    .execute();
  if (listed.length <= atOnce) {
    return relist(tx, farmId, toIds(listed));
  }
  await tx
    .insertInto('stale_listings')
    .values({ farm_id: farmId, mark: 1 })
    .onConflict((conflict) => conflict.column('farm_id').doUpdateSet((eb) => ({ mark: eb('stale_listings.mark', '+', 1) })))
    .execute();
}
