import { matingKey, stayKey } from '#domain/imports/matings.ts';
import type { NamedLists } from '#domain/imports/event-draft.ts';
import { kindOfList } from '#domain/imports/event-counts.ts';
import { entryKey, type ImportedList } from '#domain/imports/lists.ts';
import { eventKey, leavingKey, medicineKey, weighingKey } from '#domain/imports/happened.ts';
import { leavingForGood } from '#domain/journal/departures.ts';
import { weightIn } from '#domain/journal/weighings.ts';
import { medicinesOf } from '#domain/journal/withdrawals.ts';
import type { EventKind, JournalEvent } from '#domain/records/events.ts';
import { normalizeText } from '#domain/values/text.ts';
import { toIds } from '#domain/values/to-ids.ts';
import { changed, deleted, logChanges, recordKinds, type Act, type Change } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { allowLongStatements, type Tx } from '#server/db/transaction.ts';
import { deleteBreedingRecords } from '#server/breeding/breeding.queries.ts';
import { inBatches, pageBy, pageByDay } from '#server/db/in-batches.ts';
import { readRuleNames } from '#server/db/own-ids.ts';
import { idsPerQuery, slicesOf } from '#server/db/slices.ts';
import { archiveEntries, deleteEntryRows, entryBatches } from '#server/farm-lists/farm-lists.queries.ts';
import { foldStates } from '#server/journal/animal-states.ts';
import { journalColumns, ownDigest, restoreOwnCastrations, toJournalEvent } from '#server/journal/journal.queries.ts';

const pageSize = 500;

/** The keys of the recorded events. */
export async function* readRecorded(tx: Tx, farmId: FarmId): AsyncGenerator<string[]> {
  const events = tx
    .selectFrom('events')
    .select([...journalColumns, 'create_digest as createDigest'])
    .where('farm_id', '=', farmId)
    .where('voided_at', 'is', null);
  const read = (after: Row | undefined, limit: number) => pageByDay(events, { after, limit }).execute();
  type Row = Awaited<ReturnType<typeof events.execute>>[number];
  for await (const page of inBatches(read, { most: pageSize }))
    yield page.flatMap((row) => keysOf(toJournalEvent(row), row.createDigest === ownDigest));
}

/** The keys of the farm's matings and times with males. */
export async function* readMatings(tx: Tx, farmId: FarmId): AsyncGenerator<string[]> {
  const matings = tx
    .selectFrom('breeding_records')
    .select(['id', 'mother_id as mother', 'father_id as father', 'breeding_date as day'])
    .where('farm_id', '=', farmId);
  const read = (after: { readonly id: string } | undefined, limit: number) =>
    pageBy(matings, ['id'], { after: after && [after.id], limit }).execute();
  for await (const page of inBatches(read)) yield page.map(({ mother, father, day }) => matingKey(mother, father, day));
  for await (const page of entryBatches(tx, farmId, 'exposures'))
    yield page.flatMap(({ femaleIds, maleIds, inDay, archivedAt }) =>
      archivedAt === null ? femaleIds.map((femaleId) => stayKey(femaleId, maleIds, inDay)) : [],
    );
}

/** The lists that an import adds to; each stands before those that it refers to. */
const ownLists = ['exposures', 'chores', 'groups', 'places'] as const;
/** What is recorded of an entry: a time with males is a mating. */
const kindOfEntry = { ...kindOfList, exposures: 'breedingRecord' } as const;

/** The keys of the entries of a list. */
export async function* readEntries(tx: Tx, farmId: FarmId, list: ImportedList): AsyncGenerator<string[]> {
  for await (const page of entryBatches(tx, farmId, list))
    yield page.map(({ archivedAt, ...entry }) => entryKey(list, entry, archivedAt && archivedAt.slice(0, 10)));
}

interface UndoneImport {
  readonly id: string;
  /** The animals that stay. */
  readonly keep: ReadonlySet<string>;
  /** The revision of an undo that is continued. */
  readonly revision: number;
  /** Somebody may have used what it added. */
  readonly isUsed: boolean;
}

/**
 * The matings and entries of an import that its undo removes: not those of animals that stay, nor those that were changed since or that other
 * records refer to.
 */
