import { sql } from 'kysely';
import type { Act } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';

export interface OpenWithdrawal {
  readonly animalId: string;
  readonly product: string;
  /** The first safe day; null while the course of treatment is open. */
  readonly clearOn: string | null;
}

/** Written as in the index withdrawals_open; an open course sorts after every day. */
const end = sql<string>`coalesce(clear_on, '9')`;

/** The withdrawals of a farm, or of some of its animals, that are open on a day. */
export const listOpenWithdrawals = (
  db: Db | Tx,
  farmId: FarmId,
  today: string,
  animalIds?: readonly string[],
): Promise<OpenWithdrawal[]> =>
  db
    .selectFrom('withdrawals')
    .select(['animal_id as animalId', 'product', 'clear_on as clearOn'])
    .where('farm_id', '=', farmId)
    .where(end, '>', today)
    .$if(animalIds !== undefined, (query) => query.where('animal_id', 'in', animalIds ?? []))
    .orderBy(end, 'desc')
    .orderBy('animal_id')
    .orderBy('product')
    .execute();

interface Leaving {
  readonly id: string;
  readonly tagNumber: string;
  /** Why it leaves although it is in withdrawal. */
  readonly reason: string | null;
}

/** Rule 52: meat or milk of an animal in withdrawal is sold only for a reason, which is recorded. */
export async function ensureNotInWithdrawal(
  tx: Tx,
  { farmId }: Pick<Act, 'farmId'>,
  animals: readonly Leaving[],
  day: string,
): Promise<void> {
  const unexplained = animals.filter(({ reason }) => reason === null);
  if (unexplained.length === 0) return;
  const open = await listOpenWithdrawals(
    tx,
    farmId,
    day,
    unexplained.map(({ id }) => id),
  );
  const [first] = open.filter(({ product }) => product !== 'fibre');
  if (!first) return;
  const tag = unexplained.find(({ id }) => id === first.animalId)?.tagNumber ?? '';
  const until = first.clearOn === null ? 'its course of treatment has not ended' : `until ${first.clearOn}`;
  throw new Problem('animals.in_withdrawal', {
    message: `${tag} is in withdrawal for ${first.product} (${until}). To sell it anyway, open its page and give the reason.`,
  });
}
