import { eventsPerAnimal, maxAnimalRecords, tooManyAnimalsMessage, tooManyEventsMessage } from '#domain/accounts/plans.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { readCounts, readFarmPlan, type FarmPlan } from './plans.queries.ts';

export interface AddedRows {
  readonly animals?: number;
  readonly events?: number;
}

/** Limits rows of every kind (rule 34); the plan's cap counts active animals only. True until the commit only within `inFarmTransaction`. */
export const ensureRowsFor = async (tx: Tx, farmId: FarmId, added: AddedRows): Promise<void> =>
  ensureRowsOn(await readFarmPlan(tx, farmId), tx, farmId, added);

export async function ensureRowsOn(
  { plan, limit }: FarmPlan,
  tx: Tx,
  farmId: FarmId,
  { animals = 0, events = 0 }: AddedRows,
): Promise<void> {
  if (animals === 0 && events === 0) return;
  const { animals: before, events: recorded } = await readCounts(tx, farmId);
  if (animals > 0 && before + animals > maxAnimalRecords(limit)) {
    throw new Problem('farm.full', { message: tooManyAnimalsMessage(before, limit, plan) });
  }
  if (events === 0) return;
  if (recorded + events > (before + animals) * eventsPerAnimal) {
    throw new Problem('farm.full', { message: tooManyEventsMessage(recorded, before + animals) });
  }
}
