import { addDays, type CalendarDate } from '#domain/dates.ts';
import { changed, logChanges, revisionOf, type Act } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { deleteOffspring, insertOffspring } from './breeding.queries.ts';

interface Mating {
  readonly id: string;
  readonly fatherId: string;
}

interface BirthOf {
  /** The breeding record that the person names. */
  readonly id: string | null;
  readonly damId: string;
  readonly sireId: string | null;
  readonly day: CalendarDate;
}

/** Days from mating to birth that are possible: 142 to 155 are normal, and the day of mating is not always seen (NMSU, Merck). */
const [leastGestation, mostGestation] = [135, 165];

/** The pending mating that a birth is from; undefined if there is none, or several by different sires. */
export async function findMating(tx: Tx, farmId: FarmId, { id, damId, sireId, day }: BirthOf): Promise<Mating | undefined> {
  const matings = await tx
    .selectFrom('breeding_records')
    .select(['id', 'father_id as fatherId'])
    .where('farm_id', '=', farmId)
    .where('mother_id', '=', damId)
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .$if(id === null, (query) =>
      query
        .where('outcome', '=', 'pending')
        .where('breeding_date', '>=', addDays(day, -mostGestation))
        .where('breeding_date', '<=', addDays(day, -leastGestation)),
    )
    .$if(sireId !== null, (query) => query.where('father_id', '=', sireId ?? ''))
    .orderBy('breeding_date', 'desc')
    .execute();
  const sires = new Set(matings.map(({ fatherId }) => fatherId));
  return sires.size === 1 ? matings[0] : undefined;
}

/** A breeding record names at most this many; the event of the birth names all. */
const maxOffspring = 4;

export async function endMating(
  tx: Tx,
  act: Act,
  id: string,
  { now, day, offspringIds }: { readonly now: Date; readonly day: CalendarDate; readonly offspringIds: readonly string[] },
): Promise<void> {
  await deleteOffspring(tx, act.farmId, id);
  await setOutcome(tx, act, id, now, { outcome: 'successful', actual_birth_date: day });
  await insertOffspring(tx, act.farmId, id, offspringIds.slice(0, maxOffspring));
}

/** The birth that ended it was voided. */
export async function reopenMating(tx: Tx, act: Act, id: string, now: Date): Promise<void> {
  await deleteOffspring(tx, act.farmId, id);
  await setOutcome(tx, act, id, now, { outcome: 'pending', actual_birth_date: null });
}

async function setOutcome(
  tx: Tx,
  act: Act,
  id: string,
  now: Date,
  columns: { readonly outcome: 'pending' | 'successful'; readonly actual_birth_date: CalendarDate | null },
): Promise<void> {
  const before = await tx
    .selectFrom('breeding_records')
    .select(['outcome', 'actual_birth_date as actualBirthDate'])
    .where('farm_id', '=', act.farmId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('breeding_records')
    .set({ ...columns, revision: revisionOf(act.farmId) })
    .where('farm_id', '=', act.farmId)
    .where('id', '=', id)
    .execute();
  const { outcome, actual_birth_date: actualBirthDate } = columns;
  await logChanges(tx, act, now, changed('breedingRecord', id, before, { outcome, actualBirthDate }));
}
