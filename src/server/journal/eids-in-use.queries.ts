import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

const eidsInUse = (tx: Tx, farmId: FarmId) =>
  tx
    .selectFrom('animal_tags')
    .innerJoin('animals', (join) =>
      join.onRef('animals.farm_id', '=', 'animal_tags.farm_id').onRef('animals.id', '=', 'animal_tags.animal_id'),
    )
    .select(['animal_tags.id as tagId', 'number_key as eid', 'animal_id as animalId', 'animals.tag_number as tagNumber'])
    .where('animal_tags.farm_id', '=', farmId)
    .where('kind', '=', 'eid')
    .where('to_day', 'is', null)
    .where('status', '=', 'active')
    .where('is_reference', '=', false);

/** The present animals that have one of these EIDs in use. */
export const listEidHolders = (
  tx: Tx,
  farmId: FarmId,
  eids: readonly string[],
): Promise<{ tagId: string; eid: string; animalId: string; tagNumber: string }[]> =>
  eidsInUse(tx, farmId).where('number_key', 'in', eids).orderBy('animal_tags.id').execute();

/** The EIDs in use of the present animals among these. */
export const listEidsOf = (tx: Tx, farmId: FarmId, animalIds: readonly string[]) =>
  eidsInUse(tx, farmId).where('animal_id', 'in', animalIds).execute();
