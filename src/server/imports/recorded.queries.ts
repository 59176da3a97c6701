import { setImmediate } from 'node:timers/promises';
import type { CalendarDate } from '#domain/dates.ts';
import { evaluationKey } from '#domain/imports/breeding-values.ts';
import { checkupKey, medicineKey } from '#domain/imports/checkup-cells.ts';
import type { NamedLists } from '#domain/imports/event-rows.ts';
import { kindOfList } from '#domain/imports/event-counts.ts';
import { entryKey, type ImportedList } from '#domain/imports/lists.ts';
import { castrationKey, eventKey, leavingKey, weighingKey } from '#domain/imports/happened.ts';
import { leavingForGood } from '#domain/departures.ts';
import { matingKey, stayKey } from '#domain/imports/matings.ts';
import { weightIn } from '#domain/journal/weighings.ts';
import { namesMedicine } from '#domain/journal/withdrawals.ts';
import type { EventKind, JournalEvent } from '#domain/records/events.ts';
import { normalizeText } from '#domain/text.ts';
import { changed, deleted, logChanges, recordKinds, type Act, type Change } from '#server/db/changes.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { deleteBreedingRecords } from '#server/breeding/breeding.queries.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { idsPerQuery, slicesOf } from '#server/db/slices.ts';
import { deleteEntryRow, entryBatches, findEntry, updateEntry } from '#server/farm-lists/farm-lists.queries.ts';
import { foldStates } from '#server/journal/animal-states.ts';
import { journalColumns, ownDigest, restoreOwnCastrations, toJournalEvent } from '#server/journal/journal.queries.ts';

const pageSize = 500;

/** The keys of the events recorded on some days. */
export async function* readRecorded(
  tx: Tx,
  farmId: FarmId,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): AsyncGenerator<string[]> {
  for (let after = { day: from, createdAt: '', id: '' }; ;) {
    const page = await tx
      .selectFrom('events')
      .select([...journalColumns, 'create_digest as createDigest'])
      .where('farm_id', '=', farmId)
      .where('voided_at', 'is', null)
      .where((eb) => eb(eb.refTuple('day', 'created_at', 'id'), '>', eb.tuple(after.day, after.createdAt, after.id)))
      .where('day', '<=', to)
      .orderBy('day')
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
      .execute();
    yield page.flatMap((row) => keysOf(toJournalEvent(row), row.createDigest === ownDigest));
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
    await setImmediate();
  }
}

/** Those of the farm's matings and times with males. */
export async function* readMatings(tx: Tx, farmId: FarmId): AsyncGenerator<string[]> {
  const pages = inBatches<{ id: string; mother: string; father: string; day: string }>((after, limit) =>
    tx
      .selectFrom('breeding_records')
      .select(['id', 'mother_id as mother', 'father_id as father', 'breeding_date as day'])
      .where('farm_id', '=', farmId)
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for await (const page of pages) yield page.map(({ mother, father, day }) => matingKey(mother, father, day));
  for await (const page of entryBatches(tx, farmId, 'exposures'))
    yield page.flatMap(({ femaleIds, maleIds, inDay, archivedAt }) =>
      archivedAt === null ? femaleIds.map((femaleId) => stayKey(femaleId, maleIds, inDay)) : [],
    );
}

/** The lists that an import adds to; each stands before those that it refers to. */
const ownLists = ['exposures', 'chores', 'groups', 'places'] as const;
/** What is recorded of an entry: a time with males is a mating. */
const kindOfEntry = { ...kindOfList, exposures: 'breedingRecord' } as const;

/** Those of the entries of a list. */
export async function* readEntries(tx: Tx, farmId: FarmId, list: ImportedList): AsyncGenerator<string[]> {
  for await (const page of entryBatches(tx, farmId, list))
    yield page.map(({ archivedAt, ...entry }) => entryKey(list, entry, archivedAt && archivedAt.slice(0, 10)));
}

/** The matings and entries of an import that its undo removes: not those of animals that stay, nor those changed since. */
export async function listMatingsOfImport(tx: Tx, farmId: FarmId, importId: string, keep: ReadonlySet<string>) {
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
      .select(['id', 'name'])
      .where('farm_id', '=', farmId)
      .where('create_digest', '=', createDigest)
      .execute();
    entries.push(...rows.map((row) => ({ ...row, list, kind: kindOfEntry[list] })));
  }
  const since = await changedSince(
    tx,
    farmId,
    [...records, ...entries].map(({ id }) => id),
  );
  return {
    matings: records.filter(({ id, motherId, fatherId }) => !keep.has(motherId) && !keep.has(fatherId) && !since.has(id)),
    entries: entries.filter(({ id }) => !since.has(id)),
    keptCount: since.size,
  };
}

