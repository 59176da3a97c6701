import type { Changes } from '#contract/changes.ts';
import { nameKey } from '#domain/values/farm-lists.ts';
import { fieldsInLists } from '#domain/records/by-kind.ts';
import { type FieldKind, type Fields, infosOf } from '#domain/records/fields.ts';
import type { groupFields } from '#domain/records/group.ts';
import type { ListName } from '#domain/records/kinds.ts';
import { revisionOf, selectChanged, type ChangesPage } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, oldestAfter, pageBy } from '#server/db/in-batches.ts';
import { writeAsJson, type JsonRows } from '#server/db/json-rows.ts';
import { readOwnIds } from '#server/db/own-ids.ts';
import { aliasesOf, asFields, toRow } from '#server/db/record-columns.ts';
import { countRows, isAny } from '#server/db/rows.ts';
import { readSliced } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import { firstPage, parseCursor, type PageRequest } from '#server/lists/pages.ts';

/** The wire type of an entry of each list. */
export type Entries = { readonly [L in ListName]: Changes[L][number] };

/** The fields that a person may enter; the server adds the others. */
export type FieldsOf<T extends ListName> = Omit<Entries[T], 'id' | 'archivedAt' | 'version' | 'createdAt'>;

const entries = <T extends ListName>(db: Db | Tx, farmId: FarmId, table: T) =>
  db
    // The tables differ only in the columns of their fields, which come from `fieldsInLists`.
    .selectFrom(table as 'groups')
    .select(['id', ...aliasesOf(fieldsInLists[table] as typeof groupFields), ...asFields('archivedAt version createdAt')])
    .where('farm_id', '=', farmId);

const jsonKinds: readonly FieldKind[] = ['list', 'object', 'ids'];
const storedAsJson: ReadonlySet<string> = new Set(
  Object.values(fieldsInLists).flatMap((fields) =>
    Object.entries(infosOf<Fields>(fields)).flatMap(([name, { kind }]) => (jsonKinds.includes(kind) ? name : [])),
  ),
);

const mapJson = <R extends object>(record: R, change: (value: unknown) => unknown): R =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, storedAsJson.has(name) ? change(value) : value])) as R;

const toEntry = <T extends ListName, Row extends object>(row: Row) =>
  mapJson(row, (text) => JSON.parse(text as string) as unknown) as Row & Entries[T];

const toColumns = (fields: object): object => toRow(mapJson(fields, (value) => JSON.stringify(value)));

/** A worklist of 5,000 animals has 200 kB. */
export const entriesAtOnce = {
  places: 64,
  groups: 256,
  products: 32,
  worklists: 4,
  exposures: 8,
  chores: 20,
} as const satisfies Record<ListName, number>;

