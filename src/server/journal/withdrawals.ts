import { longDay } from '#domain/values/dates.ts';
import { summaryOf } from '#domain/journal/summary.ts';
import type { Withdrawal } from '#domain/journal/withdrawals.ts';
import type { DateFormat } from '#domain/values/units.ts';
import type { Act } from '#server/db/changes.ts';
import { readRegional } from '#server/db/regional.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { completeStates } from './animal-states.ts';
import { readStates } from './states.queries.ts';

interface Leaving {
  readonly id: string;
  readonly tagNumber: string;
  /** Why it leaves the farm during a withdrawal. */
  readonly reason: string | null;
}

function whyHeldBack({ product, clearOn, notRecordedOn }: Withdrawal, format: DateFormat): string {
  if (notRecordedOn !== null)
    return `was given a medicine on ${longDay(notRecordedOn, format)} whose withdrawal is not recorded. Enter its days in that entry, also if they are 0`;
  return `is in withdrawal for ${product} (${clearOn === null ? 'its course of treatment has not ended' : `until ${longDay(clearOn, format)}`})`;
}

/** Rule 52: meat or milk of an animal in withdrawal is sold only for a reason, which is recorded. */
export async function ensureNotInWithdrawal(
  tx: Tx,
  { farmId }: Pick<Act, 'farmId'>,
  animals: readonly Leaving[],
  day: string,
): Promise<void> {
  const unexplained = new Map(animals.flatMap((animal) => (animal.reason === null ? [[animal.id, animal]] : [])));
  for (const ids of slicesOf([...unexplained.keys()])) {
    for (const [id, state] of await completeStates(tx, farmId, await readStates(tx, farmId, ids))) {
      const [first] = summaryOf(state, day).withdrawals.filter(({ product }) => product !== 'fibre');
      if (!first) continue;
      const { dateFormat } = await readRegional(tx, farmId);
      throw new Problem('animals.in_withdrawal', {
        message: `${unexplained.get(id)?.tagNumber} ${whyHeldBack(first, dateFormat)}. To go on all the same, give the reason.`,
      });
    }
  }
}
