import type { Insertable } from 'kysely';
import type {
  ArchivedAnimal,
  ArchivedAnimalTag,
  ArchivedBreedingRecord,
  ArchivedEvent,
  ArchivedHealthRecord,
  ArchivedLists,
  ArchivedPaper,
} from '#contract/archive.ts';
import { storedNumber } from '#domain/records/animal-tags.ts';
import { sharesParent, type ParentIds } from '#domain/records/breeding.ts';
import { freeName, nameKey } from '#domain/values/farm-lists.ts';
import type { kinds, ListName, RecordKind } from '#domain/records/kinds.ts';
import { newTagRow, type NewTagRow } from '#server/animal-tags/animal-tags.queries.ts';
import type { NewAnimalRow } from '#server/animals/animals.queries.ts';
import { toRow } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { toEntryRow, type FieldsOf } from '#server/farm-lists/farm-lists.queries.ts';
import { toCheckup } from '#server/journal/checkups.ts';
import type { NewEventRow } from '#server/journal/journal.queries.ts';
import { toPaperRow as paperRow, type NewPaperRow } from '#server/papers/papers.queries.ts';
import { referencesOf } from './event-references.ts';

export interface IdMapping {
  /** The id that the record has, or will have, on this farm. */
  of(id: string): string;
  exists(id: string): boolean;
}

/** Stored instead of the digest of a create request, so that no request can be a retry of an imported record. */
const archiveDigest = 'archive';

