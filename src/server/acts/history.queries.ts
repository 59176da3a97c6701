import { sql, type RawBuilder } from 'kysely';
import type { HistoryKind } from '#contract/history.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { isEmbedded, type Tx } from '#server/db/transaction.ts';
import type { LoggedAt } from './acts.queries.ts';

/** The position of a change in the log, after which the next page begins. */
export interface HistoryCursor {
  readonly revision: number;
  readonly n: number;
}

interface HistoryFilter {
  readonly by?: string | undefined;
  readonly kind?: HistoryKind | undefined;
  /** Revisions, which count milliseconds. */
  readonly from?: number | undefined;
}

export interface HistoryPage {
  readonly filter: HistoryFilter;
  readonly before: HistoryCursor;
  readonly limit: number;
}

export interface FoundActs {
  /** Newest first. */
  readonly revisions: readonly number[];
  /** Where the next step continues; undefined at the end of the log. */
  readonly next: HistoryCursor | undefined;
}

/** Few enough to be read in some milliseconds, because SQLite blocks the thread meanwhile. */
const changesAtOnce = 5000;

/**
 * The acts among the next changes of the log that pass a filter. There is no index for each filter, because every write would have to
 * update it; a filter that few changes pass is answered in several steps instead.
 */
export async function findActs(
  db: Db | Tx,
  farmId: FarmId,
  { filter: { by, kind, from = 0 }, before, limit }: HistoryPage,
): Promise<FoundActs> {
  // All changes of an act have the same author, so the first one is enough unless a kind is asked for.
  const next = db
    .selectFrom('changes')
    .select(['revision', 'n', 'by_user', 'by_key', 'kind'])
    .where('farm_id', '=', farmId)
    .where((eb) => eb(eb.refTuple('revision', 'n'), '<', eb.tuple(before.revision, before.n)))
    .where('revision', '>=', from)
    .$if(kind === undefined, (query) => query.where('n', '=', 1))
    .orderBy('revision', 'desc')
    .orderBy('n', 'desc');
  const found = await db
    .selectFrom(next.limit(changesAtOnce).as('scanned'))
    .select('revision')
    .distinct()
    .$if(by !== undefined, (query) => query.where((eb) => eb.or([eb('by_user', '=', by ?? ''), eb('by_key', '=', by ?? '')])))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'farm'))
    .orderBy('revision', 'desc')
    .limit(limit + 1)
    .execute();
  const revisions = found.map(({ revision }) => revision).slice(0, limit);
  const last = revisions.at(-1);
  if (found.length > limit && last !== undefined) return { revisions, next: { revision: last, n: 0 } };
  const end = await next
    .clearSelect()
    .select(['revision', 'n'])
    .limit(1)
    .offset(changesAtOnce - 1)
    .executeTakeFirst();
  return { revisions, next: end };
}

/** Of each kind. An animal may have very many, and a farm may have deleted very many; the changes of older ones are not listed. */
const maxRecords = 5000;
/** Of what was deleted last, to find what was about an animal. */
const maxSearchedBytes = 4 * 1024 * 1024;

/** A query of the kinds and ids of the newest records that are or were about an animal. */
function recordsOf(farmId: FarmId, animalId: string): RawBuilder<unknown> {
  const gone = sql.join([sql`'breedingRecord'`, sql`'animalTag'`, sql`'event'`]);
  const matings = (role: 'mother_id' | 'father_id') => sql`select 'breedingRecord', id from (
      select id from breeding_records where farm_id = ${farmId} and ${sql.ref(role)} = ${animalId}
      order by breeding_date desc limit ${maxRecords}) as newest`;
  return sql`
    select 'animal' as kind, ${animalId} as id
    union select 'event', id from (
      select id from events where farm_id = ${farmId} and animal_id = ${animalId}
      order by day desc, created_at desc, id desc limit ${maxRecords}) as newest
    union select 'animalTag', id from animal_tags where farm_id = ${farmId} and animal_id = ${animalId}
    union ${matings('mother_id')}
    union ${matings('father_id')}
    union select 'breedingRecord', breeding_id from (
      select breeding_id from breeding_offspring where farm_id = ${farmId} and animal_id = ${animalId} limit ${maxRecords}) as listed
    union select deleted.kind, deleted.id from (
      select removed.kind, removed.id, deletion.revision, deletion.n,
        sum(octet_length(deletion.fields)) over (order by deletion.revision desc, deletion.n) as bytes
      from (
        select kind, id, revision from gone where farm_id = ${farmId} and kind in (${gone}) order by revision desc limit ${maxRecords}
      ) as removed cross join changes as deletion
      where deletion.farm_id = ${farmId} and deletion.kind = removed.kind and deletion.id = removed.id and deletion.revision = removed.revision
    ) as deleted cross join changes as deletion
    where deleted.bytes <= ${maxSearchedBytes} and deletion.farm_id = ${farmId} and deletion.revision = deleted.revision
      and deletion.n = deleted.n and deletion.fields like ${`%"${animalId}"%`}`;
}