export async function listRecordsOfImport(tx: Tx, farmId: FarmId, { id: importId, keep, revision, isUsed }: UndoneImport) {
  await allowLongStatements(tx);
  const createDigest = `import ${importId}`;
  const records = await tx
    .selectFrom('breeding_records')
    .select(['id', 'mother_id as motherId', 'father_id as fatherId', 'breeding_date as breedingDate'])
    .where('farm_id', '=', farmId)
    .where('create_digest', '=', createDigest)
    .execute();
  const entries = [];
  for (const list of ownLists) {
    const rows = await tx
      .selectFrom(list)
      .select(['id', 'name', 'archived_at as archivedAt'])
      .where('farm_id', '=', farmId)
      .where('create_digest', '=', createDigest)
      .execute();
    entries.push(...rows.map((row) => ({ ...row, list, kind: kindOfEntry[list] })));
  }
  const ids = new Set(toIds<string>([...records, ...entries]));
  const since = await changedSince(tx, farmId, [...ids], revision);
  const removed = ids.difference(since);
  if (isUsed && entries.some(({ list }) => list === 'places' || list === 'groups')) await keepReferenced(tx, farmId, removed);
  return {
    matings: records.filter(({ id, motherId, fatherId }) => !keep.has(motherId) && !keep.has(fatherId) && removed.has(id)),
    entries: entries.filter(({ id }) => removed.has(id)),
    keptCount: ids.size - removed.size,
  };
}

type Listed = Awaited<ReturnType<typeof listRecordsOfImport>>;

export async function deleteMatings(tx: Tx, act: Act, matings: readonly Listed['matings'][number][], now: Date): Promise<void> {
  await deleteBreedingRecords(tx, act.farmId, toIds(matings));
  const logged = matings.map(({ id, ...mating }) => deleted('breedingRecord', id, mating));
  await logChanges(tx, act, now, logged);
}

/** A record that refers to a place or a group; it has an id if an import may have added it. */
interface Reference {
  readonly id?: string;
  readonly placeId?: string | null;
  readonly groupId?: string | null;
}

async function readReferences(tx: Tx, farmId: FarmId): Promise<Reference[]> {
  const moves = tx.selectFrom('events').select('detail').distinct().where('kind', '=', 'move').where('voided_at', 'is', null);
  const worklists = tx.selectFrom('worklists').select('shared');
  const rules = tx.selectFrom('groups').select(['id', 'rule']).where('rule', '<>', '{}');
  const chores = tx.selectFrom('chores').select(['id', 'place_id as placeId', 'group_id as groupId']);
  const exposures = tx.selectFrom('exposures').select(['id', 'group_id as groupId']).where('group_id', 'is not', null);
  return [
    ...(await moves.where('farm_id', '=', farmId).execute()).map(({ detail }) => JSON.parse(detail) as Reference),
    ...(await worklists.where('farm_id', '=', farmId).execute()).map(({ shared }) => JSON.parse(shared) as Reference),
    ...(await rules.where('farm_id', '=', farmId).execute()).map(({ id, rule }) => ({ ...(JSON.parse(rule) as Reference), id })),
    ...(await chores.where('farm_id', '=', farmId).execute()),
    ...(await exposures.where('farm_id', '=', farmId).execute()),
  ];
}

/** Records that others refer to are not removed, and neither is what these refer to. */
async function keepReferenced(tx: Tx, farmId: FarmId, removed: Set<string>): Promise<void> {
  const references = await readReferences(tx, farmId);
  for (let before = Infinity; removed.size < before;) {
    before = removed.size;
    for (const { id = '', placeId, groupId } of references) {
      if (removed.has(id)) continue;
      removed.delete(placeId ?? '');
      removed.delete(groupId ?? '');
    }
  }
}

/** Places and groups are archived, because voided events refer to them. */
export async function removeEntries(
  tx: Tx,
  act: Act,
  entries: readonly Listed['entries'][number][],
  { now, isUsed }: { readonly now: Date; readonly isUsed: boolean },
): Promise<void> {
  const at = now.toISOString();
  const changes: Change[] = [];
  for (const [list, ofList] of Map.groupBy(entries, (entry) => entry.list)) {
    const kind = recordKinds[list];
    if (isUsed && (list === 'places' || list === 'groups')) {
      const ids = ofList.flatMap(({ id, archivedAt }) => (archivedAt === null ? id : []));
      if (ids.length > 0) await archiveEntries(tx, act.farmId, list, ids, at);
      changes.push(...ids.flatMap((id) => changed(kind, id, { archivedAt: null }, { archivedAt: at })));
    } else {
      await deleteEntryRows(tx, act.farmId, list, toIds(ofList));
      changes.push(...ofList.map(({ id, name }) => deleted(kind, id, { name })));
    }
  }
  await logChanges(tx, act, now, changes);
}

