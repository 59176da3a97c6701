import type { EventQuery, RecordedEvent } from '#contract/events.ts';
import { defaultEventLimit } from '#domain/journal/listing.ts';
import type { JournalEvent } from '#domain/records/events.ts';
import { revisionOf, selectChanged, type ChangesPage } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { batchSize, bytesOf, inBatches, pageByDay } from '#server/db/in-batches.ts';
import { asFields } from '#server/db/record-columns.ts';
import { readSliced } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { hasWaitingYoung } from '#server/db/waiting-young.ts';
import { journalColumns, toDetail, toJournalEvent } from '#server/journal/journal.queries.ts';
import { firstPage, parseDatedCursor } from '#server/lists/pages.ts';

const events = (db: Db | Tx, farmId: FarmId) =>
  db
    .selectFrom('events')
    .select([
      ...journalColumns,
      ...asFields('responsible worklistId byUser version replacesId voidedAt'),
      'voided_by as voidedByUser',
      'void_reason as voidReason',
    ])
    .where('farm_id', '=', farmId);

type EventRow = Awaited<ReturnType<ReturnType<typeof events>['execute']>>[number];

/** Names are read separately, because people are not rows of the farm. */
async function withNames(db: Db | Tx, rows: readonly (EventRow & { readonly revision?: number })[]): Promise<RecordedEvent[]> {
  const ids = [...new Set(rows.flatMap(({ byUser, voidedByUser }) => [byUser ?? [], voidedByUser ?? []].flat()))];
  const users =
    ids.length === 0
      ? []
      : await db.selectFrom('users').select(['id', 'username', 'owner_name']).where('id', 'in', ids).execute();
  const names = new Map(users.map(({ id, username, owner_name }) => [id, owner_name ?? username]));
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  return rows.map(
    ({ detail, byUser, voidedByUser, revision: _revision, ...common }) =>
      ({
        ...toDetail(common.kind as JournalEvent['kind'], detail),
        ...common,
        by: nameOf(byUser),
        voidedBy: nameOf(voidedByUser),
      }) as RecordedEvent,
  );
}

/** A page ends with the batch of rows that exceeds this. */
const maxPageBytes = 1024 * 1024;

export async function listEvents(
  db: Db | Tx,
  farmId: FarmId,
  { animalId, kind, from, to, worklistId, includeVoided = false, limit = defaultEventLimit, cursor }: EventQuery,
): Promise<{ events: RecordedEvent[]; next: string | undefined }> {
  const { date, createdAt, id } = parseDatedCursor(cursor) ?? firstPage;
  const listed = events(db, farmId)
    .$if(animalId !== undefined, (query) => query.where('animal_id', '=', animalId ?? ''))
    .$if(kind !== undefined, (query) => query.where('kind', 'in', kind ?? []))
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
    .$if(worklistId !== undefined, (query) => query.where('worklist_id', '=', worklistId ?? ''))
    .$if(!includeVoided, (query) => query.where('voided_at', 'is', null));
  const read = (after: EventRow | undefined, most: number) =>
    pageByDay(listed, { after: after ?? { day: date, createdAt, id }, limit: most, isNewestFirst: true }).execute();
  const rows: EventRow[] = [];
  let bytes = 0;
  let isMore = false;
  for await (const batch of inBatches(read, { most: Math.min(batchSize, limit + 1) })) {
    rows.push(...batch);
    bytes += bytesOf(batch);
    isMore = rows.length > limit || bytes > maxPageBytes;
    if (isMore) break;
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = isMore && last ? [last.day, last.createdAt, last.id].join('_') : undefined;
  return { events: await withNames(db, page), next };
}

export async function findEvents(db: Db | Tx, farmId: FarmId, ids: readonly string[]): Promise<Map<string, RecordedEvent>> {
  const rows = await readSliced(ids, (part) => events(db, farmId).where('id', 'in', part));
  return new Map((await withNames(db, rows)).map((event) => [event.id, event]));
}

export async function listChangedEvents(tx: Tx, farmId: FarmId, page: ChangesPage) {
  const rows = await selectChanged(events(tx, farmId), page).execute();
  const recorded = await withNames(tx, rows);
  return rows.flatMap((row, index) => ({ ...recorded[index], id: row.id, revision: row.revision }));
}

/** The digests of the requests that recorded the events; ids that are not recorded yet are missing. */
export async function readDigests(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<Map<string, string>> {
  const recorded = tx.selectFrom('events').select(['id', 'create_digest']).where('farm_id', '=', farmId);
  const rows = await readSliced(ids, (part) => recorded.where('id', 'in', part));
  return new Map(rows.map((row) => [row.id, row.create_digest]));
}

/** The days on which a female gave birth, by her births and by her young that the farm keeps or kept. */
export async function readBirthDays(tx: Tx, farmId: FarmId, damId: string): Promise<string[]> {
  const births = tx
    .selectFrom('events')
    .select('day')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', damId)
    .where('kind', '=', 'birth')
    .where('voided_at', 'is', null);
  const young = tx
    .selectFrom('animals')
    .select('birth_date as day')
    .where('farm_id', '=', farmId)
    .where('mother_id', '=', damId)
    .where('is_reference', '=', false)
    .where('birth_date', 'is not', null)
    .$narrowType<{ day: string }>();
  return (await births.unionAll(young).execute()).map(({ day }) => day);
}

/** The births whose young wait for room, oldest first. */
export async function listBirthsWithWaiting(tx: Tx, farmId: FarmId, most: number) {
  const rows = await tx
    .selectFrom('events')
    .select(journalColumns)
    .where('farm_id', '=', farmId)
    .where(hasWaitingYoung)
    .orderBy('day')
    .orderBy('created_at')
    .orderBy('id')
    .$if(Number.isFinite(most), (query) => query.limit(most))
    .execute();
  return rows.map(toJournalEvent).filter((event) => event.kind === 'birth');
}

export const updateYoung = (tx: Tx, farmId: FarmId, id: string, young: readonly object[]): Promise<unknown> =>
  tx
    .selectFrom('events')
    .select('detail')
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ detail }) =>
      tx
        .updateTable('events')
        .set({ detail: JSON.stringify({ ...(JSON.parse(detail) as object), young }), revision: revisionOf(tx, farmId) })
        .where('farm_id', '=', farmId)
        .where('id', '=', id)
        .execute(),
    );

export async function readAnimals(tx: Tx, farmId: FarmId, ids: readonly string[]) {
  const animals = tx
    .selectFrom('animals')
    .select(asFields('id tagNumber species breed sex status birthDate birthYear castratedOn motherId isReference'))
    .where('farm_id', '=', farmId);
  const rows = await readSliced(ids, (part) => animals.where('id', 'in', part));
  return new Map(rows.map((animal) => [animal.id, animal]));
}
