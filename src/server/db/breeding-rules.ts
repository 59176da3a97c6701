import type { BreedingRules } from '#domain/performance/breeding-rules.ts';
import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';
import type { Tx } from './transaction.ts';

/** The rules that the farm has chosen; the others have their usual values (`rulesOf`). */
export async function readBreedingRules(db: Db | Tx, farmId: FarmId): Promise<Partial<BreedingRules> | null> {
  const { rules } = await db
    .selectFrom('farms')
    .select('breeding_rules as rules')
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  return rules === null ? null : (JSON.parse(rules) as Partial<BreedingRules>);
}
