import type { Selectable } from 'kysely';
import type { ImportRow } from '#contract/imports.ts';
import type { Verdict } from '#domain/imports/planned-row.ts';
import type { ImportedChange } from '#domain/imports/undo.ts';
import type { AnimalRecord } from '#domain/records/animal.ts';
import { readOwnNumber } from '#server/db/farm-numbers.ts';
import { ownHolding } from '#domain/imports/file-kind.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches } from '#server/db/in-batches.ts';
import { inChunks, isOneOf } from '#server/db/in-chunks.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { slicesOf } from '#server/db/slices.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { RawRow } from './raw-table.ts';

export type StoredImport = Omit<Selectable<Database['imports']>, 'farm_id'>;

/** Without columns and answers, which may be a megabyte. */
export type ImportSummary = Omit<
  StoredImport,
  'columns' | 'answers' | 'row_choices' | 'sheets' | 'create_digest' | 'undone' | 'progress'
>;

export type Outcome = Omit<Database['import_outcomes'], 'farm_id' | 'import_id'>;

/** More than a person scrolls through. */
const maxListed = 500;

export const listImports = (db: Db, farmId: FarmId): Promise<ImportSummary[]> =>
  db
    .selectFrom('imports')
    .select(['id', 'file_name', 'state', 'row_count', 'applied', 'created_at', 'applied_at', 'undone_at'])
    .where('farm_id', '=', farmId)
    .where((eb) => eb.or([eb('state', '!=', 'undone'), eb('applied', 'is not', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();

export const findImport = (db: Db | Tx, farmId: FarmId, id: string): Promise<StoredImport | undefined> =>
  db.selectFrom('imports').selectAll().where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();

export async function insertImport(tx: Tx, farmId: FarmId, row: StoredImport): Promise<boolean> {
  const inserted = await tx
    .insertInto('imports')
    .values({ ...row, farm_id: farmId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const updateImport = (tx: Tx, farmId: FarmId, id: string, columns: Partial<StoredImport>): Promise<unknown> =>
  tx.updateTable('imports').set(columns).where('farm_id', '=', farmId).where('id', '=', id).execute();

export async function insertRows(tx: Tx, farmId: FarmId, importId: string, rows: readonly RawRow[]): Promise<void> {
  for (const slice of slicesOf(rows)) {
    const values = slice.map(({ number, cells }) => ({ farm_id: farmId, import_id: importId, row_number: number, cells }));
    await tx.insertInto('import_rows').values(values).execute();
  }
}

export const readRows = (
  db: Db | Tx,
  farmId: FarmId,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RawRow[]> =>
  db
    .selectFrom('import_rows')
    .select(['row_number as number', 'cells'])
    .where('farm_id', '=', farmId)
    .where('import_id', '=', importId)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute();

export const readRowPages = (tx: Db | Tx, farmId: FarmId, importId: string): AsyncGenerator<RawRow[]> =>
  inBatches((last, limit) => readRows(tx, farmId, importId, { after: last?.number ?? -1, limit }));

export async function deleteRows(tx: Tx, farmId: FarmId, importId: string): Promise<void> {
  for (const table of ['import_rows', 'import_outcomes'] as const) await deleteRowsIn(tx, farmId, importId, table);
}

export async function deleteRowsIn(tx: Tx, farmId: FarmId, importId: string, table: 'import_rows' | 'import_outcomes') {
  const rows = tx.selectFrom(table).select('row_number').where('farm_id', '=', farmId).where('import_id', '=', importId);
  await inChunks(tx, async (most) => {
    const { numDeletedRows } = await tx
      .deleteFrom(table)
      .where('farm_id', '=', farmId)
      .where('import_id', '=', importId)
      .where(isOneOf(tx, 'row_number', rows.orderBy('row_number').limit(most)))
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });
}

/** The newest imports but the first ones. */
const olderImports = (tx: Tx, farmId: FarmId, keep: number, limit: number) =>
  tx
    .selectFrom('imports')
    .select('id')
    .where('farm_id', '=', farmId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(keep);

export async function dropOldDrafts(tx: Tx, farmId: FarmId, keep: number): Promise<void> {
  for (const { id } of await olderImports(tx, farmId, keep, 100).where('applied', 'is', null).execute()) {
    await deleteRows(tx, farmId, id);
    await tx.deleteFrom('imports').where('farm_id', '=', farmId).where('id', '=', id).execute();
  }
}

export async function purgeOldRows(tx: Tx, farmId: FarmId, keep: number): Promise<void> {
  // At most one, since this runs with every new file.
  for (const { id } of await olderImports(tx, farmId, keep, 1).execute()) {
    await deleteRows(tx, farmId, id);
    await tx
      .updateTable('imports')
      .set({ columns: '[]' })
      .where('farm_id', '=', farmId)
      .where('id', '=', id)
      .where('applied', 'is not', null)
      .execute();
  }
}

export async function insertOutcomes(tx: Tx, farmId: FarmId, importId: string, outcomes: readonly Outcome[]): Promise<void> {
  for (const slice of slicesOf(outcomes)) {
    const rows = slice.map((outcome) => ({ ...outcome, farm_id: farmId, import_id: importId }));
    await tx.insertInto('import_outcomes').values(rows).execute();
  }
}

/** The rows after the cursor, which is the number of a row. */
export interface RowQuery {
  readonly verdict?: Verdict | undefined;
  readonly remarked?: boolean | undefined;
  readonly cursor?: number | undefined;
  readonly limit: number;
}

export async function listOutcomes(
  db: Db,
  farmId: FarmId,
  importId: string,
  { verdict, remarked, cursor = -1, limit }: RowQuery,
): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('import_outcomes')
    .select('outcome')
    .where('farm_id', '=', farmId)
    .where('import_id', '=', importId)
    .where('row_number', '>', cursor)
    .$if(verdict !== undefined, (query) => query.where('verdict', '=', verdict ?? 'ready'))
    .$if(remarked === true, (query) => query.where('is_remarked', '=', true))
    .orderBy('row_number')
    .limit(limit)
    .execute();
  return rows.map(({ outcome }) => JSON.parse(outcome) as ImportRow);
}

export async function insertChanges(tx: Tx, farmId: FarmId, importId: string, entries: readonly ImportedChange[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ animalId, before, versionAfter }) => ({
    farm_id: farmId,
    import_id: importId,
    animal_id: animalId,
    before: JSON.stringify(before),
    version_after: versionAfter,
  }));
  await tx.insertInto('import_changes').values(rows).execute();
}

export async function deleteChanges(tx: Tx, farmId: FarmId, importId: string, animalIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('import_changes')
    .where('farm_id', '=', farmId)
    .where('import_id', '=', importId)
    .where('animal_id', 'in', animalIds)
    .execute();
}

export async function* listChanges(tx: Tx, farmId: FarmId, importId: string): AsyncGenerator<ImportedChange[]> {
  const pages = inBatches(
    (last: { readonly animalId: string; readonly before: string; readonly versionAfter: number } | undefined, limit) =>
      tx
        .selectFrom('import_changes')
        .select(['animal_id as animalId', 'before', 'version_after as versionAfter'])
        .where('farm_id', '=', farmId)
        .where('import_id', '=', importId)
        .where('animal_id', '>', last?.animalId ?? '')
        .where('before', '!=', '{}')
        .orderBy('animal_id')
        .limit(limit)
        .execute(),
  );
  for await (const page of pages) yield page.map((row) => ({ ...row, before: JSON.parse(row.before) as Partial<AnimalRecord> }));
}

/** The animal has its state of version `from` again, so earlier imports that produced that version can still be undone. */
export async function renumberImportChange(
  tx: Tx,
  farmId: FarmId,
  animalId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx
    .updateTable('import_changes')
    .set({ version_after: to })
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', animalId)
    .where('version_after', '=', from)
    .execute();
  if (from !== 1) return;
  const animal = await tx
    .selectFrom('animals')
    .select('import_id')
    .where('farm_id', '=', farmId)
    .where('id', '=', animalId)
    .executeTakeFirst();
  if (animal?.import_id) await insertChanges(tx, farmId, animal.import_id, [{ animalId, before: {}, versionAfter: to }]);
}

export async function* listAddedAnimals(
  tx: Tx,
  farmId: FarmId,
  importId: string,
): AsyncGenerator<(readonly [id: string, versionAfter: number])[]> {
  const pages = inBatches((last: { readonly id: string; readonly versionAfter: number | null } | undefined, limit) =>
    tx
      .selectFrom('animals')
      .leftJoin('import_changes', (join) =>
        join
          .onRef('import_changes.farm_id', '=', 'animals.farm_id')
          .onRef('import_changes.import_id', '=', 'animals.import_id')
          .onRef('import_changes.animal_id', '=', 'animals.id'),
      )
      .select(['animals.id', 'import_changes.version_after as versionAfter'])
      .where('animals.farm_id', '=', farmId)
      .where('animals.import_id', '=', importId)
      .where('animals.id', '>', last?.id ?? '')
      .orderBy('animals.id')
      .limit(limit)
      .execute(),
  );
  for await (const page of pages) yield page.map(({ id, versionAfter }) => [id, versionAfter ?? 1] as const);
}

/** What the farm answered to questions of earlier files, and its own holding. */
export async function readMemory(db: Db | Tx, farmId: FarmId): Promise<Map<string, string>> {
  const rows = await db.selectFrom('import_memory').select(['key', 'value']).where('farm_id', '=', farmId).execute();
  const holding = await readOwnNumber(db, farmId);
  return new Map([
    ...(holding === null ? [] : [[ownHolding, holding] as const]),
    ...rows.map(({ key, value }) => [key, value] as const),
  ]);
}

/** More than the headings of all files of a farm. */
const maxStoredAnswers = 2000;

export async function storeAnswers(tx: Tx, farmId: FarmId, entries: ReadonlyMap<string, string>): Promise<void> {
  const known = await readMemory(tx, farmId);
  const fresh = new Set(
    [...entries.keys()].filter((key) => !known.has(key)).slice(0, Math.max(maxStoredAnswers - known.size, 0)),
  );
  const stored = [...entries].filter(([key]) => known.has(key) || fresh.has(key));
  if (stored.length === 0) return;
  await tx
    .insertInto('import_memory')
    .values(stored.map(([key, value]) => ({ farm_id: farmId, key, value })))
    .onConflict((conflict) => conflict.columns(['farm_id', 'key']).doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
    .execute();
}
