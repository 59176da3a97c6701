import type { AnimalSummary } from '#contract/events.ts';
import { earliestToday } from '#domain/values/dates.ts';
import { summaryOf } from '#domain/journal/summary.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inSnapshot } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { readState } from '#server/journal/animal-states.ts';
import { Problem } from '#server/problem.ts';

export const readAnimalSummary = ({ db, now }: Pick<Deps, 'db' | 'now'>, farmId: FarmId, id: string): Promise<AnimalSummary> =>
  inSnapshot(db, async (tx) => {
    const state = await readState(tx, farmId, id);
    if (!state) throw new Problem('animals.not_found');
    const { placeId, groupIds, withdrawals, due, ...standing } = summaryOf(state, earliestToday(now()));
    const [place = null] = placeId === null ? [] : await readNames(tx, farmId, 'places', [placeId]);
    return {
      ...standing,
      withdrawals: [...withdrawals],
      place,
      groups: groupIds.length === 0 ? [] : await readNames(tx, farmId, 'groups', groupIds),
      due: [...due],
    };
  });

const readNames = (db: Db, farmId: FarmId, table: 'places' | 'groups', ids: readonly string[]) =>
  db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute();
