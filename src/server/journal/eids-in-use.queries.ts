import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

const eidsInUse = (tx: Db | Tx, farmId: FarmId) =>
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
  tx: Db | Tx,
  farmId: FarmId,
  eids: readonly string[],
): Promise<{ tagId: string; eid: string; animalId: string; tagNumber: string }[]> =>
  eidsInUse(tx, farmId).where('number_key', 'in', eids).orderBy('animal_tags.id').execute();

/** The EIDs in use of the present animals among these. */
export const listEidsOf = (tx: Tx, farmId: FarmId, animalIds: readonly string[]) =>
  eidsInUse(tx, farmId).where('animal_id', 'in', animalIds).execute();

/** The EIDs of these animals, which are not present, that a present animal has in use apart from what an import added. */
export const listTakenEids = (
  tx: Tx,
  farmId: FarmId,
  importId: string,
  animalIds: readonly string[],
): Promise<{ tagNumber: string; holder: string }[]> =>
  tx
    .selectFrom('animal_tags as own')
    .innerJoin('animals', (join) => join.onRef('animals.farm_id', '=', 'own.farm_id').onRef('animals.id', '=', 'own.animal_id'))
    .innerJoin('animal_tags as others', (join) =>
      join
        .onRef('others.farm_id', '=', 'own.farm_id')
        .onRef('others.number_key', '=', 'own.number_key')
        .onRef('others.id', '<>', 'own.id')
        .on('others.kind', '=', 'eid')
        .on('others.to_day', 'is', null),
    )
    .innerJoin('animals as holders', (join) =>
      join.onRef('holders.farm_id', '=', 'others.farm_id').onRef('holders.id', '=', 'others.animal_id'),
    )
    .select(['animals.tag_number as tagNumber', 'holders.tag_number as holder'])
    .where('own.farm_id', '=', farmId)
    .where('own.animal_id', 'in', animalIds)
    .where('own.kind', '=', 'eid')
    .where('own.to_day', 'is', null)
    .where('holders.status', '=', 'active')
    .where('holders.is_reference', '=', false)
    .where((eb) =>
      eb.and(
        (['own.import_id', 'others.import_id', 'holders.import_id'] as const).map((column) =>
          eb.or([eb(column, 'is', null), eb(column, '<>', importId)]),
        ),
      ),
    )
    .limit(1)
    .execute();
