import type { Api } from '#contract/index.ts';
import { findAnimalTag } from '#server/animal-tags/animal-tags.queries.ts';
import { findAnimal } from '#server/animals/animals.queries.ts';
import { findBreedingRecord } from '#server/breeding/breeding.queries.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findEvents } from '#server/events/events.queries.ts';
import { findHealthRecord } from '#server/health/health.queries.ts';
import { findEntry } from '#server/farm-lists/farm-lists.queries.ts';
import type { OfflineCall } from './offline-calls.ts';

type Find = (tx: Tx, farmId: FarmId, id: string) => Promise<unknown>;

type Stale = 'record.stale';
type CallThatMayBeStale = {
  [K in OfflineCall]: Api[K] extends { readonly errors: readonly (infer Code)[] } ? (Stale extends Code ? K : never) : never;
}[OfflineCall];

const findEvent: Find = async (tx, farmId, id) => (await findEvents(tx, farmId, [id])).get(id);

const finders: Readonly<Record<CallThatMayBeStale, Find>> = {
  changeAnimal: findAnimal,
  changeAnimalTag: findAnimalTag,
  changeBreedingRecord: findBreedingRecord,
  changeHealthRecord: findHealthRecord,
  replaceEvent: findEvent,
  voidEvent: findEvent,
  changePlace: (tx, farmId, id) => findEntry(tx, farmId, 'places', id),
  changeGroup: (tx, farmId, id) => findEntry(tx, farmId, 'groups', id),
  changeProduct: (tx, farmId, id) => findEntry(tx, farmId, 'products', id),
  changeWorklist: (tx, farmId, id) => findEntry(tx, farmId, 'worklists', id),
  changeExposure: (tx, farmId, id) => findEntry(tx, farmId, 'exposures', id),
  changeChore: (tx, farmId, id) => findEntry(tx, farmId, 'chores', id),
};

/** The current record that a call tried to change. */
export const findCurrentRow = (tx: Tx, farmId: FarmId, call: OfflineCall, id: string): Promise<unknown> | undefined =>
  (finders as Readonly<Partial<Record<OfflineCall, Find>>>)[call]?.(tx, farmId, id);
