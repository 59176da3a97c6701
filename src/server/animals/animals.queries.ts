import { sql, type ExpressionBuilder, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import { Animal } from '#contract/animals.ts';
import { animalFields, type AnimalRecord } from '#domain/records/animal.ts';
import { parentRoles, type PedigreeAnimal, type ParentRole } from '#domain/records/parentage.ts';
import { toIds } from '#domain/values/to-ids.ts';
import { revisionOf, selectChanged, type ChangesPage } from '#server/db/changes.ts';
import { withAncestors } from '#server/db/ancestors.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { inBatches, pageBy } from '#server/db/in-batches.ts';
import { inChunks, isOneOf } from '#server/db/in-chunks.ts';
import { readAsJson, type JsonRows } from '#server/db/json-rows.ts';
import { aliasesOf, asFields, columnsOf } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isRecord } from '#server/journal/journal.queries.ts';
import { deleteStates } from '#server/journal/states.queries.ts';
import { firstPage, parseCursor, type PageRequest } from '#server/lists/pages.ts';

type Row = Database['animals'];
type AnimalsBuilder = ExpressionBuilder<Database, 'animals'>;
export type NewAnimalRow = Omit<Selectable<Row>, 'farm_id' | 'revision'>;
export type AnimalColumns = Omit<Updateable<Row>, 'farm_id' | 'id' | 'revision'>;

const parentColumns = { mother: 'mother_id', father: 'father_id' } as const satisfies Record<ParentRole, keyof Row>;

const { salePriceCents: _, ...sameOnTheWire } = animalFields;
const wireColumns = aliasesOf(sameOnTheWire);

const contractColumns = (eb: AnimalsBuilder) =>
  [
    'id',
    ...wireColumns,
    dollars(eb).as('salePrice'),
    dollars(eb).as('forSalePrice'),
    ...asFields('version createdAt updatedAt'),
  ] as const;

/** Cents / 100, correctly rounded, gives the same double in both engines and in JavaScript. */
const dollars = (eb: AnimalsBuilder) =>
  sql<number | null>`cast(${eb.ref('sale_price_cents')} as double precision) / cast(100 as double precision)`;

export function listAnimalsAsJson(
  db: Db | Tx,
  farmId: FarmId,
  { isReference, limit, cursor }: PageRequest & { readonly isReference: boolean },
): Promise<JsonRows> {
  const { createdAt, id } = parseCursor(cursor) ?? firstPage;
  const page = pageBy(
    db.selectFrom('animals').select(contractColumns).where('farm_id', '=', farmId).where('is_reference', '=', isReference),
    ['created_at', 'id'],
    { after: [createdAt, id], limit, isNewestFirst: true },
  );
  return readAsJson(db, page, Animal, ['createdAt', 'id']);
}

/** Includes outside parents. */
export const listChangedAnimals = (tx: Tx, farmId: FarmId, page: ChangesPage) =>
  selectChanged(tx.selectFrom('animals').select(contractColumns).where('farm_id', '=', farmId), page).execute();

export const findAnimal = (db: Db | Tx, farmId: FarmId, id: string): Promise<Animal | undefined> =>
  db.selectFrom('animals').select(contractColumns).where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();

const pedigreeColumns = ['sex', 'species', 'birth_date as birthDate', 'birth_year as birthYear'] as const;

export function findPedigreeAnimal(tx: Tx, farmId: FarmId, id: string): Promise<PedigreeAnimal | undefined> {
  return tx.selectFrom('animals').select(pedigreeColumns).where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();
}

export const hasChildren = async (tx: Tx, farmId: FarmId, id: string): Promise<boolean> =>
  (await findChild(tx, farmId, id, sql<boolean>`1 = 1`)) !== undefined;

export const hasChildBornBefore = async (tx: Tx, farmId: FarmId, id: string, day: string): Promise<boolean> =>
  (await findChild(tx, farmId, id, sql<boolean>`${latestBirthDate} < ${day}`)) !== undefined;

/** Written as in the indexes animals_mothers and animals_fathers, so that both engines use them. */
const latestBirthDate = sql<string | null>`coalesce(birth_date, cast(birth_year as text) || '-12-31')`;

