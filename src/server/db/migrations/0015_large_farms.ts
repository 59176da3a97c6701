import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** What keeps a farm with very many rows from being felt by others: it is counted, written and deleted in small pieces. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await countRows(db, engine);
  await markStaleListings(db, engine);
  await addDeletedFarms(db, engine);
  await repairMoments(db, engine);
  if (engine === 'sqlite') await addUndoLog(db);
  await addIndexes(db);
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  // Whether a parent of tens of thousands is older than all of them is found in the index: the last day each can have been born.
  for (const parent of ['mother', 'father']) {
    await sql.raw(`drop index animals_${parent}s`).execute(db);
    await sql
      .raw(
        `create index animals_${parent}s on animals
         (farm_id, ${parent}_id, (coalesce(birth_date, cast(birth_year as text) || '-12-31')))`,
      )
      .execute(db);
  }
  // The records that name a young are gone through piece by piece.
  await sql`drop index breeding_offspring_animals`.execute(db);
  await sql`create index breeding_offspring_animals on breeding_offspring (farm_id, animal_id, breeding_id)`.execute(db);
  // The clean-up asks for each picture whether an animal shows it.
  await sql`create index animals_pictures on animals (farm_id, image_url) where image_url is not null`.execute(db);
}

/**
 * How many rows a farm has, which its plan limits: counting them anew at each insert would take longer than the insert. `kept` are its
 * animals without the parents that it does not keep, `active` those of them that are neither sold nor dead.
 */
