import { eventsPerAnimal, maxAnimalRecords, tooManyAnimalsMessage, tooManyEventsMessage } from '#domain/plans.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';
import { readFarmCap, type FarmCap } from './plans.queries.ts';

export interface AddedRows {
  /** Of any status. */
  readonly animals?: number;
  /** Health and breeding records. */
  readonly events?: number;
}

/** Refuses what would give the farm more rows than it may keep: the cap of its plan counts active animals alone. */
export function refuseTooManyRows({ plan, limit, ...now }: FarmCap, { animals = 0, events = 0 }: AddedRows): void {
  const animalsAfter = now.animals + animals;
  if (animals > 0 && animalsAfter > maxAnimalRecords(limit)) {
    throw new Problem('farm.full', { message: tooManyAnimalsMessage(now.animals, limit, plan) });
  }
  if (events > 0 && now.events + events > animalsAfter * eventsPerAnimal) {
    throw new Problem('farm.full', { message: tooManyEventsMessage(now.events, animalsAfter) });
  }
}

/** Inside `inFarmTransaction` the answer holds until the end. */
export const ensureRowsFor = async (tx: Tx, farmId: FarmId, added: AddedRows): Promise<void> =>
  refuseTooManyRows(await readFarmCap(tx, farmId), added);