/** Sorting in the order of the index makes PostgreSQL use it, whatever its statistics say about the frequency of a parent. */
async function findChild(
  tx: Tx,
  farmId: FarmId,
  id: string,
  condition: RawBuilder<boolean>,
): Promise<{ id: string } | undefined> {
  for (const role of parentRoles) {
    const child = await childrenOf(tx, farmId, id, role).where(condition).orderBy(latestBirthDate).limit(1).executeTakeFirst();
    if (child) return child;
  }
  return undefined;
}

/** Each subquery takes the first of a range, which PostgreSQL looks up in the right index. */
export async function findFirstRecord(
  tx: Tx,
  farmId: FarmId,
  id: string,
): Promise<{ kind: 'health' | 'breeding' | 'journal'; day: string } | undefined> {
  const firstDay = (table: 'events' | 'breeding_records', animal: string, day: string, condition = sql``) =>
    sql`(select ${sql.ref(day)} from ${sql.table(table)} where farm_id = ${farmId}
      and ${sql.ref(animal)} >= ${id} and ${sql.ref(animal)} <= ${id} ${condition} order by ${sql.ref(animal)}, ${sql.ref(day)} limit 1)`;
  const { rows } = await sql<Record<'checkup' | 'event' | 'asMother' | 'asFather', string | null>>`select
    ${firstDay('events', 'animal_id', 'day', sql`and kind = 'checkup' and voided_at is null`)} as checkup,
    ${firstDay('events', 'animal_id', 'day', sql`and ${isRecord}`)} as event,
    ${firstDay('breeding_records', 'mother_id', 'breeding_date')} as "asMother",
    ${firstDay('breeding_records', 'father_id', 'breeding_date')} as "asFather"`.execute(tx);
  const { checkup = null, event = null, asMother = null, asFather = null } = rows[0] ?? {};
  const firsts = [
    { kind: 'health' as const, day: checkup },
    { kind: 'journal' as const, day: event },
    { kind: 'breeding' as const, day: asMother ?? asFather },
  ];
  return firsts.flatMap(({ kind, day }) => (day === null ? [] : { kind, day })).toSorted((a, b) => (a.day < b.day ? -1 : 1))[0];
}

const childrenOf = (tx: Tx, farmId: FarmId, id: string, role: ParentRole) =>
  tx.selectFrom('animals').select('id').where('farm_id', '=', farmId).where(parentColumns[role], '=', id);

/** A statement with this many ancestors takes some milliseconds; a pedigree of ten generations has fewer. */
const maxAncestorsPerQuery = 2000;

export async function isSelfOrAncestor(
  tx: Tx,
  farmId: FarmId,
  { of, candidate }: { of: string; candidate: string },
): Promise<boolean> {
  const near = await walkAncestors(tx, { farmId, of, candidate });
  if (near.isFound) return true;
  return near.count > maxAncestorsPerQuery && isInPedigree(await readPedigree(tx, farmId), { of, candidate });
}

const walkAncestors = (db: Db, { farmId, of, candidate }: { farmId: FarmId; of: string; candidate: string }) =>
  withAncestors(db, farmId, [of])
    .selectFrom((eb) =>
      eb
        .selectFrom('ancestors')
        .select('id')
        .limit(maxAncestorsPerQuery + 1)
        .as('near'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<boolean>`coalesce(max(case when id = ${candidate} then 1 else 0 end), 0) = 1`.as('isFound'),
    ])
    .executeTakeFirstOrThrow();

type Pedigree = ReadonlyMap<string, readonly (string | null)[]>;

const pedigreeBatchSize = 2000;

/** Reads the parents of all animals of the farm, since a very large pedigree contains most of them anyway. */
async function readPedigree(tx: Tx, farmId: FarmId): Promise<Pedigree> {
  const parents = new Map<string, readonly (string | null)[]>();
  const animals = tx.selectFrom('animals').select(['id', 'mother_id', 'father_id']).where('farm_id', '=', farmId);
  const read = (after: { readonly id: string } | undefined, limit: number) =>
    pageBy(animals, ['id'], { after: after && [after.id], limit }).execute();
  for await (const batch of inBatches(read, { most: pedigreeBatchSize })) {
    for (const { id, mother_id, father_id } of batch) parents.set(id, [mother_id, father_id]);
  }
  return parents;
}