async function countRows(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('farm_sizes')
    .addColumn('farm_id', text, (c) => c.primaryKey().references('farms.id').onDelete('cascade'))
    .addColumn('animals', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('kept', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('active', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('events', integer, (c) => c.notNull().defaultTo(0))
    .modifyEnd(strict(engine))
    .execute();
  // A farm without rows needs none here.
  await sql`insert into farm_sizes (farm_id, animals, kept, active, events) select id,
    (select count(*) from animals where farm_id = farms.id),
    (select count(*) from animals where farm_id = farms.id and not is_reference),
    (select count(*) from animals where farm_id = farms.id and not is_reference and status = 'active'),
    (select count(*) from health_records where farm_id = farms.id) + (select count(*) from breeding_records where farm_id = farms.id)
    from farms`.execute(db);
  const counters = engine === 'sqlite' ? countersInSqlite : countersInPostgres;
  for (const statement of counters) await sql.raw(statement).execute(db);
}

const addSizes = (columns: readonly string[]): string =>
  `on conflict (farm_id) do update set ${columns.map((column) => `${column} = farm_sizes.${column} + excluded.${column}`).join(', ')}`;

const eventTables = ['health_records', 'breeding_records'] as const;

const isActive = (row: string): string => `(not ${row}.is_reference and ${row}.status = 'active')`;

const countersInSqlite = [
  `create trigger animals_counted_up after insert on animals begin
     insert into farm_sizes (farm_id, animals, kept, active) values (new.farm_id, 1, not new.is_reference, ${isActive('new')})
       ${addSizes(['animals', 'kept', 'active'])};
   end`,
  `create trigger animals_counted_down after delete on animals begin
     update farm_sizes set animals = animals - 1, kept = kept - not old.is_reference, active = active - ${isActive('old')}
       where farm_id = old.farm_id;
   end`,
  `create trigger animals_counted_anew after update of is_reference, status on animals
   when new.is_reference <> old.is_reference or new.status <> old.status begin
     update farm_sizes set kept = kept + old.is_reference - new.is_reference,
       active = active + ${isActive('new')} - ${isActive('old')} where farm_id = new.farm_id;
   end`,
  ...eventTables.flatMap((table) => [
    `create trigger ${table}_counted_up after insert on ${table} begin
       insert into farm_sizes (farm_id, events) values (new.farm_id, 1) ${addSizes(['events'])};
     end`,
    `create trigger ${table}_counted_down after delete on ${table} begin
       update farm_sizes set events = events - 1 where farm_id = old.farm_id;
     end`,
  ]),
];

/** What rows of animals add to each column. */
const animalCounts = (rows: string, sign: '' | '-'): string =>
  `select farm_id, ${sign}count(*) as animals, ${sign}count(*) filter (where not is_reference) as kept,
     ${sign}count(*) filter (where ${isActive(rows)}) as active from ${rows} group by farm_id`;

/**
 * By statement: a row that is updated once for each of 100,000 others in one transaction is found more slowly each time. Such a trigger
 * cannot name columns, so every update of animals is looked at, and most add nothing.
 */
const countersInPostgres = [
  `create function animals_counted_up() returns trigger language plpgsql as $$ begin
     insert into farm_sizes (farm_id, animals, kept, active) ${animalCounts('added', '')} ${addSizes(['animals', 'kept', 'active'])};
     return null;
   end $$`,
  `create function animals_counted_down() returns trigger language plpgsql as $$ begin
     update farm_sizes set animals = farm_sizes.animals + gone.animals, kept = farm_sizes.kept + gone.kept,
       active = farm_sizes.active + gone.active
     from (${animalCounts('removed', '-')}) as gone where farm_sizes.farm_id = gone.farm_id;
     return null;
   end $$`,
  `create function animals_counted_anew() returns trigger language plpgsql as $$ begin
     update farm_sizes set kept = farm_sizes.kept + changed.kept, active = farm_sizes.active + changed.active
     from (select farm_id, sum(kept) as kept, sum(active) as active
           from (${animalCounts('added', '')} union all ${animalCounts('removed', '-')}) as rows group by farm_id) as changed
     where farm_sizes.farm_id = changed.farm_id and (changed.kept <> 0 or changed.active <> 0);
     return null;
   end $$`,
  statementTrigger('animals', 'counted_up', 'insert', 'new table as added'),
  statementTrigger('animals', 'counted_down', 'delete', 'old table as removed'),
  statementTrigger('animals', 'counted_anew', 'update', 'old table as removed new table as added'),
  ...eventTables.flatMap((table) => [
    `create function ${table}_counted_up() returns trigger language plpgsql as $$ begin
       insert into farm_sizes (farm_id, events) select farm_id, count(*) from added group by farm_id ${addSizes(['events'])};
       return null;
     end $$`,
    `create function ${table}_counted_down() returns trigger language plpgsql as $$ begin
       update farm_sizes set events = events - gone.rows
       from (select farm_id, count(*) as rows from removed group by farm_id) as gone where farm_sizes.farm_id = gone.farm_id;
       return null;
     end $$`,
    statementTrigger(table, 'counted_up', 'insert', 'new table as added'),
    statementTrigger(table, 'counted_down', 'delete', 'old table as removed'),
  ]),
];

function statementTrigger(table: string, name: string, event: string, referencing: string): string {
  return `create trigger ${table}_${name} after ${event} on ${table} referencing ${referencing}
    for each statement execute function ${table}_${name}()`;
}

/** As many listings are renamed with their farm at once; more of them by a job (market/stale-listings.ts). */
const renamedAtOnce = 200;

/**
 * A listing repeats the name of its farm and the address of its seller. Where a farm has very many, renaming them is left to a job:
 * `mark` changes with each renaming, so that the job sees whether there was another one meanwhile.
 */
async function markStaleListings(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('stale_listings')
    .addColumn('farm_id', text, (c) => c.primaryKey())
    .addColumn('mark', integer, (c) => c.notNull().defaultTo(1))
    .modifyEnd(strict(engine))
    .execute();
  const statements = engine === 'sqlite' ? renamersInSqlite : renamersInPostgres;
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const rename = (farm: string): string => {
  const isMore = `exists (select 1 from listings where farm_id = ${farm} limit 1 offset ${renamedAtOnce})`;
  return `
  update listings set farm_name = offered.farm_name, email = offered.email, words = offered.words from offered
  where not ${isMore}
    and listings.farm_id = ${farm} and offered.farm_id = listings.farm_id and offered.animal_id = listings.animal_id;
  insert into stale_listings (farm_id) select ${farm} where ${isMore}
    on conflict (farm_id) do update set mark = stale_listings.mark + 1;`;
};

const renamers = [
  ['market_farm_renamed', 'new.id'],
  ['market_seller_changed', 'new.farm_id'],
  ['market_seller_left', 'old.farm_id'],
] as const;

const renamersInSqlite = [
  ...renamers.map(([name]) => `drop trigger ${name}`),
  `create trigger market_farm_renamed after update of name on farms when old.name is not new.name begin ${rename('new.id')} end`,
  `create trigger market_seller_changed after update of email on users when old.email <> new.email
   begin ${rename('new.farm_id')} end`,
  `create trigger market_seller_left after delete on users begin ${rename('old.farm_id')} end`,
];

// The triggers stay; only what they do is another.
const renamersInPostgres = renamers.map(
  ([name, farm]) =>
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${rename(farm)} return null; end $$`,
);

/** A farm whose people are gone, until a job has removed its rows. */
async function addDeletedFarms(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema.alterTable('farms').addColumn('deleted_at', text).execute();
  await sql`create index farms_deleted on farms (deleted_at) where deleted_at is not null`.execute(db);
}

/**
 * Archives of other programs could bring moments in forms, or from times, that the lists of a farm cannot page through, and a name
 * for the farm that its form does not take.
 */
async function repairMoments(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const columns = [
    ['animals', 'created_at'],
    ['animals', 'updated_at'],
    ['health_records', 'created_at'],
    ['breeding_records', 'created_at'],
  ] as const;
  for (const [table, column] of columns) {
    const [ours, plain, now] =
      engine === 'sqlite'
        ? [
            `${column} glob '[12][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9]Z'`,
            `strftime('%Y-%m-%dT%H:%M:%fZ', ${column})`,
            `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
          ]
        : [
            String.raw`${column} ~ '^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'`,
            `to_char(${column}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
            `to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
          ];
    const tomorrow =
      engine === 'sqlite' ? `strftime('%Y-%m-%d', 'now', '+2 days')` : `to_char(now() + interval '2 days', 'YYYY-MM-DD')`;
    await sql
      .raw(
        `update ${table} set ${column} = case when ${plain} < '1980' then '1980-01-01T00:00:00.000Z'
           when ${plain} < ${tomorrow} then ${plain} else ${now} end
         where not (${ours}) or ${column} < '1980' or ${column} >= ${tomorrow}`,
      )
      .execute(db);
  }
  await sql`update farms set name = substr(name, 1, 100) where length(name) > 100`.execute(db);
}

/** Long transactions of SQLite that have not ended, and how to undo each of their changes (db/undo-log.ts). */
async function addUndoLog(db: Kysely<unknown>): Promise<void> {
  await sql`create table long_transactions (id integer primary key autoincrement, held_farm text not null) strict`.execute(db);
  await sql`create table undo_log (position integer primary key, transaction_id integer not null, slice integer not null,
    statement text not null) strict`.execute(db);
  await sql`create index undo_log_slices on undo_log (transaction_id, slice)`.execute(db);
}