/** The records and their changes, each found by its index: otherwise both engines may read the whole log for each record. */
function changesAbout(db: Db | Tx, farmId: FarmId, animalId: string): RawBuilder<unknown> {
  const records = recordsOf(farmId, animalId);
  if (isEmbedded(db)) return sql`(${records}) as records cross join changes`;
  return sql`(${records} offset 0) as records cross join lateral (
    select * from changes as one where one.farm_id = ${farmId} and one.kind = records.kind and one.id = records.id offset 0
  ) as changes`;
}

/** The acts that changed an animal or its records. */
export async function findActsOfAnimal(
  db: Db | Tx,
  farmId: FarmId,
  animalId: string,
  { filter: { by, kind, from = 0 }, before, limit }: HistoryPage,
): Promise<FoundActs> {
  const { rows } = await sql<{
    revision: number;
  }>`select distinct changes.revision from ${changesAbout(db, farmId, animalId)}
    where changes.farm_id = ${farmId} and changes.kind = records.kind and changes.id = records.id
      and changes.revision < ${before.revision} and changes.revision >= ${from}
      ${by === undefined ? sql`` : sql`and (changes.by_user = ${by} or changes.by_key = ${by})`}
      ${kind === undefined ? sql`` : sql`and changes.kind = ${kind}`}
    order by changes.revision desc limit ${limit + 1}`.execute(db);
  const revisions = rows.map(({ revision }) => revision).slice(0, limit);
  const last = revisions.at(-1);
  return { revisions, next: rows.length > limit && last !== undefined ? { revision: last, n: 0 } : undefined };
}

/** The first `most` changes of an animal in each act, newest acts first. */
export async function listFirstChangesOf(
  db: Db | Tx,
  farmId: FarmId,
  animalId: string,
  revisions: readonly number[],
  { kind, most }: Pick<HistoryFilter, 'kind'> & { readonly most: number },
): Promise<LoggedAt[]> {
  if (revisions.length === 0) return [];
  const { rows } = await sql<LoggedAt>`select revision, n, bytes from (
      select changes.revision, changes.n, coalesce(octet_length(changes.fields), 0) as bytes,
        row_number() over (partition by changes.revision order by changes.n) as place
      from ${changesAbout(db, farmId, animalId)}
      where changes.farm_id = ${farmId} and changes.kind = records.kind and changes.id = records.id
        and changes.revision in (${sql.join(revisions)}) ${kind === undefined ? sql`` : sql`and changes.kind = ${kind}`}
    ) as numbered where place <= ${most} order by revision desc, n`.execute(db);
  return rows;
}

export interface KnownAnimal {
  readonly id: string;
  readonly tagNumber: string;
  readonly name: string | null;
  readonly isDeleted: boolean;
}

/** The animals' current names and tags, or the last ones in the log for deleted animals. */
export async function readNamesOf(db: Db | Tx, farmId: FarmId, ids: readonly string[]): Promise<KnownAnimal[]> {
  if (ids.length === 0) return [];
  const here = await db
    .selectFrom('animals')
    .select(['id', 'tag_number as tagNumber', 'name'])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();
  const found = new Set(here.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  const deletions =
    missing.length === 0
      ? []
      : await db
          .selectFrom('changes')
          .select(['id', 'fields', 'revision'])
          .where('farm_id', '=', farmId)
          .where('kind', '=', 'animal')
          .where('id', 'in', missing)
          .where('fields', 'like', '%"tagNumber":["%')
          .execute();
  // Sorted here, because an ORDER BY would make SQLite read the whole log in that order.
  const oldestFirst = deletions.toSorted((a, b) => a.revision - b.revision);
  const gone = new Map(
    oldestFirst.map(({ id, fields }) => {
      const { tagNumber, name } = JSON.parse(fields ?? '{}') as Readonly<Record<string, readonly unknown[]>>;
      return [id, { id, tagNumber: String(tagNumber?.[0]), name: typeof name?.[0] === 'string' ? name[0] : null }] as const;
    }),
  );
  return [
    ...here.map((animal) => ({ ...animal, isDeleted: false })),
    ...[...gone.values()].map((animal) => ({ ...animal, isDeleted: true })),
  ];
}

/** The current and former members, sorted by name. */
export const listMembersEver = (db: Db, farmId: FarmId) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'username', 'owner_name as ownerName'])
    .where('memberships.farm_id', '=', farmId)
    .orderBy('username')
    .execute();
