import { sql } from 'kysely';
import type { Engine } from '#server/db/engines/connect.ts';
import { allowLongStatements, inFarmTransaction, type Tx } from '#server/db/transaction.ts';
import { foldStates } from '#server/journal/animal-states.ts';
import { buildCheckup } from './build-checkup.ts';
import type { TestServer, Person } from './engines.ts';

export interface LargeFarmSizes {
  readonly chain: number;
  readonly children: number;
  readonly checkups: number;
  readonly breedings: number;
}

export interface LargeFarm {
  readonly eldest: string;
  readonly youngest: string;
  readonly father: string;
  readonly checked: string;
  readonly pair: { readonly motherId: string; readonly fatherId: string };
  readonly young: string;
  readonly plain: string;
}

const alike = '2026-01-01T00:00:00.000Z';

/**
 * Writes directly to the database what makes graphs and lists expensive: a chain of ancestors, a parent with very many children, an animal
 * with most of the records. All rows have the same tag, day and moment.
 */
export async function seedLargeFarm({ db, engine }: TestServer, person: Person, sizes: LargeFarmSizes): Promise<LargeFarm> {
  const farm = await db.transaction().execute(async (tx) => {
    await allowLongStatements(tx);
    const filled = await fill(tx, engine, person, sizes);
    if (engine === 'postgres') await sql`analyze`.execute(tx);
    return filled;
  });
  await inFarmTransaction(db, person.farmId, (tx) => foldStates(tx, person.farmId, [farm.checked]));
  return farm;
}

async function fill(db: Tx, engine: Engine, { farmId }: Person, sizes: LargeFarmSizes): Promise<LargeFarm> {
  const start = sql.lit(`${farmId.slice(-8)}-0000-7000-8000-`);
  const id = (kind: number, number: unknown) => {
    const value = sql`(${sql.lit(kind)} * 16777216 + ${number})`;
    return engine === 'sqlite'
      ? sql`${start} || printf('%012x', ${value})`
      : sql`${start} || lpad(to_hex(cast(${value} as bigint)), 12, '0')`;
  };
  const idText = (kind: number, number: number): string =>
    `${farmId.slice(-8)}-0000-7000-8000-${(kind * 16_777_216 + number).toString(16).padStart(12, '0')}`;
  const numbers = (count: number) =>
    engine === 'sqlite'
      ? sql`(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${sql.lit(count)}) select n from series where n <= ${sql.lit(count)}) as numbers`
      : sql`generate_series(1, ${sql.lit(count)}) as numbers(n)`;
  const n = sql.ref('n');
  const farm = sql.lit(farmId);

  const addAnimals = (count: number, kind: number, sex: 'male' | 'female', mother = sql`null`, father = sql`null`) =>
    sql`insert into animals (farm_id, id, tag_number, species, sex, mother_id, father_id, status, health_status, create_digest, created_at, updated_at)
      select ${farm}, ${id(kind, n)}, 'X', 'goat', ${sql.lit(sex)}, ${mother}, ${father}, 'active', '3', '', ${sql.lit(alike)}, ${sql.lit(alike)}
      from ${numbers(count)} order by n`.execute(db);
  const checkup = (count: number) =>
    sql`insert into events (farm_id, id, kind, animal_id, day, detail, create_digest, created_at, revision)
      select ${farm}, ${id(5, n)}, 'checkup', ${idText(3, 1)}, '2026-05-01', ${sql.lit(JSON.stringify(buildCheckup()))}, '', ${sql.lit(alike)}, 1 from ${numbers(count)}`.execute(
      db,
    );
  const breeding = (count: number) =>
    sql`insert into breeding_records (farm_id, id, father_id, mother_id, breeding_date, expected_due_date, outcome, create_digest, created_at)
      select ${farm}, ${id(6, n)}, ${idText(2, 1)}, ${idText(4, 1)}, '2025-10-03', '2026-03-02', 'successful', '', ${sql.lit(alike)} from ${numbers(count)}`.execute(
      db,
    );

  await addAnimals(sizes.chain, 0, 'female', sql`case when n > 1 then ${id(0, sql`(n - 1)`)} end`);
  await addAnimals(1, 2, 'male');
  await addAnimals(sizes.children, 1, 'female', sql`null`, sql.lit(idText(2, 1)) as never);
  await addAnimals(1, 3, 'female');
  await addAnimals(1, 4, 'female');
  await addAnimals(1, 7, 'female', sql.lit(idText(4, 1)) as never, sql.lit(idText(2, 1)) as never);
  await addAnimals(1, 8, 'female');
  await checkup(sizes.checkups);
  await breeding(sizes.breedings);
  await sql`insert into breeding_offspring (farm_id, breeding_id, position, animal_id)
    select ${farm}, ${id(6, n)}, 1, ${idText(7, 1)} from ${numbers(sizes.breedings)}`.execute(db);
  const rowsOf = (table: string) => sql`(select count(*) from ${sql.table(table)} where farm_id = ${farm})`;
  await sql`update farms set animal_count = ${rowsOf('animals')}, event_count = ${rowsOf('events')} + ${rowsOf('breeding_records')}
    where id = ${farm}`.execute(db);
  return {
    eldest: idText(0, 1),
    youngest: idText(0, sizes.chain),
    father: idText(2, 1),
    checked: idText(3, 1),
    pair: { motherId: idText(4, 1), fatherId: idText(2, 1) },
    young: idText(7, 1),
    plain: idText(8, 1),
  };
}
