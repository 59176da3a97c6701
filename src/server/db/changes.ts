import { setImmediate } from 'node:timers/promises';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { uploadsPath } from '#domain/values/pictures.ts';
import { toIds } from '#domain/values/to-ids.ts';
import { kinds, type KindName, type RecordKind, recordKindNames } from '#domain/records/kinds.ts';
import { dayMs } from '#server/time-after.ts';
import type { Db } from './engines/connect.ts';
import { vouchedFarmId, type FarmId } from './farm-id.ts';
import { pageBy } from './in-batches.ts';
import { isOneOf } from './in-chunks.ts';
import type { Database } from './schema/schema.ts';
import { idsPerQuery, slicesOf } from './slices.ts';
import { isEmbedded, lockedFarm, relistLater, type FarmState, type Tx } from './transaction.ts';

/** The author of a write: a signed-in person, an API key, or a named job of the server. */
export type Author = { readonly user: string } | { readonly key: string } | { readonly job: string };

/** The person who is the author; null for a key or a job. */
export const userOf = (author: Author): string | null => ('user' in author ? author.user : null);

/** A write of a farm. `call` is the name of its contract entry. The context of every route of a farm extends it. */
export interface Act {
  readonly farmId: FarmId;
  readonly by: Author;
  readonly call: string;
  /** The revision of the act that this one undoes. */
  readonly undoes?: number;
}

/** The tables whose rows have a revision and leave a row in `gone` when they are deleted, with the kind of their records. */
export const recordKinds = Object.fromEntries(recordKindNames.map((kind) => [kinds[kind].table, kind])) as {
  readonly [K in RecordKind as (typeof kinds)[K]['table']]: K;
};

/** Tables with rows that refer to others stand before those. */
export const tablesReferencingFirst = recordKindNames.map((kind) => kinds[kind].table).toReversed();

/** A page of changes: at most `limit` rows after a revision and an id within it. */
export interface ChangesPage {
  readonly revision: number;
  readonly id: string;
  readonly limit: number;
}

export interface ChangedRow {
  readonly id: string;
  readonly revision: number;
}

export const listGone = (db: Db, { farmId, revision, kind, id, limit }: ChangesPage & { farmId: FarmId; kind: string }) =>
  pageBy(db.selectFrom('gone').select(['revision', 'kind', 'id']).where('farm_id', '=', farmId), ['revision', 'kind', 'id'], {
    after: [revision, kind, id],
    limit,
  }).execute();

const copied = Object.entries(kinds).map(([kind, { table }]) => [table, kind] as const);

export interface WrittenFarm extends FarmState {
  /** The kinds with writes since a revision, and `gone` if there were deletions. */
  readonly written: ReadonlySet<string>;
}

/** One statement finds the changed kinds, usually one or two, because each list costs a round trip to the database. */
export async function readWritten(tx: Tx, farmId: FarmId, since: number): Promise<WrittenFarm> {
  const { revision, epoch, ...isWrittenOf } = await tx
    .selectFrom('farms')
    .select(['farms.revision', 'epoch'])
    .select(
      [...copied, ['gone', 'gone'] as const].map(([table, kind]) =>
        sql<
          boolean | number
        >`exists (select 1 from ${sql.table(table)} as t where t.farm_id = ${farmId} and t.revision >= ${since})`.as(kind),
      ),
    )
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow();
  return {
    revision,
    epoch,
    written: new Set(Object.entries(isWrittenOf).flatMap(([kind, isWritten]) => (isWritten ? kind : []))),
  };
}

/** Restricts a query to the rows of a page of changes. */
export const selectChanged = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { revision, id, limit }: ChangesPage,
  idColumn = 'id',
): SelectQueryBuilder<DB, TB, O & { revision: number }> =>
  rows
    .select(sql<number>`revision`.as('revision'))
    .where(sql<boolean>`(revision, ${sql.ref(idColumn)}) > (${revision}, ${id})`)
    .orderBy(sql`revision`)
    .orderBy(sql.ref(idColumn))
    .limit(limit) as SelectQueryBuilder<DB, TB, O & { revision: number }>;

