import { sql } from 'kysely';
import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';
import type { Tx } from './transaction.ts';

/** The ids of the animals and of their ancestors, the nearest first. A limit on the rows that are read ends the recursion. */
export const withAncestors = (db: Db | Tx, farmId: FarmId, ids: readonly string[]) =>
  db.withRecursive('ancestors', (cte) =>
    cte
      .selectFrom('animals')
      .select(sql<string | null>`id`.as('id'))
      .where('farm_id', '=', farmId)
      .where('id', 'in', ids)
      .union(
        cte
          .selectFrom('ancestors')
          .innerJoin('animals', (join) => join.onRef('animals.id', '=', 'ancestors.id').on('animals.farm_id', '=', farmId))
          .innerJoin(sql<{ isMother: number }>`(select 1 as "isMother" union all select 0)`.as('roles'), (join) => join.onTrue())
          .select(sql<string | null>`case when roles."isMother" = 1 then animals.mother_id else animals.father_id end`.as('id')),
      ),
  );
