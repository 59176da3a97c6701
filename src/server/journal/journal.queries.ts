import { sql } from 'kysely';
import { asJournalEvent, completeDetail } from '#domain/journal/complete-event.ts';
import type { EventDetail, EventKind, EventOf, JournalEvent } from '#domain/records/events.ts';
import { departureKinds, isDeparture } from '#domain/journal/departures.ts';
import { weightIn } from '#domain/journal/weighings.ts';
import type { CalendarDate } from '#domain/values/dates.ts';
import { toIds } from '#domain/values/to-ids.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, pageBy, pageByDay } from '#server/db/in-batches.ts';
import { revisionOf } from '#server/db/changes.ts';
import { asFields } from '#server/db/record-columns.ts';
import { readSliced, slicesOf } from '#server/db/slices.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';

export interface NewEventRow {
  readonly id: string;
  readonly kind: JournalEvent['kind'];
  readonly animalId: string;
  readonly day: string;
  readonly time?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly responsible?: string | null | undefined;
  readonly worklistId?: string | null | undefined;
  /** The fields of the kind, as on the wire. */
  readonly detail: object;
  readonly createDigest: string;
  readonly createdAt: string;
  readonly importId?: string | null;
  readonly replacesId?: string | null;
  /** For a changed record that keeps its id. */
  readonly version?: number;
  /** For an event that is already voided, which has no effects. */
  readonly voidedAt?: string | null;
  readonly voidReason?: string | null;
}

interface EventRow {
  readonly id: string;
  readonly kind: string;
  readonly animalId: string;
  readonly day: string;
  readonly time: string | null;
  readonly note: string | null;
  readonly detail: string;
  readonly createdAt: string;
}

export const toDetail = (kind: JournalEvent['kind'], detail: string): object =>
  completeDetail(kind, JSON.parse(detail) as object);

export const toJournalEvent = ({ detail, kind, ...common }: EventRow): JournalEvent =>
  ({ ...toDetail(kind as JournalEvent['kind'], detail), kind, ...common }) as JournalEvent;

/** Stored instead of the digest of a create request for events that repeat an animal's own fields (own-fields.ts). */
export const ownDigest = 'animal';

/** In a statement about `events`: not voided, and not a repetition of the animal's own fields, whose days move with its birth. */
export const isRecord = sql<boolean>`voided_at is null and events.create_digest <> ${sql.lit(ownDigest)}
  and not (kind = 'weighing' and detail like '%"occasion":"%')`;

