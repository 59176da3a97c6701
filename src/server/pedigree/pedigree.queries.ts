import { sql } from 'kysely';
import type { Ancestor } from '#contract/pedigree.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { isOneOf } from '#server/db/in-chunks.ts';
import type { Tx } from '#server/db/transaction.ts';

/** More than ten generations of a flock that buys its males. Ancestors further back count as unknown. */
const maxAncestors = 1000;

export interface Kin extends Ancestor {
  readonly motherId: string | null;
  readonly fatherId: string | null;
}

/** The animals and their ancestors, the nearest first. */
export const listAncestors = (db: Db | Tx, farmId: FarmId, ids: readonly string[]): Promise<Kin[]> =>
  db
    .withRecursive('kin', (cte) =>
      cte
        .selectFrom('animals')
        .select(sql<string | null>`id`.as('id'))
        .where('farm_id', '=', farmId)
        .where('id', 'in', ids)
        .union(
          cte
            .selectFrom('kin')
            .innerJoin('animals', (join) => join.onRef('animals.id', '=', 'kin.id').on('animals.farm_id', '=', farmId))
            .innerJoin(sql<{ isMother: number }>`(select 1 as "isMother" union all select 0)`.as('roles'), (join) =>
              join.onTrue(),
            )
            .select(
              sql<string | null>`case when roles."isMother" = 1 then animals.mother_id else animals.father_id end`.as('id'),
            ),
        ),
    )
    .selectFrom('animals')
    .where('animals.farm_id', '=', farmId)
    .where((eb) =>
      // The limit on rows ends the recursion.
      isOneOf(
        db,
        'animals.id',
        eb
          .selectFrom('kin')
          .select('kin.id')
          .where('kin.id', 'is not', null)
          .limit(maxAncestors + ids.length),
      ),
    )
    .select([
      'animals.id',
      'tag_number as tagNumber',
      'name',
      'species',
      'sex',
      'breed',
      'birth_date as birthDate',
      'birth_year as birthYear',
      'image_url as imageUrl',
      'is_reference as isReference',
      'mother_id as motherId',
      'father_id as fatherId',
    ])
    .execute();