export function toAnimalRow(
  id: string,
  animal: ArchivedAnimal,
  { motherId, fatherId }: ParentIds,
  imageUrl: string | null,
): NewAnimalRow {
  const { photo: _photo, listing: _listing, createdAt, updatedAt, ...fields } = animal;
  return {
    ...toRow({ ...fields, motherId, fatherId, imageUrl }),
    id,
    import_id: null,
    create_digest: archiveDigest,
    version: 1,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export function toListingRows(animalId: string, { listing }: ArchivedAnimal, urlOf: (photo: string) => string | null) {
  if (!listing) return { details: [], photos: [] };
  const photos = listing.photos.map(urlOf).filter((url) => url !== null);
  return {
    details: [{ animal_id: animalId, clip_url: listing.clipUrl, shared: listing.shared && JSON.stringify(listing.shared) }],
    photos: photos.map((url, position) => ({ animal_id: animalId, position, url })),
  };
}

type UrlOf = (photo: string | null) => string | null;

export type RecordIds = Readonly<Record<(typeof kinds)[RecordKind]['collection'] | 'papers', IdMapping>>;

export function toTagRow(ids: Pick<RecordIds, 'animals' | 'animalTags'>, archived: ArchivedAnimalTag): NewTagRow {
  const { id, createdAt, ...fields } = archived;
  return newTagRow(
    ids.animalTags.of(id),
    { ...fields, animalId: ids.animals.of(fields.animalId), number: storedNumber(fields) },
    { createDigest: archiveDigest, now: createdAt },
  );
}

const mapId = (ids: IdMapping, id: string | null): string | null => (id === null ? null : ids.of(id));

export function toCheckupEvent(
  ids: Pick<RecordIds, 'animals' | 'events' | 'worklists'>,
  archived: ArchivedHealthRecord,
): NewEventRow {
  const { id, time, note, responsible, worklistId, createdAt, replacesId, ...record } = archived;
  return {
    id: ids.events.of(id),
    kind: 'checkup',
    animalId: ids.animals.of(record.animalId),
    day: record.date,
    time,
    note,
    responsible,
    worklistId: mapId(ids.worklists, worklistId),
    detail: toCheckup(record),
    createDigest: archiveDigest,
    createdAt,
    replacesId: mapId(ids.events, replacesId),
  };
}

export function toEvent(ids: RecordIds, archived: ArchivedEvent, urlOf: UrlOf): NewEventRow {
  const { id, kind, animalId, day, time, note, responsible, worklistId, createdAt, replacesId, voidedAt, voidReason, ...detail } =
    archived;
  return {
    id: ids.events.of(id),
    kind,
    animalId: ids.animals.of(animalId),
    day,
    time,
    note,
    responsible,
    worklistId: mapId(ids.worklists, worklistId),
    detail: {
      ...detail,
      ...(archived.kind === 'note' && { photo: urlOf(archived.photo) }),
      ...referencesOf(archived, (collection, other) => mapId(ids[collection], other)),
    },
    createDigest: archiveDigest,
    createdAt,
    replacesId: mapId(ids.events, replacesId),
    voidedAt,
    voidReason,
  };
}

const exposureWithOwnIds = (ids: RecordIds, exposure: ArchivedLists['exposures'][number]) => ({
  ...exposure,
  maleIds: exposure.maleIds.map((id) => ids.animals.of(id)),
  femaleIds: exposure.femaleIds.map((id) => ids.animals.of(id)),
  groupId: mapId(ids.groups, exposure.groupId),
});

const groupWithOwnIds = (ids: RecordIds, { rule, ...group }: ArchivedLists['groups'][number]) => ({
  ...group,
  rule: {
    ...rule,
    ...(rule.placeId && { placeId: ids.places.of(rule.placeId) }),
    ...(rule.groupId && { groupId: ids.groups.of(rule.groupId) }),
  },
});

const worklistWithOwnIds = (ids: RecordIds, { shared, animalIds, ...worklist }: ArchivedLists['worklists'][number]) => ({
  ...worklist,
  shared: {
    ...shared,
    ...(shared.productId && { productId: ids.products.of(shared.productId) }),
    ...(shared.placeId && { placeId: ids.places.of(shared.placeId) }),
    ...(shared.groupId && { groupId: ids.groups.of(shared.groupId) }),
  },
  animalIds: animalIds.map((id) => ids.animals.of(id)),
});

const choreWithOwnIds = (ids: RecordIds, chore: ArchivedLists['chores'][number]) => ({
  ...chore,
  animalIds: chore.animalIds.map((id) => ids.animals.of(id)),
  groupId: mapId(ids.groups, chore.groupId),
  placeId: mapId(ids.places, chore.placeId),
});

/** The entry with the ids and URLs of this farm. */
export function withOwnReferences<T extends ListName>(
  ids: RecordIds,
  table: T,
  entry: ArchivedLists[ListName][number],
  urlOf: UrlOf,
): ArchivedLists[T][number];
export function withOwnReferences(ids: RecordIds, table: ListName, entry: object, urlOf: UrlOf): object {
  if (table === 'groups') return groupWithOwnIds(ids, entry as ArchivedLists['groups'][number]);
  if (table === 'worklists') return worklistWithOwnIds(ids, entry as ArchivedLists['worklists'][number]);
  if (table === 'exposures') return exposureWithOwnIds(ids, entry as ArchivedLists['exposures'][number]);
  if (table === 'chores') return choreWithOwnIds(ids, entry as ArchivedLists['chores'][number]);
  if ('photo' in entry) return { ...entry, photo: urlOf(entry.photo as string | null) };
  return entry;
}

/** `taken` contains the name keys in use on this farm and gets those of the rows; undefined if names may repeat. */
export const toEntryRows = <T extends ListName>(
  ids: IdMapping,
  entries: readonly ArchivedLists[T][number][],
  taken: Set<string> | undefined,
) =>
  entries.map(({ id, createdAt, archivedAt, ...archived }) => {
    const name = taken && archivedAt === null ? freeName(archived.name, taken) : archived.name;
    if (archivedAt === null) taken?.add(nameKey(name));
    const fields = { ...archived, name } as unknown as FieldsOf<T>;
    return toEntryRow<T>({ id: ids.of(id), fields, createDigest: archiveDigest, createdAt, archivedAt });
  });

export function toBreedingRow(
  id: string,
  animalIds: IdMapping,
  record: ArchivedBreedingRecord,
): Omit<Insertable<Database['breeding_records']>, 'farm_id' | 'revision'> {
  const { offspringIds: _, ...fields } = record;
  return {
    ...toRow({ ...fields, fatherId: animalIds.of(fields.fatherId), motherId: animalIds.of(fields.motherId) }),
    id,
    create_digest: archiveDigest,
  };
}

/** Leaves out offspring whose parents on this farm no longer match the record. */
export function toOffspringRows(
  breedingId: string,
  ids: IdMapping,
  { offspringIds, motherId, fatherId }: ArchivedBreedingRecord,
  parents: ReadonlyMap<string, ParentIds>,
): Omit<Insertable<Database['breeding_offspring']>, 'farm_id'>[] {
  const pair = { motherId: ids.of(motherId), fatherId: ids.of(fatherId) };
  const offspring = offspringIds.map((id) => ids.of(id)).filter((id) => sharesParent(parents.get(id) ?? noParents, pair));
  return offspring.map((animalId, index) => ({ breeding_id: breedingId, position: index + 1, animal_id: animalId }));
}

/** The animals' ids are mapped to those of this farm; the printed content is unchanged. A number that is taken stays only in the label. */
export const toPaperRow = (
  ids: Pick<RecordIds, 'animals' | 'papers'>,
  { id, number, label, createdAt, content, replacesId, cancelledAt, cancelReason, ...paper }: ArchivedPaper,
  isTaken: boolean,
): NewPaperRow =>
  paperRow({
    ...paper,
    id: ids.papers.of(id),
    number: isTaken || paper.isReceived ? null : number,
    label,
    content: { ...content, animals: content.animals.map((animal) => ({ ...animal, animalId: ids.animals.of(animal.animalId) })) },
    replaces_id: replacesId === null ? null : ids.papers.of(replacesId),
    create_digest: archiveDigest,
    created_at: createdAt,
    cancelled_at: cancelledAt,
    cancel_reason: cancelReason,
  });

const noParents: ParentIds = { motherId: null, fatherId: null };