/** Which of these records have a change in the log besides their creation and the undo under way. */
async function changedSince(tx: Tx, farmId: FarmId, ids: readonly string[], undoRevision: number): Promise<Set<string>> {
  const found = new Set<string>();
  for (const slice of slicesOf(ids, idsPerQuery)) {
    const rows = await tx
      .selectFrom('changes')
      .select('id')
      .where('farm_id', '=', farmId)
      .where('kind', 'in', ['breedingRecord', ...ownLists.map((list) => recordKinds[list])])
      .where('id', 'in', slice)
      .where('revision', '<>', undoRevision)
      .where('fields', 'is not', null)
      .execute();
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/** Of the animals of which a sale, death or slaughter is recorded on any day. */
export async function readLeft(tx: Tx, farmId: FarmId): Promise<string[]> {
  const rows = await tx
    .selectFrom('events')
    .select('animal_id')
    .distinct()
    .where('farm_id', '=', farmId)
    .where('kind', 'in', leavingForGood)
    .where('voided_at', 'is', null)
    .execute();
  return rows.map(({ animal_id }) => leavingKey(animal_id));
}

function keysOf(event: JournalEvent, isOwn: boolean): string[] {
  const { animalId, day, kind } = event;
  // The animal's own field tells no more than the day.
  const told = isOwn ? [] : [{ kind, day, note: 'told' }];
  if (kind === 'castration') return [{ kind, day }, ...told].map((castration) => eventKey(animalId, castration));
  // Files without times tell of it too.
  const keys = [eventKey(animalId, { ...event }), eventKey(animalId, { ...event, time: null })];
  if (kind !== 'checkup') return keys;
  const weight = weightIn(event);
  return [
    ...keys,
    ...(weight ? [weighingKey(animalId, { date: day, grams: weight.grams })] : []),
    ...(medicinesOf(event).length > 0 ? [medicineKey(animalId, day)] : []),
  ];
}

// Few enough that other requests are handled in between.
const deletedAtOnce = 200;

interface RecordedPage {
  readonly importId: string;
  readonly keep: ReadonlySet<string>;
  readonly now: Date;
  readonly after: string;
}

const ofImport = (db: Db, farmId: FarmId, importId: string) =>
  db
    .selectFrom('events')
    .where('farm_id', '=', farmId)
    .where('import_id', '=', importId)
    // Events that repeat an animal's own fields change together with these fields.
    .where('create_digest', '<>', ownDigest)
    .where('voided_at', 'is', null);

/** The farm's places and groups by their names. One in use takes precedence over an archived one. */
export async function readLists(tx: Tx, farmId: FarmId): Promise<NamedLists> {
  const of = async (table: 'places' | 'groups') => {
    const rows = await tx.selectFrom(table).select(['id', 'name', 'archived_at']).where('farm_id', '=', farmId).execute();
    const inUseLast = rows.toSorted((a, b) => Number(a.archived_at === null) - Number(b.archived_at === null));
    return new Map(inUseLast.map(({ id, name }) => [normalizeText(name), id]));
  };
  const rules = await readRuleNames(tx, farmId);
  return { places: await of('places'), groups: await of('groups'), ruleIds: new Set(rules.keys()) };
}

/** How many events, matings and entries of lists an import has added. */
export async function countRecorded(db: Db, farmId: FarmId, importId: string): Promise<number> {
  const events = await ofImport(db, farmId, importId)
    .select((eb) => eb.fn.countAll<number | string>().as('size'))
    .executeTakeFirstOrThrow();
  let count = Number(events.size);
  for (const table of [...ownLists, 'breeding_records'] as const) {
    const { size } = await db
      .selectFrom(table as 'groups')
      .select((eb) => eb.fn.countAll<number | string>().as('size'))
      .where('farm_id', '=', farmId)
      .where('create_digest', '=', `import ${importId}`)
      .executeTakeFirstOrThrow();
    count += Number(size);
  }
  return count;
}

/**
 * Deletes some events of an import, except those of kept animals and those that were replaced or voided since. Resolves with their
 * kinds, and with where the next ones begin.
 */
export async function deleteRecorded(
  tx: Tx,
  act: Act,
  { importId, keep, now, after }: RecordedPage,
): Promise<{ kinds: EventKind[]; last: string | undefined }> {
  const { farmId } = act;
  const events = ofImport(tx, farmId, importId).select([...journalColumns, 'replaces_id as replacesId']);
  const page = await pageBy(events, ['id'], { after: [after], limit: deletedAtOnce }).execute();
  const removed = page.filter(({ animalId }) => !keep.has(animalId));
  if (removed.length > 0) {
    await tx.deleteFrom('events').where('farm_id', '=', farmId).where('id', 'in', toIds(removed)).execute();
    const replaced = removed.flatMap(({ replacesId }) => replacesId ?? []);
    const restored = replaced.length === 0 ? [] : await restoreOwnCastrations(tx, farmId, replaced);
    await foldStates(tx, farmId, [...new Set(removed.map(({ animalId }) => animalId))]);
    await logChanges(tx, act, now, [
      ...removed.map(({ id, ...values }) => deleted('event', id, values)),
      ...restored.map(({ id, voidedAt }) => ({ kind: 'event' as const, id, fields: { voidedAt: [voidedAt, null] } })),
    ]);
  }
  return { kinds: removed.map(({ kind }) => kind as EventKind), last: page.length < deletedAtOnce ? undefined : page.at(-1)?.id };
}
