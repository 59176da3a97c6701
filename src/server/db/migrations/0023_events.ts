import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';
import { tombstoneTriggers } from './0022_changes.ts';

/**
 * What happened to an animal is an event of one table; what is true now is computed from the events and stored beside the animal. Checkups were
 * a table of their own, and the weights at birth and weaning only fields of the animal.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addEvents(db, engine);
  await addDerivedTables(db, engine);
  await addPlacesGroupsAndProducts(db, engine);
  await sql`alter table animals add column castrated_on text check (length(castrated_on) = 10)`.execute(db);
  for (const statement of engine === 'sqlite' ? checkupsInSqlite : checkupsInPostgres) await sql.raw(statement).execute(db);
  for (const statement of engine === 'sqlite' ? weighingsInSqlite : weighingsInPostgres) await sql.raw(statement).execute(db);
  await db.schema.dropTable('health_records').execute();
  for (const statement of engine === 'sqlite' ? countersInSqlite : countersInPostgres) await sql.raw(statement).execute(db);
  for (const statement of tombstoneTriggers(engine, 'events', 'event')) await sql.raw(statement).execute(db);
  await sql`update farm_sizes set events = (select count(*) from events where farm_id = farm_sizes.farm_id)
    + (select count(*) from breeding_records where farm_id = farm_sizes.farm_id)`.execute(db);
}

async function addEvents(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  await db.schema
    .createTable('events')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull().unique())
    .addColumn('kind', text, (c) => c.notNull().check(sql`length(kind) <= 40`))
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull().check(sql`length(day) = 10`))
    .addColumn('time', text, (c) => c.check(sql`length(time) = 5`))
    .addColumn('note', text, (c) => c.check(sql`length(note) <= 2000`))
    .addColumn('responsible', text, (c) => c.check(sql`length(responsible) <= 100`))
    .addColumn('detail', text, (c) => c.notNull().check(sql`detail like '{%}'`))
    // A part of the detail as a column, since the clean-up asks for each picture whether an event shows it.
    .addColumn('photo', text)
    .addColumn('import_id', text)
    .addColumn('by_user', text)
    .addColumn('create_digest', text, (c) => c.notNull())
    .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
    .addColumn('replaces_id', text)
    .addColumn('voided_at', text)
    .addColumn('voided_by', text)
    .addColumn('void_reason', text, (c) => c.check(sql`length(void_reason) <= 500`))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('revision', revisionType(engine), (c) => c.notNull())
    .addPrimaryKeyConstraint('events_pk', ['farm_id', 'id'])
    .addForeignKeyConstraint('events_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(strict(engine))
    .execute();
  for (const statement of [
    'create index events_animals on events (farm_id, animal_id, day, created_at, id)',
    'create index events_order on events (farm_id, day, created_at, id)',
    'create index events_kinds on events (farm_id, kind, day, created_at, id)',
    'create index events_imports on events (farm_id, import_id, id) where import_id is not null',
    'create index events_pictures on events (farm_id, photo) where photo is not null',
    'create index events_revision on events (farm_id, revision, id)',
  ]) {
    await sql.raw(statement).execute(db);
  }
}

/** A revision counts milliseconds, for which PostgreSQL's integer is too small. */
const revisionType = (engine: Engine) => (engine === 'postgres' ? 'bigint' : 'integer');

