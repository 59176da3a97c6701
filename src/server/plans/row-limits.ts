import { eventsPerAnimal, maxAnimalRecords, tooManyAnimalsMessage, tooManyEventsMessage } from '#domain/plans.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { readFarmCap, type FarmCap } from './plans.queries.ts';

export interface AddedRows {
  readonly animals?: number;
  readonly events?: number;
}

/** Limits rows of every kind (rule 34); the plan's cap counts active animals only. */
export function ensureRowLimits({ plan, limit, ...now }: FarmCap, { animals = 0, events = 0 }: AddedRows): void {
  const animalsAfter = now.animals + animals;
  if (animals > 0 && animalsAfter > maxAnimalRecords(limit)) {
    throw new Problem('farm.full', { message: tooManyAnimalsMessage(now.animals, limit, plan) });
  }
  if (events > 0 && now.events + events > animalsAfter * eventsPerAnimal) {
    throw new Problem('farm.full', { message: tooManyEventsMessage(now.events, animalsAfter) });
  }
}

/** True until the commit only within `inFarmTransaction`. */
export const ensureRowsFor = async (tx: Tx, farmId: FarmId, added: AddedRows): Promise<void> =>
  ensureRowLimits(await readFarmCap(tx, farmId), added);
