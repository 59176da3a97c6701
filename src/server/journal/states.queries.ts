import { sql } from 'kysely';
import type { AffectedAnimal } from '#domain/journal/effects.ts';
import { toIds } from '#domain/values/to-ids.ts';
import { recordGone, revisionOf, selectChanged, type ChangesPage } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asFields } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';

export interface StoredState extends AffectedAnimal {
  readonly id: string;
  readonly form: number | null;
  readonly state: string | null;
}

export const readStates = (db: Db, farmId: FarmId, animalIds: readonly string[]): Promise<StoredState[]> =>
  withStates(db, farmId)
    .select([
      'animals.id',
      ...asFields('tagNumber healthStatus vaccinated status castratedOn birthDate birthWeightGrams weaningWeightGrams'),
      ...asFields('weaningAgeDays form state'),
    ])
    .where('animals.id', 'in', animalIds)
    .execute();

export const saveStates = (
  tx: Tx,
  farmId: FarmId,
  form: number,
  states: readonly { readonly animalId: string; readonly state: string }[],
): Promise<unknown> =>
  tx
    .insertInto('animal_states')
    .values(
      states.map(({ animalId, state }) => ({
        farm_id: farmId,
        animal_id: animalId,
        form,
        state,
        revision: revisionOf(tx, farmId),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['farm_id', 'animal_id']).doUpdateSet({
        form: sql.ref('excluded.form'),
        state: sql.ref('excluded.state'),
        revision: sql.ref('excluded.revision'),
      }),
    )
    .execute();

/** Before the animals are deleted. */
export async function deleteStates(tx: Tx, farmId: FarmId, animalIds: readonly string[]): Promise<void> {
  const deleted = await tx
    .deleteFrom('animal_states')
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', animalIds)
    .returning('animal_id as id')
    .execute();
  await recordGone(tx, farmId, 'animalState', toIds(deleted));
}

/** Sorted by the animals' ids. After an upgrade some are missing (fold-states.jobs.ts) or in an earlier form. */
export const listStates = (db: Db, { farmId, after, limit }: { farmId: FarmId; after: string; limit: number }) =>
  db
    .selectFrom('animal_states')
    .select(['animal_id as id', 'form', 'state'])
    .where('farm_id', '=', farmId)
    .where('animal_id', '>', after)
    .orderBy('animal_id')
    .limit(limit)
    .execute();

export const listChangedStates = (db: Db, page: ChangesPage & { farmId: FarmId; form: number }) => {
  const states = db.selectFrom('animal_states').select(['animal_id as id', 'state']);
  return selectChanged(states.where('farm_id', '=', page.farmId).where('form', '=', page.form), page, 'animal_id').execute();
};

/** Animals of a farm whose state is not stored in this form. */
export const listUnfolded = (
  db: Db | Tx,
  farmId: FarmId,
  { form, after, limit }: { readonly form: number; readonly after: string; readonly limit: number },
): Promise<{ id: string }[]> =>
  withStates(db, farmId)
    .select('animals.id')
    .where('animals.id', '>', after)
    .where((eb) => eb.or([eb('form', '<>', form), eb.and([eb('form', 'is', null), hasEvents(farmId)])]))
    .orderBy('animals.id')
    .limit(limit)
    .execute();

const withStates = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('animals')
    .leftJoin('animal_states', (join) =>
      join.onRef('animal_states.farm_id', '=', 'animals.farm_id').onRef('animal_states.animal_id', '=', 'animals.id'),
    )
    .where('animals.farm_id', '=', farmId);

/** A subquery with a limit, since PostgreSQL may otherwise read all events of the farm. */
const hasEvents = (farmId: FarmId) => sql<boolean>`(
  select events.id from events where events.farm_id = ${farmId} and events.animal_id = animals.id limit 1) is not null`;
