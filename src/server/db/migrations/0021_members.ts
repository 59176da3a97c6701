import { sql, type Kysely } from 'kysely';
import { columnTypes, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** A person may work on several farms and a farm may have several people. Until now a person belonged to the one farm they owned. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addMemberships(db, engine);
  await addPeople(db, engine);
  await addFarmToSessions(db, engine);
  for (const statement of engine === 'sqlite' ? sellersInSqlite : sellersInPostgres) await sql.raw(statement).execute(db);
  await sql`drop index users_farm`.execute(db);
  // Last, because SQLite refuses to drop a column that a view or a trigger still names.
  await db.schema.alterTable('users').dropColumn('farm_id').execute();
}

async function addMemberships(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .createTable('memberships')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('role', text, (c) => c.notNull().check(sql`role in ('owner', 'manager', 'worker', 'vet', 'viewer')`))
    .addColumn('added_by', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', text, (c) => c.notNull())
    .addColumn('ended_at', text)
    .addPrimaryKeyConstraint('memberships_pk', ['farm_id', 'user_id'])
    .modifyEnd(strict(engine))
    .execute();
  await sql`create index memberships_user on memberships (user_id, created_at, farm_id)`.execute(db);
  // The database looks for it when the account of whoever added others is deleted.
  await sql`create index memberships_added_by on memberships (added_by) where added_by is not null`.execute(db);
  await sql`insert into memberships (farm_id, user_id, role, created_at)
            select farm_id, id, 'owner', created_at from users`.execute(db);
}

/** People without an account, whom a record can name as responsible. */
async function addPeople(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  await db.schema
    .createTable('people')
    .addColumn('farm_id', text, (c) => c.notNull().references('farms.id').onDelete('cascade'))
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('people_pk', ['farm_id', 'id'])
    .modifyEnd(strict(engine))
    .execute();
}

/** A session works in one farm, of which its person must be a member. */
async function addFarmToSessions(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await db.schema.alterTable('sessions').addColumn('farm_id', columnTypes(engine).text).execute();
    await sql`update sessions set farm_id = users.farm_id from users where users.id = sessions.user_id`.execute(db);
    await sql`alter table sessions alter column farm_id set not null,
      add constraint sessions_membership foreign key (farm_id, user_id) references memberships (farm_id, user_id)
      on delete cascade`.execute(db);
    return;
  }
  // SQLite cannot add a column that may not be null, nor a constraint, to a table that exists.
  for (const statement of [
    'drop index sessions_user',
    'drop index sessions_expiry',
    'alter table sessions rename to sessions_without_farm',
    `create table sessions (
       token_hash text primary key,
       user_id text not null references users (id) on delete cascade,
       created_at text not null,
       expires_at text not null,
       has_temporary_password integer default 0 not null,
       farm_id text not null,
       constraint sessions_membership foreign key (farm_id, user_id) references memberships (farm_id, user_id) on delete cascade
     ) strict`,
    `insert into sessions (token_hash, user_id, created_at, expires_at, has_temporary_password, farm_id)
     select token_hash, user_id, sessions_without_farm.created_at, expires_at, has_temporary_password, users.farm_id
     from sessions_without_farm join users on users.id = user_id`,
    'drop table sessions_without_farm',
    'create index sessions_user on sessions (user_id)',
    'create index sessions_expiry on sessions (expires_at)',
  ]) {
    await sql.raw(statement).execute(db);
  }
}

/** What is on offer; the seller is the farm's first owner. */
const offered = (words: string): string => `view offered as
  select animals.farm_id, animals.id as animal_id, tag_number, animals.name, species, sex, breed, sale_price_cents as price_cents,
         sale_description as description, pedigree_url, image_url, farms.name as farm_name,
         (select users.email from memberships join users on users.id = memberships.user_id
          where memberships.farm_id = farms.id and memberships.role = 'owner' and memberships.ended_at is null
          order by memberships.created_at, users.id limit 1) as email,
         '  ' || replace(${words}, ' ', '  ') as words
  from animals join farms on farms.id = animals.farm_id
  where status = 'active' and for_sale and sale_price_cents is not null and not is_reference`;

/** As many listings are renamed at once; more of them by a job (market/stale-listings.ts). */
const renamedAtOnce = 200;

/** Brings the listings of farms up to date; `farms` selects their ids as `farm_id`. */
const rename = (farms: string): string => {
  const hasMore = `exists (select 1 from listings as more where more.farm_id = changed.farm_id limit 1 offset ${renamedAtOnce})`;
  return `
  update listings set farm_name = offered.farm_name, email = offered.email, words = offered.words from offered
  where listings.farm_id in (select farm_id from (${farms}) as changed where not ${hasMore})
    and offered.farm_id = listings.farm_id and offered.animal_id = listings.animal_id;
  insert into stale_listings (farm_id) select farm_id from (${farms}) as changed where ${hasMore}
    on conflict (farm_id) do update set mark = stale_listings.mark + 1;`;
};

const ownedFarms = `select farm_id from memberships where user_id = new.id and role = 'owner' and ended_at is null`;
const farmOfMember = (row: 'new' | 'old'): string => `select ${row}.farm_id as farm_id`;

const sellersInSqlite = [
  'drop view offered',
  `create ${offered(`concat_ws(' ', tag_number, animals.name, breed, farms.name)`)}`,
  'drop trigger market_seller_left',
  'drop trigger market_seller_changed',
  `create trigger market_seller_changed after update of email on users when old.email <> new.email
   begin ${rename(ownedFarms)} end`,
  `create trigger market_owner_changed after update of role, ended_at on memberships
   when 'owner' in (old.role, new.role) and (old.role <> new.role or old.ended_at is not new.ended_at) begin ${rename(farmOfMember('new'))} end`,
  `create trigger market_owner_left after delete on memberships when old.role = 'owner'
   begin ${rename(farmOfMember('old'))} end`,
];

const renamer = (name: string, farms: string): string =>
  `create or replace function ${name}() returns trigger language plpgsql as $$ begin ${rename(farms)} return null; end $$`;

const sellersInPostgres = [
  `create or replace ${offered(`plain_letters(concat_ws(' ', tag_number, animals.name, breed, farms.name))`)}`,
  'drop trigger market_seller_left on users',
  'drop function market_seller_left',
  renamer('market_seller_changed', ownedFarms),
  renamer('market_owner_changed', farmOfMember('new')),
  renamer('market_owner_left', farmOfMember('old')),
  `create trigger market_owner_changed after update of role, ended_at on memberships for each row
   when ('owner' in (old.role, new.role) and (old.role <> new.role or old.ended_at is distinct from new.ended_at))
   execute function market_owner_changed()`,
  `create trigger market_owner_left after delete on memberships for each row
   when (old.role = 'owner') execute function market_owner_left()`,
];
