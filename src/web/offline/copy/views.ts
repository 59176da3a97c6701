import type { Animal } from '#contract/animals.ts';
import type { EarlierTag } from '#contract/animal-tags.ts';
import type { CollectionName } from '#contract/changes.ts';
import type { AnimalSummary, RecordedEvent } from '#contract/events.ts';
import type { HealthRecord, StoredHealthRecord } from '#contract/health.ts';
import { inPounds } from '#domain/journal/checkups.ts';
import type { Api } from '#contract/index.ts';
import type { Call, Reply } from '#contract/route.ts';
import { earliestToday } from '#domain/values/dates.ts';
import { defaultEventLimit } from '#domain/journal/listing.ts';
import { fold } from '#domain/journal/state.ts';
import { summaryOf } from '#domain/journal/summary.ts';
import type { EventKind } from '#domain/records/events.ts';
import type { ListName } from '#domain/records/kinds.ts';
import { compareCodePoints } from '#domain/values/text.ts';
import type { FarmRows, RowOf } from './farm-rows.ts';
import { eventsByAnimal, isOpen } from './journal-index.ts';
import { compare, newestFirst } from './newest-first.ts';
import { remembered, remembering } from './remembered.ts';

export type ViewedCall =
  | 'listAnimals'
  | 'listReferenceAnimals'
  | 'readAnimal'
  | 'listHealthRecords'
  | 'listBreedingRecords'
  | 'listEvents'
  | 'listAnimalStates'
  | 'listAnimalTags'
  | 'listEarlierTags'
  | 'listPlaces'
  | 'listGroups'
  | 'listProducts'
  | 'listWorklists'
  | 'listExposures'
  | 'listChores'
  | 'readAnimalSummary';

type View<K extends ViewedCall> = (rows: FarmRows, input: Call<Api[K]>, now: Date) => Reply<Api[K]> | undefined;

/**
 * Answers calls from the rows: the same records in the same order as the server. undefined if the rows cannot answer, as for an
 * animal that is not among them, or for pages. The same rows give the same objects.
 */
export const views: { readonly [K in ViewedCall]: View<K> } = {
  listAnimals: ({ animals }, { query }) => listed(query, animals, 'own', () => herd(animals, false)),
  listReferenceAnimals: ({ animals }, { query }) => listed(query, animals, 'outside', () => herd(animals, true)),
  readAnimal: ({ animals }, { params }) => animals.get(params.id),
  listHealthRecords: ({ events }, { query }) => listed(query, events, 'checkups', () => healthRecords(events)),
  listBreedingRecords: ({ breedingRecords }, { query }) =>
    listed(query, breedingRecords, 'all', () => newestFirst([...breedingRecords.values()], ({ breedingDate }) => breedingDate)),
  listEvents: (rows, { query }) => eventPage(rows, query)?.items,
  listAnimalStates: ({ animalStates }, { query }) =>
    listed(query, animalStates, 'all', () => [...animalStates.values()].toSorted((a, b) => compare(a.animalId, b.animalId))),
  listAnimalTags: ({ animalTags }, { query: { animalId, ...query } }) =>
    listed(query, animalTags, animalId ?? 'all', () =>
      newestFirst([...animalTags.values()].filter((tag) => animalId === undefined || tag.animalId === animalId)),
    ),
  listEarlierTags: ({ events }, { query }) => listed(query, events, 'earlier tags', () => earlierTags(events)),
  listPlaces: entriesIn('places'),
  listGroups: entriesIn('groups'),
  listProducts: entriesIn('products'),
  listWorklists: entriesIn('worklists'),
  listExposures: entriesIn('exposures'),
  listChores: entriesIn('chores'),
  readAnimalSummary: (rows, { params: { id } }, now) => summary(rows, id, now),
};

/** The collections that a call needs besides those loaded when the screens start. */
export const neededBy: Readonly<Partial<Record<string, readonly CollectionName[]>>> = {
  listAnimalStates: ['animalStates'],
  listHealthRecords: ['events'],
  listEvents: ['events'],
  listEarlierTags: ['events'],
  readAnimalSummary: ['events'],
} satisfies Partial<Record<ViewedCall, readonly CollectionName[]>>;

function entriesIn<L extends ListName>(list: L) {
  return (rows: FarmRows, { query }: { readonly query: object }): RowOf<L>[] | undefined =>
    listed(query, rows[list], 'all', () => newestFirst<RowOf<L>>([...rows[list].values()]));
}

const listed = <R>(query: object, rows: object, name: string, list: () => R[]): R[] | undefined =>
  Object.values(query).every((value) => value === undefined) ? remembered(rows, name, list) : undefined;