export interface Change {
  readonly kind: Database['changes']['kind'];
  readonly id: string;
  /** As in the table `changes`. */
  readonly fields: Readonly<Record<string, readonly unknown[]>> | null;
}

/** The revision of the transaction, for the `revision` column of written rows. */
export const revisionOf = (tx: Tx, farmId: FarmId): number => lockedFarm(tx, farmId).revision;

export async function readRevision(db: Db | Tx, farmId: FarmId): Promise<number> {
  const { revision } = await db.selectFrom('farms').select('revision').where('id', '=', farmId).executeTakeFirstOrThrow();
  return revision;
}

export const created = (kind: Change['kind'], id: string): Change => ({ kind, id, fields: null });

/** Empty if no field of `after` differs. */
export function changed(kind: Change['kind'], id: string, before: object, after: object): Change[] {
  const old = new Map(Object.entries(before));
  const fields = Object.entries(after).flatMap(([name, value]) =>
    JSON.stringify(old.get(name)) === JSON.stringify(value) ? [] : [[name, [old.get(name) ?? null, value]] as const],
  );
  return fields.length === 0 ? [] : [{ kind, id, fields: Object.fromEntries(fields) }];
}

export function deleted(kind: Change['kind'], id: string, before: object): Change {
  const values = Object.entries(before).filter(([, value]) => value !== null);
  return { kind, id, fields: Object.fromEntries(values.map(([name, value]) => [name, [value]])) };
}

type ChangeType = 'created' | 'changed' | 'deleted';

/** What the logged fields of a record say was done to it. */
export function changeTypeOf(fields: Change['fields']): ChangeType {
  if (fields === null) return 'created';
  return Object.values(fields).every(({ length }) => length === 1) ? 'deleted' : 'changed';
}

/**
 * Must be called in the transaction of the write, after it; several times if need be. What is deleted stands in `gone` until its id is used
 * again.
 */
export async function logChanges(tx: Tx, act: Act, now: Date, changes: readonly Change[]): Promise<void> {
  const { farmId, by, call, undoes = null } = act;
  const { user, key, job } = { user: null, key: null, job: null, ...by };
  const farm = lockedFarm(tx, farmId);
  for (const slice of slicesOf(changes)) {
    const texts = slice.map(({ fields }) => fields && JSON.stringify(fields));
    const logged = (farm.logged ??= await countLogged(tx, farmId, farm.loggedAt));
    const common = {
      farm_id: farmId,
      revision: farm.loggedAt,
      at: now.toISOString(),
      by_user: user,
      by_key: key,
      by_job: job,
      call,
      undoes,
    };
    await tx
      .insertInto('changes')
      .values(slice.map(({ kind, id }, index) => ({ ...common, n: logged + index + 1, kind, id, fields: texts[index] ?? null })))
      .execute();
    farm.logged = logged + slice.length;
    await keepPicturesOf(tx, farmId, now, texts);
    relistLater(
      tx,
      farmId,
      slice.flatMap((change) => (changesListing(change) ? change.id : [])),
    );
    for (const [kind, ofKind] of Map.groupBy(slice, (change) => change.kind)) {
      if (kind === 'farm') continue;
      const idsOf = (type: ChangeType) => ofKind.flatMap(({ id, fields }) => (changeTypeOf(fields) === type ? id : []));
      const [added, removed] = [idsOf('created'), idsOf('deleted')];
      await recordGone(tx, farmId, kind, removed);
      await forgetGone(tx, farmId, kind, added);
      const counted = kind === 'animal' ? 'animals' : kind === 'event' || kind === 'breedingRecord' ? 'events' : undefined;
      if (counted) farm.counts[counted] += added.length - removed.length;
    }
  }
}

/** The clean-up removes a picture a day after its last use, until when an undo brings it back. */
async function keepPicturesOf(tx: Tx, farmId: FarmId, now: Date, texts: readonly (string | null)[]): Promise<void> {
  const used = texts.flatMap((text) => Array.from(text?.matchAll(uploadedPictures) ?? [], ([, name = '']) => name));
  for (const names of slicesOf([...new Set(used)], idsPerQuery)) {
    await tx
      .updateTable('files')
      .set({ created_at: now.toISOString() })
      .where('farm_id', '=', farmId)
      .where('name', 'in', names)
      .execute();
  }
}