export async function insertEvents(tx: Tx, farmId: FarmId, byUser: string | null, events: readonly NewEventRow[]): Promise<void> {
  for (const slice of slicesOf(events)) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('events')
      .values(
        slice.map((event) => ({
          farm_id: farmId,
          id: event.id,
          kind: event.kind,
          animal_id: event.animalId,
          day: event.day,
          time: event.time ?? null,
          note: event.note ?? null,
          responsible: event.responsible ?? null,
          worklist_id: event.worklistId ?? null,
          detail: JSON.stringify(completeDetail(event.kind, event.detail)),
          photo: event.kind === 'note' ? ((event.detail as EventDetail<'note'>).photo ?? null) : null,
          import_id: event.importId ?? null,
          by_user: byUser,
          create_digest: event.createDigest,
          replaces_id: event.replacesId ?? null,
          version: event.version ?? 1,
          voided_at: event.voidedAt ?? null,
          void_reason: event.voidReason ?? null,
          created_at: event.createdAt,
          revision: revisionOf(tx, farmId),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    // The id belongs to an event of another farm.
    if (numInsertedOrUpdatedRows !== BigInt(slice.length)) throw new Problem('create.conflict');
  }
  await insertWeights(tx, farmId, events.filter(({ voidedAt = null }) => voidedAt === null).map(asJournalEvent));
}

async function insertWeights(tx: Tx, farmId: FarmId, events: readonly JournalEvent[]): Promise<void> {
  const weights = events.flatMap((event) => {
    const weight = weightIn(event);
    return weight ? [{ farm_id: farmId, event_id: event.id, animal_id: event.animalId, day: event.day, ...weight }] : [];
  });
  for (const slice of slicesOf(weights)) await tx.insertInto('weights').values(slice).execute();
}

interface EventsBetween<K extends EventKind> {
  readonly kind: K;
  readonly from: CalendarDate;
  readonly to?: CalendarDate;
  readonly isNewestFirst?: boolean;
}

/**
 * The events of a kind that are not voided. The voided ones are left out here and not in SQL, where a statement would read very many rows at
 * once if few of them count.
 */
export async function* eventsBetween<K extends EventKind>(
  db: Db | Tx,
  farmId: FarmId,
  { kind, from, to, isNewestFirst = false }: EventsBetween<K>,
): AsyncGenerator<EventOf<K>[]> {
  const read = (after: { day: string; createdAt: string; id: string } | undefined, limit: number) =>
    pageByDay(
      db
        .selectFrom('events')
        .select([...journalColumns, 'voided_at as voidedAt'])
        .where('farm_id', '=', farmId)
        .where('kind', '=', kind)
        .where('day', '>=', from)
        .$if(to !== undefined, (query) => query.where('day', '<=', to ?? '')),
      { after, limit, isNewestFirst },
    ).execute();
  for await (const rows of inBatches(read)) {
    yield rows.flatMap(({ voidedAt, ...row }) => (voidedAt === null ? (toJournalEvent(row) as EventOf<K>) : []));
  }
}

export interface Voiding {
  readonly at: string;
  readonly by: string | null;
  readonly reason: string | null;
}

export async function voidEventRows(tx: Tx, farmId: FarmId, ids: readonly string[], { at, by, reason }: Voiding): Promise<void> {
  for (const slice of slicesOf(ids)) {
    await tx
      .updateTable('events')
      .set((eb) => ({
        voided_at: at,
        voided_by: by,
        void_reason: reason,
        version: eb('version', '+', 1),
        revision: revisionOf(tx, farmId),
      }))
      .where('farm_id', '=', farmId)
      .where('id', 'in', slice)
      .execute();
    await deleteWeights(tx, farmId, slice);
  }
}

/** The columns of a JournalEvent. */
export const journalColumns = asFields('id kind animalId day time note detail createdAt');

const eventsPerPage = 500;

/** The events of animals that are not voided, animal by animal, oldest first, with pauses in between. */
export async function* readEventPages(db: Db, farmId: FarmId, animalIds: readonly string[]): AsyncGenerator<JournalEvent[]> {
  for (let last: JournalEvent | undefined; ;) {
    const events = db
      .selectFrom('events')
      .select(journalColumns)
      .where('farm_id', '=', farmId)
      .where('animal_id', 'in', last === undefined ? animalIds : animalIds.filter((id) => id >= (last?.animalId ?? '')))
      .where('voided_at', 'is', null);
    const after = last && [last.animalId, last.day, last.createdAt, last.id];
    const keys = ['animal_id', 'day', 'created_at', 'id'];
    const rows = await pageBy(events, keys, { after, limit: eventsPerPage }).execute();
    const page = rows.map(toJournalEvent);
    if (page.length > 0) yield page;
    if (page.length < eventsPerPage) return;
    last = page.at(-1);
  }
}

/** The events of an animal of some kinds that are not voided, oldest first. */
export async function readEventsOfKind<K extends JournalEvent['kind']>(
  tx: Tx,
  farmId: FarmId,
  animalId: string,
  kinds: readonly K[],
): Promise<Extract<JournalEvent, { kind: K }>[]> {
  const found: Extract<JournalEvent, { kind: K }>[] = [];
  const isOfKind = (event: JournalEvent): event is Extract<JournalEvent, { kind: K }> =>
    (kinds as readonly string[]).includes(event.kind);
  for await (const page of readEventPages(tx, farmId, [animalId])) found.push(...page.filter(isOfKind));
  return found;
}

/** The castrations that repeat the own fields of these animals. */
export async function readOwnCastrations(tx: Tx, farmId: FarmId, animalIds: readonly string[]): Promise<JournalEvent[]> {
  const castrations = tx
    .selectFrom('events')
    .select(journalColumns)
    .where('farm_id', '=', farmId)
    .where('kind', '=', 'castration')
    .where('create_digest', '=', ownDigest)
    .where('voided_at', 'is', null);
  const rows = await readSliced(animalIds, (slice) => castrations.where('animal_id', 'in', slice));
  return rows.map(toJournalEvent);
}

/** Own castrations count again when those that replaced them are deleted. Resolves with when each was voided. */
export async function restoreOwnCastrations(tx: Tx, farmId: FarmId, ids: readonly string[]) {
  const voided = await tx
    .selectFrom('events')
    .select(['id', 'voided_at as voidedAt'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .where('kind', '=', 'castration')
    .where('create_digest', '=', ownDigest)
    .execute();
  if (voided.length === 0) return voided;
  await tx
    .updateTable('events')
    .set((eb) => ({
      voided_at: null,
      voided_by: null,
      void_reason: null,
      version: eb('version', '+', 1),
      revision: revisionOf(tx, farmId),
    }))
    .where('farm_id', '=', farmId)
    .where('id', 'in', toIds(voided))
    .execute();
  return voided;
}

/** When animals left and returned, by animal. */
export async function readDepartures(tx: Tx, farmId: FarmId, animalIds: readonly string[]) {
  const departures = tx
    .selectFrom('events')
    .select(['id', 'animal_id as animalId', 'kind', 'day', 'time', 'created_at as createdAt'])
    .where('farm_id', '=', farmId)
    .where('kind', 'in', departureKinds)
    .where('voided_at', 'is', null);
  const rows = await readSliced(animalIds, (slice) => departures.where('animal_id', 'in', slice));
  return Map.groupBy(rows.filter(isDeparture), ({ animalId }) => animalId);
}

export async function findStoredEvent(
  tx: Tx,
  farmId: FarmId,
  id: string,
): Promise<{ event: JournalEvent; createDigest: string }> {
  const { createDigest, ...row } = await tx
    .selectFrom('events')
    .select([...journalColumns, 'create_digest as createDigest'])
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { event: toJournalEvent(row), createDigest };
}

/** Gives an event another id, so that the one that replaces it can have its own. */
export async function moveEvent(tx: Tx, farmId: FarmId, from: string, to: string): Promise<void> {
  await deleteWeights(tx, farmId, [from]);
  await tx
    .updateTable('events')
    .set({ id: to, create_digest: 'moved', revision: revisionOf(tx, farmId) })
    .where('farm_id', '=', farmId)
    .where('id', '=', from)
    .execute();
}

async function deleteWeights(tx: Tx, farmId: FarmId, eventIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('weights').where('farm_id', '=', farmId).where('event_id', 'in', eventIds).execute();
}

export async function deleteEvents(tx: Tx, farmId: FarmId, animalIds: readonly string[], most: number) {
  const found = await tx
    .selectFrom('events')
    .select([...journalColumns, ...asFields('responsible worklistId byUser createDigest replacesId voidedAt voidReason')])
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', animalIds)
    .limit(most)
    .execute();
  if (found.length > 0) {
    await tx.deleteFrom('events').where('farm_id', '=', farmId).where('id', 'in', toIds(found)).execute();
  }
  return found;
}
