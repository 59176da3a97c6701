import { sql, type ExpressionBuilder } from 'kysely';
import type { Database } from './schema/schema.ts';

/** In a statement about `events`: a birth of which young wait for room in the plan. The same words as those of the index on them. */
export const hasWaitingYoung = sql<boolean>`kind = 'birth' and voided_at is null and detail like '%"waits":true%'`;

/** For a query over `farms`. */
export const farmHasWaitingYoung = (eb: ExpressionBuilder<Database, 'farms'>) =>
  eb.exists(eb.selectFrom('events').select('events.id').whereRef('events.farm_id', '=', 'farms.id').where(hasWaitingYoung));
