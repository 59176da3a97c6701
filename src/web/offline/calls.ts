import { animalTagRoutes } from '#contract/animal-tags.ts';
import { animalRoutes } from '#contract/animals.ts';
import { breedingRoutes } from '#contract/breeding.ts';
import type { CollectionName } from '#contract/changes.ts';
import { choreRoutes } from '#contract/chores.ts';
import { eventRoutes } from '#contract/events.ts';
import { exposureRoutes } from '#contract/exposures.ts';
import { groupRoutes } from '#contract/groups.ts';
import { healthRoutes } from '#contract/health.ts';
import type { Api } from '#contract/index.ts';
import { placeRoutes } from '#contract/places.ts';
import { productRoutes } from '#contract/products.ts';
import type { Parsed, Reply } from '#contract/route.ts';
import { worklistRoutes } from '#contract/worklists.ts';
import { entryNameOf, type EventKind } from '#domain/records/events.ts';
import { callsOf, type ListCalls, type ListName } from '#domain/records/kinds.ts';
import type { MergeField } from '#web/lib/forms/three-way.ts';
import { addAnimal, changeAnimal, deleteAnimal } from './effects/apply-animals.ts';
import { addBreedingRecord, changeBreedingRecord, deleteBreedingRecord } from './effects/apply-breeding.ts';
import { addEntry, changeEntry, deleteChore } from './effects/apply-entries.ts';
import { recordEvents, replaceEvent, voidEvent, voidEvents } from './effects/apply-events.ts';
import { addExposure, changeExposure } from './effects/apply-exposures.ts';
import { addHealthRecord, changeHealthRecord, removeHealthRecord } from './effects/apply-health.ts';
import { addAnimalTag, changeAnimalTag, deleteAnimalTag } from './effects/apply-tags.ts';
import type { FarmRows } from './copy/farm-rows.ts';
import type { Act } from './effects/journal-changes.ts';
import { bodyOf, eventsOf, type Json, textOf } from './queue/operation-body.ts';
import type { OfflineCall, StoredOperation } from './queue/operation.ts';
import { added, changed, deleted, healthRecord, recordedEvents, type Written } from './effects/replies.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A call that waits or will wait, and the rows that its label names. */
export interface Labelled extends Pick<StoredOperation, 'params' | 'body'> {
  readonly rows: FarmRows;
}

/** Everything that the copy of a farm in this browser knows of a call that may wait. */
interface CallEntry<K extends OfflineCall> {
  /** Its schemas, as in the contract. */
  readonly route: Api[K];
  /** What becomes of the records that it is about. A call that adds contains their ids. */
  readonly does: 'adds' | 'changes' | 'removes';
  /** The collection of the record with the id in its address. */
  readonly of?: CollectionName;
  /** Its effect on the rows, without the server's checks: only the server decides whether it is allowed. */
  readonly effect: (act: Act, input: Parsed<Api[K]>) => void;
  /** The reply, from the rows before and after; undefined if it had no effect. */
  readonly reply: (written: Written, input: Parsed<Api[K]>) => Reply<Api[K]> | undefined;
  /** Of the operation: 'Weight of MJ-02'. */
  readonly label: (operation: Labelled) => string;
  /** The fields that are merged with a change made elsewhere. Without them, the person decides about all that was sent. */
  readonly merges?: readonly MergeField<Values>[];
  /** The call that adds the record again if it was deleted elsewhere. */
  readonly addedAgainBy?: OfflineCall;
  /** Whether a form exists that can show what was typed. */
  readonly hasForm?: true;
  /** The field of a photo, which is sent afterwards by this call. */
  readonly photo?: { readonly field: string; readonly change: OfflineCall };
  /** The page that shows what it is about, where that is not an animal. `$id` is the id of its record. */
  readonly page?: string;
}