async function isInPedigree(pedigree: Pedigree, { of, candidate }: { of: string; candidate: string }): Promise<boolean> {
  const ancestors = new Set([of]);
  let visited = 0;
  // A Set iterator also visits the elements added during the iteration.
  for (const id of ancestors) {
    if (id === candidate) return true;
    for (const parent of pedigree.get(id) ?? []) if (parent !== null) ancestors.add(parent);
    visited += 1;
  }
  return false;
}

/** Which ids were of deleted animals of other farms: they may stand on what these have printed and shared. */
export async function listAnimalsGoneElsewhere(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<string[]> {
  const gone = await tx
    .selectFrom('gone')
    .select('id')
    .where('kind', '=', sql.lit('animal'))
    .where('id', 'in', ids)
    .where('farm_id', '!=', farmId)
    .execute();
  return toIds(gone);
}

/** Resolves with undefined if the id is taken, or was of another farm's animal. */
export async function insertAnimal(tx: Tx, farmId: FarmId, row: NewAnimalRow): Promise<Animal | undefined> {
  const values = Object.fromEntries(newAnimalColumns.map((column) => [column, row[column]])) as unknown as NewAnimalRow;
  const animal = await tx
    .insertInto('animals')
    .values({ ...values, farm_id: farmId, revision: revisionOf(tx, farmId) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(contractColumns)
    .executeTakeFirst();
  // Asked afterwards: the insert waits for a farm that is deleting its animal with this id.
  if (!animal || (await listAnimalsGoneElsewhere(tx, farmId, [row.id])).length === 0) return animal;
  await tx.deleteFrom('animals').where('farm_id', '=', farmId).where('id', '=', row.id).execute();
  return undefined;
}

const newAnimalColumns = [
  'id',
  ...columnsOf(animalFields),
  'import_id',
  'create_digest',
  'version',
  'created_at',
  'updated_at',
] as const;

export async function updateAnimal(tx: Tx, farmId: FarmId, id: string, columns: AnimalColumns, now: string): Promise<void> {
  await tx
    .updateTable('animals')
    .set(columns)
    .set((eb) => ({ version: eb('version', '+', 1), revision: revisionOf(tx, farmId), updated_at: now }))
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();
}

export async function clearParent(
  tx: Tx,
  farmId: FarmId,
  parentId: string,
  now: string,
  onCleared: (role: ParentRole, childIds: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const role of parentRoles) {
    await inChunks(tx, async (rows) => {
      const children = await tx
        .updateTable('animals')
        .set((eb) => ({
          [parentColumns[role]]: null,
          version: eb('version', '+', 1),
          revision: revisionOf(tx, farmId),
          updated_at: now,
        }))
        .where('farm_id', '=', farmId)
        .where(isOneOf(tx, 'id', childrenOf(tx, farmId, parentId, role).limit(rows)))
        .returning('id')
        .execute();
      await onCleared(role, toIds(children));
      return BigInt(children.length);
    });
  }
}

/** Deletes in chunks, because the cascade of the foreign key would delete all of them in one statement. */
export const deleteImportChanges = (tx: Tx, farmId: FarmId, animalId: string): Promise<void> =>
  inChunks(tx, async (most) => {
    const ofAnimal = tx
      .selectFrom('import_changes')
      .select('import_id')
      .where('farm_id', '=', farmId)
      .where('animal_id', '=', animalId);
    const { numDeletedRows } = await tx
      .deleteFrom('import_changes')
      .where('farm_id', '=', farmId)
      .where('animal_id', '=', animalId)
      .where(isOneOf(tx, 'import_id', ofAnimal.limit(most)))
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });

const fieldColumns = aliasesOf(animalFields);

/** Resolves with the deleted fields. An animal must come before its parents. */
export async function deleteAnimalRows(
  tx: Tx,
  farmId: FarmId,
  ids: readonly string[],
): Promise<(AnimalRecord & { id: string })[]> {
  await deleteStates(tx, farmId, ids);
  for (const table of ['listing_details', 'listing_photos'] as const)
    await tx.deleteFrom(table).where('farm_id', '=', farmId).where('animal_id', 'in', ids).execute();
  return tx
    .deleteFrom('animals')
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .returning(['id', ...fieldColumns])
    .execute();
}

export const listAnimalRecords = (tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<(AnimalRecord & { id: string })[]> =>
  tx
    .selectFrom('animals')
    .select(['id', ...fieldColumns])
    .where('farm_id', '=', farmId)
    .where('id', 'in', ids)
    .execute();
