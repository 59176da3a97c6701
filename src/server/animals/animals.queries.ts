import { sql, type ExpressionBuilder, type Selectable, type Updateable } from 'kysely';
import { Animal } from '#contract/animals.ts';
import type { Kin, ParentRole } from '#domain/parentage.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asJson, noRows, type JsonRows } from '#server/db/json-rows.ts';
import { prepare } from '#server/db/prepared.ts';
import { animalColumns } from '#server/db/record-columns.ts';
import type { Database } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { beforeAll, placeOf, type Place, type Slice } from '#server/http/pages.ts';

type Row = Database['animals'];
type AnimalsBuilder = ExpressionBuilder<Database, 'animals'>;
/** A new animal with every column; the farm comes from the session. */
export type NewAnimalRow = Omit<Selectable<Row>, 'farm_id'>;
export type AnimalColumns = Omit<Updateable<Row>, 'farm_id' | 'id'>;

const parentColumns = { mother: 'mother_id', father: 'father_id' } as const satisfies Record<ParentRole, keyof Row>;

/** An animal in the contract's shape. */
const contractColumns = (eb: AnimalsBuilder) =>
  [
    ...animalColumns,
    'image_url as imageUrl',
    dollars(eb).as('salePrice'),
    dollars(eb).as('forSalePrice'),
    'version',
    'created_at as createdAt',
    'updated_at as updatedAt',
  ] as const;

/** The same double in both engines and in JavaScript: cents / 100, correctly rounded. */
const dollars = (eb: AnimalsBuilder) =>
  sql<number | null>`cast(${eb.ref('sale_price_cents')} as double precision) / cast(100 as double precision)`;

/** Newest first. */
export async function writeAnimals(
  db: Db | Tx,
  farmId: FarmId,
  { isReference, limit, cursor }: Slice & { readonly isReference: boolean },
): Promise<JsonRows> {
  const [rows = noRows] = await listOf(db, { farmId, isReference, limit, ...(placeOf(cursor) ?? beforeAll) });
  return rows;
}

const listOf = prepare(
  (db, { farmId, isReference, limit, createdAt, id }: Place & { farmId: FarmId; isReference: boolean; limit: number }) =>
    asJson(
      db,
      db
        .selectFrom('animals')
        .select(contractColumns)
        .where('farm_id', '=', farmId)
        .where('is_reference', '=', isReference)
        .where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(createdAt, id)))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit),
      Animal,
      ['createdAt', 'id'],
    ),
);

export async function findAnimal(db: Db | Tx, farmId: FarmId, id: string): Promise<Animal | undefined> {
  const [animal] = await findById(db, { farmId, id });
  return animal;
}

const findById = prepare((db, { farmId, id }: { farmId: FarmId; id: string }) =>
  db.selectFrom('animals').select(contractColumns).where('farm_id', '=', farmId).where('id', '=', id),
);

/** The animals that count against the cap. */
export async function countActive(tx: Tx, farmId: FarmId): Promise<number> {
  const [animals] = await countOf(tx, { farmId });
  return animals?.active ?? 0;
}

const countOf = prepare((db, { farmId }: { farmId: FarmId }) =>
  db
    .selectFrom('animals')
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .where('farm_id', '=', farmId)
    .where('is_reference', '=', false)
    .where('status', '=', 'active'),
);

const kinColumns = ['sex', 'species', 'birth_date as birthDate', 'birth_year as birthYear'] as const;

export function findKin(tx: Tx, farmId: FarmId, id: string): Promise<Kin | undefined> {
  return tx.selectFrom('animals').select(kinColumns).where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();
}

export function listChildren(
  tx: Tx,
  farmId: FarmId,
  parentId: string,
): Promise<(Kin & Record<`${ParentRole}Id`, string | null>)[]> {
  return tx
    .selectFrom('animals')
    .select([...kinColumns, 'mother_id as motherId', 'father_id as fatherId'])
    .where('farm_id', '=', farmId)
    .where((eb) => eb.or([eb('mother_id', '=', parentId), eb('father_id', '=', parentId)]))
    .execute();
}

/** True for the animal itself too. Each ancestor is visited once, so the walk ends however deep the pedigree is. */
export async function isSelfOrAncestor(
  tx: Tx,
  farmId: FarmId,
  { of, candidate }: { of: string; candidate: string },
): Promise<boolean> {
  const found = await tx
    .withRecursive('ancestors', (db) =>
      db
        .selectFrom('animals')
        .select(['id', 'mother_id', 'father_id'])
        .where('farm_id', '=', farmId)
        .where('id', '=', of)
        .union(
          db
            .selectFrom('ancestors')
            .innerJoin('animals as parents', (join) =>
              join.on((eb) => eb('parents.id', 'in', [eb.ref('ancestors.mother_id'), eb.ref('ancestors.father_id')])),
            )
            .select(['parents.id', 'parents.mother_id', 'parents.father_id'])
            .where('parents.farm_id', '=', farmId),
        ),
    )
    .selectFrom('ancestors')
    .select('id')
    .where('id', '=', candidate)
    .executeTakeFirst();
  return found !== undefined;
}

/** The animal as it is now; `undefined` when the id is taken, which then is another farm's animal. */
export async function insertAnimal(tx: Tx, farmId: FarmId, row: NewAnimalRow): Promise<Animal | undefined> {
  const [inserted] = await insertOne(tx, { ...row, farm_id: farmId });
  return inserted;
}

const insertOne = prepare((db, row: Selectable<Row>) =>
  db
    .insertInto('animals')
    .values({
      farm_id: row.farm_id,
      id: row.id,
      tag_number: row.tag_number,
      name: row.name,
      species: row.species,
      sex: row.sex,
      birth_date: row.birth_date,
      birth_year: row.birth_year,
      breed: row.breed,
      color: row.color,
      mother_id: row.mother_id,
      father_id: row.father_id,
      pedigree_url: row.pedigree_url,
      vaccinated: row.vaccinated,
      image_url: row.image_url,
      notes: row.notes,
      status: row.status,
      health_status: row.health_status,
      for_sale: row.for_sale,
      sale_price_cents: row.sale_price_cents,
      sale_description: row.sale_description,
      birth_weight_grams: row.birth_weight_grams,
      weaning_weight_grams: row.weaning_weight_grams,
      weaning_age_days: row.weaning_age_days,
      is_reference: row.is_reference,
      import_id: row.import_id,
      create_digest: row.create_digest,
      version: row.version,
      created_at: row.created_at,
      updated_at: row.updated_at,
    } satisfies Selectable<Row>)
    .onConflict((conflict) => conflict.doNothing())
    .returning(contractColumns),
);

/** Writes only these columns and counts the change. */
export async function updateAnimal(tx: Tx, farmId: FarmId, id: string, columns: AnimalColumns, now: string): Promise<void> {
  await tx
    .updateTable('animals')
    .set(columns)
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();
}

/** The children keep their row, without this parent. */
export async function clearFromChildren(tx: Tx, farmId: FarmId, parentIds: readonly string[], now: string): Promise<void> {
  for (const column of Object.values(parentColumns)) {
    await tx
      .updateTable('animals')
      .set((eb) => ({ [column]: null, version: eb('version', '+', 1), updated_at: now }))
      .where('farm_id', '=', farmId)
      .where(column, 'in', parentIds)
      .execute();
  }
}

/** How many there were. */
export async function deleteAnimals(tx: Tx, farmId: FarmId, ids: readonly string[]): Promise<number> {
  const deleted = await tx.deleteFrom('animals').where('farm_id', '=', farmId).where('id', 'in', ids).returning('id').execute();
  return deleted.length;
}
