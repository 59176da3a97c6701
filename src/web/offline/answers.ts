import type { CollectionName } from '#contract/changes.ts';
import type { HealthRecord } from '#contract/health.ts';
import type { Api } from '#contract/index.ts';
import type { Parsed, Reply } from '#contract/route.ts';
import type { FarmRows, RowOf } from './farm-rows.ts';
import type { OfflineCall } from './operation.ts';
import { healthRecordOf } from './views.ts';

export interface Written {
  readonly before: FarmRows;
  readonly after: FarmRows;
}

interface Added {
  readonly body: { readonly id?: string | undefined };
}

interface Changed {
  readonly params: { readonly id: string };
}

/** The ids of new records are in the operation. */
const added =
  <K extends CollectionName>(name: K) =>
  ({ after }: Written, { body: { id = '' } }: Added): RowOf<K> | undefined =>
    after[name].get(id);

const changed =
  <K extends CollectionName>(name: K) =>
  ({ after }: Written, { params: { id } }: Changed): RowOf<K> | undefined =>
    after[name].get(id);

const deleted =
  (name: CollectionName, what: string) =>
  ({ before }: Written, { params: { id } }: Changed): { message: string } | undefined =>
    before[name].has(id) ? { message: `${what} deleted successfully` } : undefined;

function healthRecord(event: RowOf<'events'> | undefined): HealthRecord | undefined {
  return event?.kind === 'checkup' ? healthRecordOf(event) : undefined;
}

function eventsOf({ after }: Written, ids: readonly string[]): { events: RowOf<'events'>[] } | undefined {
  const events = ids.flatMap((id) => after.events.get(id) ?? []);
  return events.length === ids.length ? { events } : undefined;
}

type Answer<K extends OfflineCall> = (written: Written, input: Parsed<Api[K]>) => Reply<Api[K]> | undefined;

export const answers: { readonly [K in OfflineCall]: Answer<K> } = {
  addAnimal: added('animals'),
  changeAnimal: changed('animals'),
  deleteAnimal: deleted('animals', 'Animal'),
  addAnimalTag: added('animalTags'),
  changeAnimalTag: changed('animalTags'),
  deleteAnimalTag: deleted('animalTags', 'Number'),
  addHealthRecord: (written, input) => healthRecord(added('events')(written, input)),
  changeHealthRecord: (written, input) => healthRecord(changed('events')(written, input)),
  removeHealthRecord: deleted('events', 'Health record'),
  addBreedingRecord: added('breedingRecords'),
  changeBreedingRecord: changed('breedingRecords'),
  deleteBreedingRecord: deleted('breedingRecords', 'Breeding record'),
  recordEvents: (written, { body: { events } }) =>
    eventsOf(
      written,
      events.map(({ id }) => id),
    ),
  replaceEvent: added('events'),
  voidEvent: changed('events'),
  // Events of young that are deleted with their birth are no longer there.
  voidEvents: ({ before, after }, { body: { ids } }) =>
    ids.every((id) => before.events.has(id)) ? { events: ids.flatMap((id) => after.events.get(id) ?? []) } : undefined,
  addPlace: added('places'),
  changePlace: changed('places'),
  addGroup: added('groups'),
  changeGroup: changed('groups'),
  addProduct: added('products'),
  changeProduct: changed('products'),
  addWorklist: added('worklists'),
  changeWorklist: changed('worklists'),
  addExposure: added('exposures'),
  changeExposure: changed('exposures'),
  addChore: added('chores'),
  changeChore: changed('chores'),
  deleteChore: deleted('chores', 'Task'),
};