type Listed = Awaited<ReturnType<typeof listMatingsOfImport>>;

export async function deleteMatings(tx: Tx, act: Act, matings: readonly Listed['matings'][number][], now: Date): Promise<void> {
  await deleteBreedingRecords(
    tx,
    act.farmId,
    matings.map(({ id }) => id),
  );
  await logChanges(
    tx,
    act,
    now,
    matings.map(({ id, ...mating }) => deleted('breedingRecord', id, mating)),
  );
}

/** Other records may refer to places and groups since, so these are archived. */
export async function removeEntries(
  tx: Tx,
  act: Act,
  entries: readonly Listed['entries'][number][],
  { now, isUsed }: { readonly now: Date; readonly isUsed: boolean },
): Promise<void> {
  const changes: Change[] = [];
  for (const { id, name, list } of entries) {
    const kind = recordKinds[list];
    const before = isUsed && (list === 'places' || list === 'groups') ? await findEntry(tx, act.farmId, list, id) : undefined;
    if (before) {
      const archivedAt = before.archivedAt ?? now.toISOString();
      await updateEntry(tx, act.farmId, list, id, { fields: before, archivedAt });
      changes.push(...changed(kind, id, { archivedAt: before.archivedAt }, { archivedAt }));
    } else {
      await deleteEntryRow(tx, act.farmId, list, id);
      changes.push(deleted(kind, id, { name }));
    }
  }
  await logChanges(tx, act, now, changes);
}

/** Which of these records have a change in the log besides their creation. */
async function changedSince(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const slice of slicesOf(ids, idsPerQuery)) {
    const rows = await tx
      .selectFrom('changes')
      .select('id')
      .where('farm_id', '=', farmId)
      .where('kind', 'in', ['breedingRecord', ...ownLists.map((list) => recordKinds[list])])
      .where('id', 'in', slice)
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
  switch (kind) {
    case 'breedingValues':
      return [evaluationKey(animalId, day, event.values)];
    case 'checkup':
      return [
        ...weighingKeysOf(event),
        `${animalId} ${day} checkup ${checkupKey(event)}`,
        ...(namesMedicine(event) ? [medicineKey(animalId, day)] : []),
      ];
    case 'weighing':
      return weighingKeysOf(event);
    case 'castration':
      return [false, ...(isOwn ? [] : [true])].map((isTold) => castrationKey(animalId, day, isTold));
    default:
      // Files without times tell of it too.
      return [eventKey(animalId, { ...event }), eventKey(animalId, { ...event, time: null })];
  }
}

function weighingKeysOf(event: JournalEvent): string[] {
  const weight = weightIn(event);
  return weight ? [weighingKey(event.animalId, { date: event.day, grams: weight.grams })] : [];
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

/** The farm's places and groups by their names, before an archived one that in use. */
export async function readLists(tx: Tx, farmId: FarmId): Promise<NamedLists> {
  const of = async (table: 'places' | 'groups') => {
    const rows = await tx.selectFrom(table).select(['id', 'name', 'archived_at']).where('farm_id', '=', farmId).execute();
    const inUseLast = rows.toSorted((a, b) => Number(a.archived_at === null) - Number(b.archived_at === null));
    return new Map(inUseLast.map(({ id, name }) => [normalizeText(name), id]));
  };
  return { places: await of('places'), groups: await of('groups') };
}

export async function countRecorded(db: Db, farmId: FarmId, importId: string): Promise<number> {
  const { count } = await ofImport(db, farmId, importId)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
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
  const page = await ofImport(tx, farmId, importId)
    .select([...journalColumns, 'replaces_id as replacesId'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(deletedAtOnce)
    .execute();
  const removed = page.filter(({ animalId }) => !keep.has(animalId));
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await tx.deleteFrom('events').where('farm_id', '=', farmId).where('id', 'in', ids).execute();
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