/** Each field that a change may contain. */
const fieldsOf = ({ shape }: { readonly shape: object }): readonly MergeField<Values>[] =>
  Object.keys(shape).flatMap((name) => (name === 'version' ? [] : { label: name, fields: [name] }));

const idIn = ({ params }: Labelled): string => params['id'] ?? '';
const tag = ({ rows }: Labelled, animalId: unknown): string => rows.animals.get(String(animalId))?.tagNumber ?? 'an animal';
const tagIn = (operation: Labelled, field = 'animalId'): string => tag(operation, bodyOf(operation)[field]);
const eventIn = (operation: Labelled) => operation.rows.events.get(idIn(operation));

/** The name of the entry of a list that it adds or changes. */
const nameIn = (operation: Labelled, list: ListName): string =>
  operation.rows[list].get(idIn(operation))?.name ?? textOf(bodyOf(operation)['name']);

const archives = (operation: Labelled): boolean => bodyOf(operation)['isArchived'] === true;

function labelOfEvents(operation: Labelled): string {
  const events: readonly Json[] = eventsOf(operation);
  const name = entryNameOf(events[0]?.['kind'] as EventKind);
  return events.length === 1 ? `${name} of ${tag(operation, events[0]?.['animalId'])}` : `${name} of ${events.length} animals`;
}

const labelOf =
  (noun: string, list: ListName) =>
  (operation: Labelled): string =>
    `${noun} ${nameIn(operation, list)}`;
const worklistLabel = (operation: Labelled): string =>
  `${nameIn(operation, 'worklists')} ${idIn(operation) === '' ? 'begun' : archives(operation) ? 'finished' : 'changed'}`;
const tagLabel = (operation: Labelled) => `Number of ${tag(operation, operation.rows.animalTags.get(idIn(operation))?.animalId)}`;
const matingOf = (operation: Labelled) => tag(operation, operation.rows.breedingRecords.get(idIn(operation))?.motherId);
const choreLabel = (operation: Labelled) => `Task ${nameIn(operation, 'chores')}${archives(operation) ? ' done' : ''}`;

/** A product's or an animal's photo is sent as a change. */
const productPhoto = { field: 'photo', change: 'changeProduct' } as const;
const animalPhoto = { field: 'imageUrl', change: 'changeAnimal' } as const;

const apart = new Set(['birthDate', 'birthYear', 'forSalePrice', 'reason', 'day']);

/** The date and the year of a birth are entered as one, and a price under one of two names. */
const animalMergeFields = [
  ...fieldsOf(animalRoutes.changeAnimal.body.in).filter(({ label }) => !apart.has(label)),
  { label: 'birthDate', fields: ['birthDate', 'birthYear'] },
];

type EntryCall<L extends ListName> = ListCalls<L>['add' | 'change'];

/** The calls that add and change an entry of a list, which differ only in its fields. */
function entryCalls<L extends ListName>(
  list: L,
  routes: { readonly [K in EntryCall<L>]: Api[K] },
  entry: Pick<CallEntry<OfflineCall>, 'label' | 'hasForm' | 'photo' | 'page'>,
): { readonly [K in EntryCall<L>]: CallEntry<K> } {
  const { add, change }: { add: EntryCall<L>; change: EntryCall<L> } = callsOf(list);
  return {
    [add]: { ...entry, route: routes[add], does: 'adds', effect: addEntry(list), reply: added(list) },
    [change]: {
      ...entry,
      route: routes[change],
      does: 'changes',
      of: list,
      effect: changeEntry(list),
      reply: changed(list),
      merges: fieldsOf(routes[change].body),
      addedAgainBy: add,
    },
  } as unknown as { readonly [K in EntryCall<L>]: CallEntry<K> };
}

/**
 * What becomes of an entry of a list, and of a number, is one rule with the server (`newEntry` and `changedEntry`, `newTag` and
 * `changedTag` in the domain). Of the other calls the decisions are shared, in `domain/journal`, `domain/exposures.ts` and
 * `domain/matings.ts`, but not the effect as a whole: the server reads only the rows that a call is about, by statements and under its
 * locks, where the copy looks into a whole farm in memory.
 */
