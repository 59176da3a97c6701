import { sql, type Selectable } from 'kysely';
import { AnimalTag, EarlierTag } from '#contract/animal-tags.ts';
import { numberKey } from '#domain/animals/tags.ts';
import { animalTagFields, type AnimalTagFields } from '#domain/records/animal-tag.ts';
import { revisionOf, selectChanged, type ChangesPage } from '#server/db/changes.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { pageBy, pageByDay } from '#server/db/in-batches.ts';
import { readAsJson, type JsonRows } from '#server/db/json-rows.ts';
import { aliasesOf, toRow } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema/schema.ts';
import { slicesOf } from '#server/db/slices.ts';
import { isEmbedded, relistLater, type Tx } from '#server/db/transaction.ts';
import { firstPage, parseCursor, parseDatedCursor, type PageRequest } from '#server/lists/pages.ts';

const listed = ['id', ...aliasesOf(animalTagFields), 'version', 'created_at as createdAt'] as const;

export function listAnimalTagsAsJson(
  db: Db,
  farmId: FarmId,
  animalId: string | undefined,
  { limit, cursor }: PageRequest,
): Promise<JsonRows> {
  const { createdAt, id } = parseCursor(cursor) ?? firstPage;
  const tags = db
    .selectFrom('animal_tags')
    .select(listed)
    .where('farm_id', '=', farmId)
    .$if(animalId !== undefined, (query) => query.where('animal_id', '=', animalId ?? ''));
  const page = pageBy(tags, ['created_at', 'id'], { after: [createdAt, id], limit, isNewestFirst: true });
  return readAsJson(db, page, AnimalTag, ['createdAt', 'id']);
}

export function listEarlierTagsAsJson(db: Db, farmId: FarmId, { limit, cursor }: PageRequest): Promise<JsonRows> {
  const { date: day, createdAt, id } = parseDatedCursor(cursor) ?? firstPage;
  const number = isEmbedded(db) ? sql<string>`detail ->> '$.oldTag'` : sql<string>`detail::json ->> 'oldTag'`;
  const changes = db
    .selectFrom('events')
    .select(['id', 'animal_id as animalId', number.as('number'), 'day as toDay', 'created_at as createdAt'])
    .where('farm_id', '=', farmId)
    .where('kind', '=', 'tagChange')
    .where('voided_at', 'is', null)
    .where(number, 'is not', null);
  const page = pageByDay(changes, { after: { day, createdAt, id }, limit, isNewestFirst: true });
  return readAsJson(db, page, EarlierTag, ['toDay', 'createdAt', 'id']);
}

export const listChangedAnimalTags = (tx: Tx, farmId: FarmId, page: ChangesPage) =>
  selectChanged(tx.selectFrom('animal_tags').select(listed).where('farm_id', '=', farmId), page).execute();

export const findAnimalTag = (tx: Tx, farmId: FarmId, id: string): Promise<AnimalTag | undefined> =>
  tx.selectFrom('animal_tags').select(listed).where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();

export const findTagged = (tx: Tx, farmId: FarmId, animalId: string) =>
  tx
    .selectFrom('animals')
    .select((eb) => [
      'status',
      'is_reference as isReference',
      eb
        .selectFrom('animal_tags')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('animal_tags.farm_id', '=', farmId)
        .where('animal_tags.animal_id', '=', animalId)
        .as('tags'),
    ])
    .where('farm_id', '=', farmId)
    .where('id', '=', animalId)
    .executeTakeFirst();

/** Animals without a number are not in the result. */
export const countTags = (tx: Db | Tx, farmId: FarmId, animalIds: readonly string[]) =>
  tx
    .selectFrom('animal_tags')
    .select(({ fn }) => ['animal_id as animalId', fn.countAll<number>().as('tags')])
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', animalIds)
    .groupBy('animal_id')
    .execute();

export type NewTagRow = Omit<Selectable<Database['animal_tags']>, 'farm_id' | 'revision'>;

export function newTagRow(
  id: string,
  fields: AnimalTagFields,
  { createDigest, now, importId = null }: { createDigest: string; now: string; importId?: string | null },
): NewTagRow {
  return { ...tagColumns(fields), id, import_id: importId, create_digest: createDigest, version: 1, created_at: now };
}

const tagColumns = (fields: AnimalTagFields) => ({ ...toRow(fields), number_key: numberKey(fields.number) });

/** Resolves with false if another farm has one of the ids. */
export async function insertAnimalTags(tx: Tx, farmId: FarmId, rows: readonly NewTagRow[]): Promise<boolean> {
  let inserted = 0n;
  for (const slice of slicesOf(rows)) {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('animal_tags')
      .values(slice.map((row) => ({ ...row, farm_id: farmId, revision: revisionOf(tx, farmId) })))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    inserted += numInsertedOrUpdatedRows;
  }
  relistLater(tx, farmId, rows.flatMap(animalOfRegistration));
  return inserted === BigInt(rows.length);
}

/** A listing shows whether its animal is registered. */
const animalOfRegistration = ({ kind, animal_id: id }: Pick<NewTagRow, 'kind' | 'animal_id'>): string[] =>
  kind === 'registration' ? [id] : [];

export async function updateAnimalTag(
  tx: Tx,
  farmId: FarmId,
  id: string,
  before: AnimalTagFields,
  fields: AnimalTagFields,
): Promise<void> {
  await tx
    .updateTable('animal_tags')
    .set(tagColumns(fields))
    .set((eb) => ({ version: eb('version', '+', 1), revision: revisionOf(tx, farmId) }))
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();
  relistLater(tx, farmId, [before, fields].map(tagColumns).flatMap(animalOfRegistration));
}

export const listUnchangedTags = (tx: Tx, farmId: FarmId, importId: string): Promise<{ id: string; animalId: string }[]> =>
  tx
    .selectFrom('animal_tags')
    .select(['id', 'animal_id as animalId'])
    .where('farm_id', '=', farmId)
    .where('import_id', '=', importId)
    .where('version', '=', 1)
    .orderBy('id')
    .execute();

type TagFields = AnimalTagFields & { readonly id: string };

export async function deleteTagRows(
  tx: Tx,
  farmId: FarmId,
  column: 'id' | 'animal_id',
  values: readonly string[],
): Promise<TagFields[]> {
  const deleted = await tx
    .deleteFrom('animal_tags')
    .where('farm_id', '=', farmId)
    .where(column, 'in', values)
    .returning(['id', ...aliasesOf(animalTagFields)])
    .execute();
  relistLater(tx, farmId, deleted.map(tagColumns).flatMap(animalOfRegistration));
  return deleted;
}
