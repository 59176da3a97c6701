import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { readListing, type StoredListing } from './listing.queries.ts';

/** What hangs on an animal besides its fields and its records. It goes with the animal and comes back with it. */
export interface Remains {
  readonly version: number;
  readonly createdAt: string;
  readonly listing: StoredListing;
}

export async function readRemains(tx: Tx, farmId: FarmId, id: string): Promise<Remains | undefined> {
  const animal = await tx
    .selectFrom('animals')
    .select(['version', 'created_at as createdAt'])
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .executeTakeFirst();
  return animal && { ...animal, listing: await readListing(tx, farmId, id) };
}

/** If the log does not say what the listing showed, it shows no facts: nothing that was hidden becomes public. */
export const restoredListing = (remains: Partial<Remains>): StoredListing =>
  remains.listing ?? { clipUrl: null, shared: '[]', photos: [] };

/** The version goes on, so that a change made on an earlier one is still told to be stale. */
export const versionAfter = ({ version = 0 }: Partial<Remains>): number => version + 1;