/** Tables whose rows are computed from events. */
async function addDerivedTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  const end = strict(engine);
  await db.schema
    .createTable('measures')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('event_id', text, (c) => c.notNull())
    .addColumn('n', integer, (c) => c.notNull())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('trait', text, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('value', integer, (c) => c.notNull())
    .addColumn('entered_value', text)
    .addColumn('entered_unit', text)
    .addColumn('method', text)
    .addPrimaryKeyConstraint('measures_pk', ['farm_id', 'event_id', 'n'])
    .addForeignKeyConstraint('measures_event', ['farm_id', 'event_id'], 'events', ['farm_id', 'id'], (c) => c.onDelete('cascade'))
    .modifyEnd(end)
    .execute();
  await sql`create index measures_animals on measures (farm_id, trait, animal_id, day)`.execute(db);

  await db.schema
    .createTable('withdrawals')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('event_id', text, (c) => c.notNull())
    .addColumn('product', text, (c) => c.notNull())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('clear_on', text, (c) => c.check(sql`length(clear_on) = 10`))
    .addPrimaryKeyConstraint('withdrawals_pk', ['farm_id', 'event_id', 'product'])
    .addForeignKeyConstraint('withdrawals_event', ['farm_id', 'event_id'], 'events', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(end)
    .execute();
  // An open course has no end yet and sorts after every day.
  await sql`create index withdrawals_open on withdrawals (farm_id, (coalesce(clear_on, '9')), animal_id)`.execute(db);

  await db.schema
    .createTable('animal_states')
    .addColumn('farm_id', text, (c) => c.notNull())
    .addColumn('animal_id', text, (c) => c.notNull())
    .addColumn('form', integer, (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull().check(sql`state like '{%}'`))
    .addColumn('revision', revisionType(engine), (c) => c.notNull())
    .addPrimaryKeyConstraint('animal_states_pk', ['farm_id', 'animal_id'])
    .addForeignKeyConstraint('animal_states_animal', ['farm_id', 'animal_id'], 'animals', ['farm_id', 'id'], (c) =>
      c.onDelete('cascade'),
    )
    .modifyEnd(end)
    .execute();
  await sql`create index animal_states_revision on animal_states (farm_id, revision, animal_id)`.execute(db);
}

/** What events name by id. */
async function addPlacesGroupsAndProducts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, integer } = columnTypes(engine);
  const named = (table: 'places' | 'groups' | 'products') =>
    db.schema
      .createTable(table)
      .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
      .addColumn('id', text, (c) => c.notNull().unique())
      .addColumn('name', text, (c) => c.notNull().check(sql`length(name) between 1 and 100`))
      .addColumn('note', text, (c) => c.check(sql`length(note) <= 2000`))
      .addColumn('create_digest', text, (c) => c.notNull())
      .addColumn('version', integer, (c) => c.notNull().defaultTo(1))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('archived_at', text)
      .addColumn('revision', revisionType(engine), (c) => c.notNull())
      .addPrimaryKeyConstraint(`${table}_pk`, ['farm_id', 'id'])
      .modifyEnd(strict(engine));
  await named('places')
    .addColumn('area_square_metres', integer, (c) => c.check(sql`area_square_metres > 0`))
    .addColumn('rest_days', integer, (c) => c.check(sql`rest_days between 0 and 1000`))
    .execute();
  await named('groups').execute();
  await named('products')
    .addColumn('kind', text, (c) => c.notNull().check(sql`length(kind) <= 40`))
    .addColumn('unit', text, (c) => c.check(sql`length(unit) <= 20`))
    // JSON: days of withdrawal by species and product, with where the farmer has them from.
    .addColumn('withdrawals', text, (c) => c.notNull().check(sql`withdrawals like '[%]'`))
    .execute();
  for (const [table, kind] of [
    ['places', 'place'],
    ['groups', 'group'],
    ['products', 'product'],
  ] as const) {
    await sql.raw(`create index ${table}_revision on ${table} (farm_id, revision, id)`).execute(db);
    for (const statement of tombstoneTriggers(engine, table, kind)) await sql.raw(statement).execute(db);
  }
}

const eventColumns = 'farm_id, id, kind, animal_id, day, detail, import_id, create_digest, created_at, revision';
const revision = '(select revision from farms where farms.id = farm_id)';

/** Grams in the pounds that were typed, as the list of health records shows them. */
const pounds = 'round(weight_grams / cast(4.5359237 as double precision)) / cast(100 as double precision)';

const addWeightsOfCheckups = (
  enteredPounds: string,
): string => `insert into measures (farm_id, event_id, n, animal_id, trait, day, value, entered_value, entered_unit)
  select farm_id, id, 0, animal_id, 'weight', date, weight_grams, ${enteredPounds}, 'lb'
  from health_records where weight_grams is not null`;