const uploadedPictures = new RegExp(`${uploadsPath}([\\da-f]{32}\\.webp)`, 'g');

/** The fields of an animal that its listing depends on. */
const listedFields = [
  'status',
  'forSale',
  'isReference',
  'tagNumber',
  'name',
  'species',
  'sex',
  'breed',
  'birthDate',
  'castratedOn',
  'isCastrated',
  'salePriceCents',
  'saleDescription',
  'pedigreeUrl',
  'imageUrl',
] as const satisfies readonly (keyof AnimalRecord)[];

const changesListing = ({ kind, fields }: Change): boolean =>
  kind === 'animal' && (fields === null || listedFields.some((name) => Object.hasOwn(fields, name)));

async function countLogged(tx: Tx, farmId: FarmId, revision: number): Promise<number> {
  const { last } = await tx
    .selectFrom('changes')
    .select((eb) => eb.fn.max('n').as('last'))
    .where('farm_id', '=', farmId)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Called by itself for rows whose deletion is not logged. */
export async function recordGone(tx: Tx, farmId: FarmId, kind: KindName, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const revision = revisionOf(tx, farmId);
  await tx
    .insertInto('gone')
    .values(ids.map((id) => ({ farm_id: farmId, kind, id, revision })))
    .onConflict((conflict) => conflict.columns(['farm_id', 'kind', 'id']).doUpdateSet({ revision }))
    .execute();
}

async function forgetGone(tx: Tx, farmId: FarmId, kind: RecordKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('gone')
    .where('farm_id', '=', farmId)
    .where('kind', 'in', kind === 'animal' ? [kind, 'animalState'] : [kind])
    .where('id', 'in', ids)
    .execute();
}

/** As `logChanges`, of new rows of one kind. */
export const logCreated = (
  tx: Tx,
  act: Act,
  now: Date,
  kind: Change['kind'],
  rows: readonly { readonly id: string }[],
): Promise<void> =>
  logChanges(
    tx,
    act,
    now,
    rows.map(({ id }) => created(kind, id)),
  );

/** A revision is at least the time in milliseconds, so it also tells how old a row is. */
const oldestRevision = (now: Date, days: number): number => now.getTime() - days * dayMs;

/** Deletions of a lower revision may have been purged from `gone`. */
export const oldestKnownRevision = (now: Date): number => oldestRevision(now, daysKept.gone);

const daysKept = { gone: 400, changes: 5 * 366, receipts: 366 } as const;
const purgedAtOnce = 200;

/** Some farms at a time, since a statement about all of them grows with their number until it takes too long. */
export async function purgeOldChanges(db: Db, now: Date): Promise<void> {
  const all = await db.selectFrom('farms').select('id').execute();
  for (const table of ['gone', 'changes', 'receipts'] as const) {
    const oldest = oldestRevision(now, daysKept[table]);
    for (const some of slicesOf(all, idsPerQuery)) {
      const farms = await db
        .selectFrom('farms')
        .select('id')
        .where('id', 'in', toIds(some))
        .where((eb) =>
          eb.exists(eb.selectFrom(table).select('revision').whereRef('farm_id', '=', 'farms.id').where('revision', '<', oldest)),
        )
        .execute();
      for (const { id } of farms) await purge(db, table, vouchedFarmId(id), oldest);
    }
  }
}

async function purge(db: Db, table: keyof typeof daysKept, farmId: FarmId, oldest: number): Promise<void> {
  const row = isEmbedded(db) ? 'rowid' : 'ctid';
  const rows = sql`select ${sql.ref(row)} from ${sql.table(table)}
    where farm_id = ${farmId} and revision < ${oldest} limit ${sql.lit(purgedAtOnce)}`;
  for (let purged = purgedAtOnce; purged === purgedAtOnce;) {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where('farm_id', '=', farmId)
      .where(isOneOf(db, row, rows))
      .executeTakeFirstOrThrow();
    purged = Number(numDeletedRows);
    await setImmediate();
  }
}
