import type { Db } from '#server/db/engines/connect.ts';
import { sql, type Insertable } from 'kysely';
import type { BreedingRecord } from '#contract/breeding.ts';
import type { AnimalStatus } from '#domain/records/animals.ts';
import type { HasBirth } from '#domain/records/births.ts';
import { sharesParent, type Mate, type ParentIds } from '#domain/records/breeding.ts';
import { toIds } from '#domain/values/to-ids.ts';
import { breedingContent } from '#domain/records/breeding-record.ts';
import { revisionOf, selectChanged, type ChangesPage } from '#server/db/changes.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, pageBy, pageByDay } from '#server/db/in-batches.ts';
import { isOneOf } from '#server/db/in-chunks.ts';
import { writeAsJson, type JsonRows } from '#server/db/json-rows.ts';
import { asFields, breedingColumns } from '#server/db/record-columns.ts';
import { isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { contentVersion } from '#domain/values/content-version.ts';
import { parseDatedCursor, type PageRequest } from '#server/lists/pages.ts';

type Row = Omit<Insertable<Database['breeding_records']>, 'farm_id' | 'revision'>;
const listed = ['id', ...breedingColumns, 'created_at as createdAt'] as const;

export type BreedingColumns = Omit<Row, 'id' | 'create_digest' | 'created_at'>;

/** Serialized here and not by the database, because the version is a digest of the content. */
export async function listBreedingRecordsAsJson(tx: Tx, farmId: FarmId, { limit, cursor }: PageRequest): Promise<JsonRows> {
  const after = parseDatedCursor(cursor);
  const records = await pageByDay(tx.selectFrom('breeding_records').select(listed).where('farm_id', '=', farmId), {
    dayColumn: 'breeding_date',
    isNewestFirst: true,
    after: after && { ...after, day: after.date },
    limit,
  }).execute();
  const written = await withAllOffspring(tx, farmId, records);
  return writeAsJson(written, ({ breedingDate, createdAt, id }) => [breedingDate, createdAt, id]);
}

export async function listChangedBreedingRecords(tx: Tx, farmId: FarmId, page: ChangesPage) {
  const rows = await listChanged(tx, { farmId, ...page });
  const offspring = await mapOffspring(tx, farmId, rows);
  return rows.map(({ revision, ...record }) => ({ ...withOffspring(record, offspring.get(record.id) ?? []), revision }));
}

const listChanged = (db: Db, page: ChangesPage & { farmId: FarmId }) =>
  selectChanged(db.selectFrom('breeding_records').select(listed).where('farm_id', '=', page.farmId), page).execute();

export async function findBreedingRecord(tx: Tx, farmId: FarmId, id: string): Promise<BreedingRecord | undefined> {
  const record = await tx
    .selectFrom('breeding_records')
    .select(listed)
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .executeTakeFirst();
  return record && withOffspring(record, await listOffspring(tx, farmId, [id]));
}

type WithoutOffspring = Omit<BreedingRecord, 'offspringIds' | 'version'>;

async function withAllOffspring(tx: Tx, farmId: FarmId, records: readonly WithoutOffspring[]): Promise<BreedingRecord[]> {
  const offspring = await mapOffspring(tx, farmId, records);
  return records.map((record) => withOffspring(record, offspring.get(record.id) ?? []));
}

export const mapOffspring = async (db: Db | Tx, farmId: FarmId, records: readonly { readonly id: string }[]) =>
  Map.groupBy(await listOffspring(db, farmId, toIds(records)), ({ breedingId }) => breedingId);

/** The entered fields of a record. */
export function fieldsOf(record: BreedingRecord) {
  const { id: _, version: __, createdAt: ___, ...fields } = record;
  return fields;
}

function withOffspring(record: WithoutOffspring, offspring: readonly { animalId: string }[]): BreedingRecord {
  const complete = { ...record, offspringIds: offspring.map(({ animalId }) => animalId) };
  return { ...complete, version: versionOf(complete) };
}

export const versionOf = (record: Omit<BreedingRecord, 'id' | 'version' | 'createdAt'>): string =>
  contentVersion(breedingContent(record));

async function listOffspring(
  tx: Db | Tx,
  farmId: FarmId,
  ids: readonly string[],
): Promise<{ breedingId: string; animalId: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('breeding_offspring')
    .select(['breeding_id as breedingId', 'animal_id as animalId'])
    .where('farm_id', '=', farmId)
    .where('breeding_id', 'in', ids)
    .orderBy('breeding_id')
    .orderBy('position')
    .execute();
}

export const insertBreedingRecord = (tx: Tx, farmId: FarmId, row: Row): Promise<boolean> =>
  isAny(
    tx
      .insertInto('breeding_records')
      .values({ ...row, farm_id: farmId, revision: revisionOf(tx, farmId) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );

export async function updateBreedingRecord(tx: Tx, farmId: FarmId, id: string, columns: BreedingColumns): Promise<void> {
  await tx
    .updateTable('breeding_records')
    .set({ ...columns, revision: revisionOf(tx, farmId) })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();
}

export async function insertOffspring(tx: Tx, farmId: FarmId, id: string, animalIds: readonly string[]): Promise<void> {
  if (animalIds.length === 0) return;
  const rows = animalIds.map((animalId, index) => ({
    farm_id: farmId,
    breeding_id: id,
    position: index + 1,
    animal_id: animalId,
  }));
  await tx.insertInto('breeding_offspring').values(rows).execute();
}

export async function deleteOffspring(tx: Tx, farmId: FarmId, id: string): Promise<void> {
  await tx.deleteFrom('breeding_offspring').where('farm_id', '=', farmId).where('breeding_id', '=', id).execute();
}

export async function deleteBreedingRecords(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('breeding_records').where('farm_id', '=', farmId).where('id', 'in', ids).execute();
}

/** The records in which an animal is mother, father or offspring. */
export async function listRecordsOf(tx: Tx, farmId: FarmId, animalId: string, limit: number): Promise<BreedingRecord[]> {
  const asMate = (role: 'mother_id' | 'father_id') =>
    tx.selectFrom('breeding_records').select('id').where('farm_id', '=', farmId).where(role, '=', animalId);
  const asOffspring = tx
    .selectFrom('breeding_offspring')
    .select('breeding_id as id')
    .where('farm_id', '=', farmId)
    .where('animal_id', '=', animalId);
  const all = asMate('mother_id').unionAll(asMate('father_id')).unionAll(asOffspring).limit(limit);
  const records = await tx
    .selectFrom('breeding_records')
    .select(listed)
    .where('farm_id', '=', farmId)
    .where(isOneOf(tx, 'id', all))
    .execute();
  return withAllOffspring(tx, farmId, records);
}

/** Removes one animal from the offspring of at most 200 records. */
export async function removeOffspring(tx: Tx, farmId: FarmId, ids: readonly string[], animalId: string): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('breeding_offspring')
    .where('farm_id', '=', farmId)
    .where('breeding_id', 'in', ids)
    .where('animal_id', '=', animalId)
    .execute();
  await tx
    .updateTable('breeding_records')
    .set({ revision: revisionOf(tx, farmId) })
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();
}

export interface Relative extends Mate, HasBirth, ParentIds {
  readonly id: string;
  readonly status: AnimalStatus;
  readonly isReference: boolean;
}

export function listRelatives(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<Relative[]> {
  return tx
    .selectFrom('animals')
    .select(asFields('id sex species status birthDate birthYear isReference motherId fatherId'))
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();
}

export async function hasMated(tx: Tx, farmId: FarmId, animalId: string): Promise<boolean> {
  // The minimum of a range is looked up in the index, whatever PostgreSQL's statistics say about the frequency of a mate.
  const isMateAs = (role: 'mother_id' | 'father_id') => sql`(select min(${sql.ref(role)}) from breeding_records
    where farm_id = ${farmId} and ${sql.ref(role)} >= ${animalId} and ${sql.ref(role)} <= ${animalId}) is not null`;
  const { rows } = await sql<{
    has_mated: boolean;
  }>`select ${isMateAs('mother_id')} or ${isMateAs('father_id')} as has_mated`.execute(tx);
  return Boolean(rows[0]?.has_mated);
}

const offspringBatchSize = 500;

/** Whether a breeding record lists the animal as offspring although it shares no parent with the record. */
export async function isOffspringOfOthers(tx: Tx, farmId: FarmId, animalId: string, parents: ParentIds): Promise<boolean> {
  const pairs = tx
    .selectFrom('breeding_offspring')
    .innerJoin('breeding_records', (join) =>
      join
        .onRef('breeding_records.farm_id', '=', 'breeding_offspring.farm_id')
        .onRef('breeding_records.id', '=', 'breeding_offspring.breeding_id'),
    )
    .select(['breeding_id as id', 'mother_id as motherId', 'father_id as fatherId'])
    .where('breeding_offspring.farm_id', '=', farmId)
    .where('breeding_offspring.animal_id', '=', animalId);
  const read = (after: { readonly id: string } | undefined, limit: number) =>
    pageBy(pairs, ['breeding_offspring.breeding_id'], { after: after && [after.id], limit }).execute();
  for await (const records of inBatches(read, { most: offspringBatchSize })) {
    if (records.some((pair) => !sharesParent(parents, pair))) return true;
  }
  return false;
}