const herd = (animals: FarmRows['animals'], isReference: boolean): Animal[] =>
  newestFirst([...animals.values()].filter((animal) => animal.isReference === isReference));

type EventOf<K extends EventKind> = Extract<RecordedEvent, { kind: K }>;

const openOf = <K extends EventKind>(events: FarmRows['events'], kind: K) =>
  [...events.values()].filter((event): event is EventOf<K> => event.kind === kind && isOpen(event));

const healthRecords = (events: FarmRows['events']): HealthRecord[] =>
  newestFirst(
    openOf(events, 'checkup').map((event) => healthRecordOf(event)),
    ({ date }) => date,
  );

/** Written out: the compiler names the field that is missing. */
export const storedHealthRecord = (event: EventOf<'checkup'>): StoredHealthRecord => ({
  id: event.id,
  animalId: event.animalId,
  date: event.day,
  recordType: event.recordType,
  healthStatus: event.healthStatus,
  description: event.description,
  weightGrams: event.weightGrams,
  veterinarian: event.veterinarian,
  medication: event.medication,
  dosage: event.dosage,
  nextDueDate: event.nextDueDate,
  notes: event.notes,
  cdnt: event.cdnt,
  hoofsTrimmed: event.hoofsTrimmed,
  dewormed: event.dewormed,
  meatWithdrawalDays: event.meatWithdrawalDays,
  milkWithdrawalDays: event.milkWithdrawalDays,
  version: event.version,
  createdAt: event.createdAt,
});

export const healthRecordOf = remembering((event: EventOf<'checkup'>): HealthRecord => inPounds(storedHealthRecord(event)));

const earlierTags = (events: FarmRows['events']): EarlierTag[] =>
  newestFirst(
    openOf(events, 'tagChange').flatMap((event) => (event.oldTag === null ? [] : earlierTagOf(event))),
    ({ toDay }) => toDay,
  );

const earlierTagOf = remembering(({ id, animalId, oldTag, day, createdAt }: EventOf<'tagChange'>): EarlierTag => ({
  id,
  animalId,
  number: oldTag ?? '',
  toDay: day,
  createdAt,
}));

type EventQuery = Call<Api['listEvents']>['query'];

interface EventPage {
  readonly items: RecordedEvent[];
  readonly nextCursor: string | undefined;
}

/** A page of events with the next cursor, which the server sends in a header. */
export function eventPage({ animals, events }: FarmRows, query: EventQuery): EventPage | undefined {
  const { animalId, limit = defaultEventLimit, cursor } = query;
  if (animalId !== undefined && !animals.has(animalId)) return undefined;
  return remembered(events, JSON.stringify(query), () => {
    const found = (animalId === undefined ? [...events.values()] : (eventsByAnimal(events).get(animalId) ?? [])).filter(
      asked(query),
    );
    const rest = newestFirst(found, ({ day }) => day).filter((event) => cursor === undefined || cursorOf(event) < cursor);
    const items = rest.slice(0, Number(limit));
    const last = items.at(-1);
    return { items, nextCursor: last && items.length < rest.length ? cursorOf(last) : undefined };
  });
}

const cursorOf = ({ day, createdAt, id }: RecordedEvent): string => [day, createdAt, id].join('_');

function asked({ kind, from, to, worklistId, includeVoided }: EventQuery): (event: RecordedEvent) => boolean {
  const kinds = kind === undefined ? undefined : new Set([kind].flat().flatMap((each) => each.split(',')));
  return (event) =>
    (includeVoided === 'true' || isOpen(event)) &&
    (kinds === undefined || kinds.has(event.kind)) &&
    (from === undefined || event.day >= from) &&
    (to === undefined || event.day <= to) &&
    (worklistId === undefined || event.worklistId === worklistId);
}

function summary({ animals, events, places, groups }: FarmRows, animalId: string, now: Date): AnimalSummary | undefined {
  if (!animals.has(animalId)) return undefined;
  const state = fold((eventsByAnimal(events).get(animalId) ?? []).filter(isOpen));
  const { placeId, groupIds, withdrawals, due, ...standing } = summaryOf(state, earliestToday(now));
  const place = placeId === null ? undefined : places.get(placeId);
  return {
    ...standing,
    withdrawals: [...withdrawals],
    place: place ? named(place) : null,
    groups: groupIds
      .flatMap((id) => groups.get(id) ?? [])
      .toSorted((a, b) => compareCodePoints(a.name, b.name) || compare(a.id, b.id))
      .map(named),
    due: due.map(({ subject: _subject, ...each }) => each),
  };
}

const named = ({ id, name }: { readonly id: string; readonly name: string }) => ({ id, name });
