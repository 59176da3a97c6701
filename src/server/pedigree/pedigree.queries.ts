import type { Ancestor } from '#contract/pedigree.ts';
import { withAncestors } from '#server/db/ancestors.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { isOneOf } from '#server/db/in-chunks.ts';
import { asFields } from '#server/db/record-columns.ts';
import type { Tx } from '#server/db/transaction.ts';

/** More than ten generations of a flock that buys its males. Ancestors further back count as unknown. */
const maxAncestors = 1000;

export interface Kin extends Ancestor {
  readonly motherId: string | null;
  readonly fatherId: string | null;
}

/** The animals and their ancestors, the nearest first. */
export const listAncestors = (db: Db | Tx, farmId: FarmId, ids: readonly string[]): Promise<Kin[]> =>
  withAncestors(db, farmId, ids)
    .selectFrom('animals')
    .where('animals.farm_id', '=', farmId)
    .where((eb) =>
      isOneOf(
        db,
        'animals.id',
        eb
          .selectFrom('ancestors')
          .select('ancestors.id')
          .where('ancestors.id', 'is not', null)
          .limit(maxAncestors + ids.length),
      ),
    )
    .select([
      'animals.id',
      ...asFields('tagNumber name species sex breed birthDate birthYear imageUrl isReference motherId fatherId'),
    ])
    .execute();