export async function listEntriesAsJson(
  db: Db,
  farmId: FarmId,
  table: ListName,
  { limit, cursor }: PageRequest,
): Promise<JsonRows> {
  const { createdAt, id } = parseCursor(cursor) ?? firstPage;
  const page = { after: [createdAt, id], limit, isNewestFirst: true };
  const rows = await pageBy(entries(db, farmId, table), ['created_at', 'id'], page).execute();
  return writeAsJson(rows.map(toEntry), (entry) => [entry.createdAt, entry.id]);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

/** All entries, oldest first. */
export async function* entryBatches<T extends ListName>(db: Db | Tx, farmId: FarmId, table: T): AsyncGenerator<Entries[T][]> {
  const size = entriesAtOnce[table];
  const read = (after: EntryRow | undefined, limit: number) => oldestAfter(entries(db, farmId, table), after, limit).execute();
  const batches = inBatches<EntryRow>(read, { first: size, most: size });
  for await (const rows of batches) yield rows.map((row) => toEntry<T, typeof row>(row));
}

export async function listChangedEntries(tx: Tx, farmId: FarmId, table: ListName, page: ChangesPage) {
  const rows = await selectChanged(entries(tx, farmId, table), page).execute();
  return rows.map(toEntry);
}

export async function findEntry<T extends ListName>(
  tx: Tx,
  farmId: FarmId,
  table: T,
  id: string,
): Promise<Entries[T] | undefined> {
  const row = await entries(tx, farmId, table).where('id', '=', id).executeTakeFirst();
  return row && toEntry<T, typeof row>(row);
}

export const deleteEntryRows = (tx: Tx, farmId: FarmId, table: ListName, ids: readonly string[]): Promise<unknown> =>
  tx.deleteFrom(table).where('farm_id', '=', farmId).where('id', 'in', ids).execute();

export const archiveEntries = (tx: Tx, farmId: FarmId, table: ListName, ids: readonly string[], at: string): Promise<unknown> =>
  tx
    .updateTable(table as 'groups')
    .set((eb) => ({ archived_at: at, version: eb('version', '+', 1), revision: revisionOf(tx, farmId) }))
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();

/** Includes archived entries. */
export const countEntries = (tx: Tx, farmId: FarmId, table: ListName): Promise<number> =>
  countRows(tx.selectFrom(table).where('farm_id', '=', farmId));

/** The ids of the entries in use, by name key. */
export async function readNamesInUse(tx: Db | Tx, farmId: FarmId, table: ListName): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'name'])
    .where('farm_id', '=', farmId)
    .where('archived_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name }) => [nameKey(name), id]));
}

export interface NewEntry<T extends ListName> {
  readonly id: string;
  readonly fields: FieldsOf<T>;
  readonly createDigest: string;
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

export const toEntryRow = <T extends ListName>({ id, fields, createDigest, createdAt, archivedAt }: NewEntry<T>) => ({
  id,
  name: fields.name,
  ...toColumns(fields),
  create_digest: createDigest,
  created_at: createdAt,
  archived_at: archivedAt,
});

/** Resolves with false if the id is taken. */
export const insertEntry = <T extends ListName>(tx: Tx, farmId: FarmId, table: T, entry: NewEntry<T>): Promise<boolean> =>
  isAny(
    tx
      .insertInto(table as 'groups')
      .values({ ...toEntryRow(entry), farm_id: farmId, revision: revisionOf(tx, farmId) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );

export interface Continued {
  readonly id: string;
  readonly version?: number;
  readonly createdAt?: string;
}

/** Of an entry that was put back: its version goes on, so that a change made on an earlier one is still told to be stale. */
export async function continueEntry(
  tx: Tx,
  farmId: FarmId,
  table: ListName,
  { id, version, createdAt }: Continued,
): Promise<void> {
  if (version === undefined) return;
  await tx
    .updateTable(table as 'groups')
    .set({ version: version + 1, ...(createdAt !== undefined && { created_at: createdAt }) })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();
}

export async function updateEntry<T extends ListName>(
  tx: Tx,
  farmId: FarmId,
  table: T,
  id: string,
  { fields, archivedAt }: Pick<NewEntry<T>, 'fields' | 'archivedAt'>,
): Promise<void> {
  await tx
    .updateTable(table as 'groups')
    .set((eb) => ({
      ...toColumns(fields),
      archived_at: archivedAt,
      version: eb('version', '+', 1),
      revision: revisionOf(tx, farmId),
    }))
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();
}

/** The name with which a person is shown as an author. */
export async function readName(tx: Tx, userId: string): Promise<string | null> {
  const user = await tx.selectFrom('users').select(['owner_name', 'username']).where('id', '=', userId).executeTakeFirst();
  return user ? (user.owner_name ?? user.username) : null;
}

/** The ids that are not of current or former animals of the farm. */
export async function listUnknownAnimals(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<string[]> {
  const own = await readOwnIds(tx, farmId, 'animals', ids);
  const unknown = new Set(ids.filter((id) => !own.has(id)));
  const gone = tx.selectFrom('gone').select('id').where('farm_id', '=', farmId).where('kind', '=', 'animal');
  for (const { id } of await readSliced([...unknown], (part) => gone.where('id', 'in', part))) unknown.delete(id);
  return [...unknown];
}
