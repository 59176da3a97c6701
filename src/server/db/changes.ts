import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { kinds, type RecordKind, recordKindNames } from '#domain/records/kinds.ts';
import { dayMs } from '#server/time-after.ts';
import type { Db } from './connect.ts';
import { vouchedFarmId, type FarmId } from './farm-id.ts';
import { isOneOf } from './in-chunks.ts';
import { slicesOf } from './slices.ts';
import { countStoredBytes } from './stored-bytes.ts';
import { isEmbedded, type FarmState, type Tx } from './transaction.ts';

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
  db
    .selectFrom('gone')
    .select(['revision', 'kind', 'id'])
    .where('farm_id', '=', farmId)
    .where((eb) => eb(eb.refTuple('revision', 'kind', 'id'), '>', eb.tuple(revision, kind, id)))
    .orderBy('revision')
    .orderBy('kind')
    .orderBy('id')
    .limit(limit)
    .execute();

const copied = Object.entries(kinds).map(([kind, { table }]) => [table, kind] as const);

export interface WrittenFarm extends FarmState {
  /** The kinds with writes since a revision, and `gone` if there were deletions. */
  readonly written: ReadonlySet<string>;
}

/** One statement finds the changed kinds, usually one or two, because each list costs a round trip to the database. */
export async function readWritten(tx: Tx, farmId: FarmId, since: number): Promise<WrittenFarm> {
  const [farm] = await writtenKinds(tx, { farmId, since });
  if (!farm) throw new Error('The farm is gone');
  const { revision, epoch, ...isWrittenOf } = farm;
  return {
    revision,
    epoch,
    written: new Set(Object.entries(isWrittenOf).flatMap(([kind, isWritten]) => (isWritten ? kind : []))),
  };
}

const writtenKinds = (db: Db, { farmId, since }: { farmId: FarmId; since: number }) =>
  db
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
    .execute();

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
  readonly kind: RecordKind | 'farm';
  readonly id: string;
  /** As in the table `changes`. */
  readonly fields: Readonly<Record<string, readonly unknown[]>> | null;
}

/** The revision of the transaction as SQL, for the `revision` column of written rows. */
export const revisionOf = (farmId: FarmId): RawBuilder<number> => sql<number>`(select revision from farms where id = ${farmId})`;

/** The same as a number, for many rows. */
export async function readRevision(tx: Db | Tx, farmId: FarmId): Promise<number> {
  const { revision } = await tx.selectFrom('farms').select('revision').where('id', '=', farmId).executeTakeFirstOrThrow();
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

/** What the logged fields of a record say was done to it. */
export function changeTypeOf(fields: Change['fields']): 'created' | 'changed' | 'deleted' {
  if (fields === null) return 'created';
  return Object.values(fields).every(({ length }) => length === 1) ? 'deleted' : 'changed';
}

/** Must be called in the transaction of the write, and may be called several times in it. All parts of a filling are one act. */
export async function logChanges(tx: Tx, act: Act, now: Date, changes: readonly Change[]): Promise<void> {
  const { farmId, by, call, undoes } = act;
  const { user, key, job } = { user: null, key: null, job: null, ...by };
  for (const slice of slicesOf(changes)) {
    const texts = slice.map(({ fields }) => fields && JSON.stringify(fields));
    countStoredBytes(act, now, texts);
    const rows = slice.map(({ kind, id }, index) => sql`(${sql.lit(index + 1)}, ${kind}, ${id}, ${texts[index] ?? null})`);
    await sql`insert into changes (farm_id, revision, n, at, by_user, by_key, by_job, call, undoes, kind, id, fields)
      select head.id, head.revision, head.n + added.column1, ${now.toISOString()}, ${user}, ${key}, ${job}, ${call}, ${undoes ?? null},
        added.column2, added.column3, added.column4
      from (values ${sql.join(rows)}) as added cross join (
        select id, coalesce(filling_from, revision) as revision, (
          select coalesce(max(n), 0) from changes
          where changes.farm_id = farms.id and changes.revision = coalesce(farms.filling_from, farms.revision)
        ) as n from farms where id = ${farmId}
      ) as head`.execute(tx);
  }
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

export async function purgeOldChanges(db: Db, now: Date): Promise<void> {
  for (const table of ['gone', 'changes', 'receipts'] as const) {
    const oldest = oldestRevision(now, daysKept[table]);
    const farms = await db
      .selectFrom('farms')
      .select('id')
      .where((eb) =>
        eb.exists(eb.selectFrom(table).select('revision').whereRef('farm_id', '=', 'farms.id').where('revision', '<', oldest)),
      )
      .execute();
    for (const { id } of farms) await purge(db, table, vouchedFarmId(id), oldest);
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