export const calls: { readonly [K in OfflineCall]: CallEntry<K> } = {
  addAnimal: {
    route: animalRoutes.addAnimal,
    does: 'adds',
    effect: addAnimal,
    reply: added('animals'),
    label: (operation) => `${textOf(bodyOf(operation)['tagNumber'])} added`,
    hasForm: true,
    photo: animalPhoto,
  },
  changeAnimal: {
    route: animalRoutes.changeAnimal,
    does: 'changes',
    of: 'animals',
    effect: changeAnimal,
    reply: changed('animals'),
    label: (operation) => `Change of ${tag(operation, idIn(operation))}`,
    merges: animalMergeFields,
    addedAgainBy: 'addAnimal',
    hasForm: true,
    photo: animalPhoto,
  },
  deleteAnimal: {
    route: animalRoutes.deleteAnimal,
    does: 'removes',
    of: 'animals',
    effect: deleteAnimal,
    reply: deleted('animals', 'Animal'),
    label: (operation) => `Deletion of ${tag(operation, idIn(operation))}`,
  },
  addAnimalTag: {
    route: animalTagRoutes.addAnimalTag,
    does: 'adds',
    effect: addAnimalTag,
    reply: added('animalTags'),
    label: (operation) => `Number of ${tagIn(operation)}`,
    hasForm: true,
  },
  changeAnimalTag: {
    route: animalTagRoutes.changeAnimalTag,
    does: 'changes',
    of: 'animalTags',
    effect: changeAnimalTag,
    reply: changed('animalTags'),
    label: tagLabel,
    merges: fieldsOf(animalTagRoutes.changeAnimalTag.body),
    addedAgainBy: 'addAnimalTag',
    hasForm: true,
  },
  deleteAnimalTag: {
    route: animalTagRoutes.deleteAnimalTag,
    does: 'removes',
    of: 'animalTags',
    effect: deleteAnimalTag,
    reply: deleted('animalTags', 'Number'),
    label: tagLabel,
  },
  addHealthRecord: {
    route: healthRoutes.addHealthRecord,
    does: 'adds',
    effect: addHealthRecord,
    reply: (written, input) => healthRecord(added('events')(written, input)),
    label: (operation) => `Checkup of ${tagIn(operation)}`,
    hasForm: true,
    page: '/health',
  },
  changeHealthRecord: {
    route: healthRoutes.changeHealthRecord,
    does: 'changes',
    of: 'events',
    effect: changeHealthRecord,
    reply: (written, input) => healthRecord(changed('events')(written, input)),
    label: (operation) => `Change of a checkup of ${tag(operation, eventIn(operation)?.animalId)}`,
    merges: fieldsOf(healthRoutes.changeHealthRecord.body.in),
    page: '/health',
  },
  removeHealthRecord: {
    route: healthRoutes.removeHealthRecord,
    does: 'removes',
    of: 'events',
    effect: removeHealthRecord,
    reply: deleted('events', 'Health record'),
    label: (operation) => `Deletion of a checkup of ${tag(operation, eventIn(operation)?.animalId)}`,
    page: '/health',
  },
  addBreedingRecord: {
    route: breedingRoutes.addBreedingRecord,
    does: 'adds',
    effect: addBreedingRecord,
    reply: added('breedingRecords'),
    label: (operation) => `Mating of ${tagIn(operation, 'motherId')}`,
    hasForm: true,
    page: '/breeding',
  },
  changeBreedingRecord: {
    route: breedingRoutes.changeBreedingRecord,
    does: 'changes',
    of: 'breedingRecords',
    effect: changeBreedingRecord,
    reply: changed('breedingRecords'),
    label: (operation) => `Change of a mating of ${matingOf(operation)}`,
    merges: fieldsOf(breedingRoutes.changeBreedingRecord.body),
    addedAgainBy: 'addBreedingRecord',
    hasForm: true,
    page: '/breeding',
  },
  deleteBreedingRecord: {
    route: breedingRoutes.deleteBreedingRecord,
    does: 'removes',
    of: 'breedingRecords',
    effect: deleteBreedingRecord,
    reply: deleted('breedingRecords', 'Breeding record'),
    label: (operation) => `Deletion of a mating of ${matingOf(operation)}`,
    page: '/breeding',
  },
  recordEvents: {
    route: eventRoutes.recordEvents,
    does: 'adds',
    effect: recordEvents,
    reply: (written, { body: { events } }) =>
      recordedEvents(
        written,
        events.map(({ id }) => id),
      ),
    label: labelOfEvents,
    hasForm: true,
  },
  replaceEvent: {
    route: eventRoutes.replaceEvent,
    does: 'changes',
    of: 'events',
    effect: replaceEvent,
    reply: added('events'),
    label: (operation) => `Correction for ${tag(operation, bodyOf(operation)['animalId'] ?? eventIn(operation)?.animalId)}`,
    addedAgainBy: 'recordEvents',
    hasForm: true,
  },
  voidEvent: {
    route: eventRoutes.voidEvent,
    does: 'removes',
    of: 'events',
    effect: voidEvent,
    reply: changed('events'),
    label: (operation) => `Undo for ${tag(operation, eventIn(operation)?.animalId)}`,
  },
  voidEvents: {
    route: eventRoutes.voidEvents,
    does: 'removes',
    effect: voidEvents,
    // Events of young that are deleted with their birth are no longer there.
    reply: ({ before, after }, { body: { ids } }) =>
      ids.every((id) => before.events.has(id)) ? { events: ids.flatMap((id) => after.events.get(id) ?? []) } : undefined,
    label: () => 'Undo of several entries',
  },
  ...entryCalls('places', placeRoutes, { label: labelOf('Place', 'places'), hasForm: true, page: '/places' }),
  ...entryCalls('groups', groupRoutes, { label: labelOf('Group', 'groups'), hasForm: true, page: '/places' }),
  ...entryCalls('products', productRoutes, {
    label: labelOf('Product', 'products'),
    hasForm: true,
    photo: productPhoto,
    page: '/products',
  }),
  ...entryCalls('worklists', worklistRoutes, { label: worklistLabel, page: '/work/$id' }),
  addExposure: {
    route: exposureRoutes.addExposure,
    does: 'adds',
    effect: addExposure,
    reply: added('exposures'),
    label: (operation) => `Males in with ${nameIn(operation, 'exposures')}`,
    page: '/breeding/rams/$id',
  },
  changeExposure: {
    route: exposureRoutes.changeExposure,
    does: 'changes',
    of: 'exposures',
    effect: changeExposure,
    reply: changed('exposures'),
    label: (operation) => `Males ${bodyOf(operation)['outDay'] == null ? 'with' : 'out from'} ${nameIn(operation, 'exposures')}`,
    merges: fieldsOf(exposureRoutes.changeExposure.body),
    addedAgainBy: 'addExposure',
    page: '/breeding/rams/$id',
  },
  ...entryCalls('chores', choreRoutes, { label: choreLabel, page: '/' }),
  deleteChore: {
    route: choreRoutes.deleteChore,
    does: 'removes',
    of: 'chores',
    effect: deleteChore,
    reply: deleted('chores', 'Task'),
    label: (operation) => `Task ${nameIn(operation, 'chores')} deleted`,
    page: '/',
  },
};

/** undefined for a call that a newer version of the app has stored. */
export const entryOf = (call: OfflineCall): (typeof calls)[OfflineCall] | undefined =>
  Object.hasOwn(calls, call) ? calls[call] : undefined;
