import { sql } from 'kysely';
import { revisionOf } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

export interface StoredState {
  readonly id: string;
  readonly health_status: string;
  readonly vaccinated: boolean;
  readonly status: string;
  readonly castrated_on: string | null;
  readonly birth_date: string | null;
  readonly birth_weight_grams: number | null;
  readonly weaning_weight_grams: number | null;
  readonly weaning_age_days: number | null;
  readonly form: number | null;
  readonly state: string | null;
}

export const readStates = (tx: Tx, farmId: FarmId, animalIds: readonly string[]): Promise<StoredState[]> =>
  tx
    .selectFrom('animals')
    .leftJoin('animal_states', (join) =>
      join.onRef('animal_states.farm_id', '=', 'animals.farm_id').onRef('animal_states.animal_id', '=', 'animals.id'),
    )
    .select([
      'animals.id',
      'health_status',
      'vaccinated',
      'status',
      'castrated_on',
      'birth_date',
      'birth_weight_grams',
      'weaning_weight_grams',
      'weaning_age_days',
      'form',
      'state',
    ])
    .where('animals.farm_id', '=', farmId)
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
        revision: revisionOf(farmId),
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
