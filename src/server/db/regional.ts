import type { FarmSpecies, Regional } from '#domain/values/units.ts';
import type { Db } from './engines/connect.ts';
import type { FarmId } from './farm-id.ts';
import type { Tx } from './transaction.ts';

/** What a farm has chosen for its screens, exports, mails and messages (rule 37). */
export const readRegional = (db: Db | Tx, farmId: FarmId): Promise<Regional & { readonly keeps: FarmSpecies | null }> =>
  db
    .selectFrom('farms')
    .select(['weight_unit as weightUnit', 'date_format as dateFormat', 'keeps'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