const checkupsInSqlite = [
  `insert into events (${eventColumns})
   select farm_id, id, 'checkup', animal_id, date,
     json_object('recordType', record_type, 'healthStatus', health_status, 'description', description, 'weightLbs', ${pounds},
       'veterinarian', veterinarian, 'medication', medication, 'dosage', dosage, 'nextDueDate', next_due_date, 'notes', notes,
       'cdnt', json(iif(cdnt, 'true', 'false')), 'hoofsTrimmed', json(iif(hoofs_trimmed, 'true', 'false')),
       'dewormed', json(iif(dewormed, 'true', 'false'))),
     import_id, create_digest, created_at, ${revision}
   from health_records`,
  addWeightsOfCheckups(`rtrim(rtrim(printf('%.2f', ${pounds}), '0'), '.')`),
];

const checkupsInPostgres = [
  `insert into events (${eventColumns})
   select farm_id, id, 'checkup', animal_id, date,
     row_to_json((select detail from (select record_type as "recordType", health_status as "healthStatus", description,
       ${pounds} as "weightLbs", veterinarian, medication, dosage, next_due_date as "nextDueDate", notes, cdnt,
       hoofs_trimmed as "hoofsTrimmed", dewormed) as detail))::text,
     import_id, create_digest, created_at, ${revision}
   from health_records`,
  addWeightsOfCheckups(`cast(${pounds} as text)`),
];

/** The weights that an animal's own fields stand for, where the day is known. */
const weighings = (id: string, dayAfterBirth: string): string[] => {
  const weighing = (occasion: string, weight: string, day: string, known: string): string =>
    `insert into events (${eventColumns})
     select farm_id, ${id}, 'weighing', animals.id, ${day}, '{"weightGrams":' || ${weight} || ',"occasion":"${occasion}"}',
       import_id, 'animal', created_at, ${revision}
     from animals where ${known} and ${weight} is not null`;
  return [
    weighing('birth', 'birth_weight_grams', 'birth_date', 'birth_date is not null'),
    weighing('weaning', 'weaning_weight_grams', dayAfterBirth, 'birth_date is not null and weaning_age_days is not null'),
    `insert into measures (farm_id, event_id, n, animal_id, trait, day, value, entered_unit)
     select events.farm_id, events.id, 0, animal_id, 'weight', day,
       case when events.detail like '%"birth"}' then birth_weight_grams else weaning_weight_grams end, 'g'
     from events join animals on animals.farm_id = events.farm_id and animals.id = animal_id
     where kind = 'weighing'`,
  ];
};

const weighingsInSqlite = weighings(
  `lower(substr(hex(randomblob(4)), 1, 8) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8'
     || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  `date(birth_date, '+' || weaning_age_days || ' days')`,
);
const weighingsInPostgres = weighings('gen_random_uuid()::text', `to_char(birth_date::date + weaning_age_days, 'YYYY-MM-DD')`);

const addSizes = 'on conflict (farm_id) do update set events = farm_sizes.events + excluded.events';

const countersInSqlite = [
  `create trigger events_counted_up after insert on events begin
     insert into farm_sizes (farm_id, events) values (new.farm_id, 1) ${addSizes};
   end`,
  `create trigger events_counted_down after delete on events begin
     update farm_sizes set events = events - 1 where farm_id = old.farm_id;
   end`,
];

/** By statement: a row that is updated once for each of 100,000 others in one transaction is found more slowly each time. */
const countersInPostgres = [
  'drop function health_records_counted_up',
  'drop function health_records_counted_down',
  `create function events_counted_up() returns trigger language plpgsql as $$ begin
     insert into farm_sizes (farm_id, events) select farm_id, count(*) from added group by farm_id ${addSizes};
     return null;
   end $$`,
  `create function events_counted_down() returns trigger language plpgsql as $$ begin
     update farm_sizes set events = events - gone.rows
     from (select farm_id, count(*) as rows from removed group by farm_id) as gone where farm_sizes.farm_id = gone.farm_id;
     return null;
   end $$`,
  `create trigger events_counted_up after insert on events referencing new table as added
     for each statement execute function events_counted_up()`,
  `create trigger events_counted_down after delete on events referencing old table as removed
     for each statement execute function events_counted_down()`,
];
