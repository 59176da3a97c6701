import { sql, type Kysely } from 'kysely';
import { columnTypes, no, strict } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** Where a farm says it is, and what the marketplace is filtered and sorted by. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, boolean } = columnTypes(engine);
  const degrees = engine === 'postgres' ? sql`double precision` : sql`real`;
  await db.schema
    .createTable('storefronts')
    .addColumn('farm_id', text, (c) => c.primaryKey().notNull().references('farms.id').onDelete('cascade'))
    .addColumn('place_name', text)
    // Rounded as coarsely as the farm wishes: nothing more exact is stored.
    .addColumn('place_precision', text)
    .addColumn('latitude', degrees, (c) => c.check(sql`latitude between -90 and 90`))
    .addColumn('longitude', degrees, (c) => c.check(sql`longitude between -180 and 180`))
    .addCheckConstraint(
      'storefronts_place',
      sql`(latitude is null) = (longitude is null) and (latitude is null) = (place_precision is null)`,
    )
    .modifyEnd(strict(engine))
    .execute();

  const listings = db.schema.alterTable('listings');
  await listings.addColumn('birth_date', text).execute();
  await listings.addColumn('is_registered', boolean, (c) => c.notNull().defaultTo(no(engine))).execute();
  await listings.addColumn('latitude', degrees).execute();
  await listings.addColumn('longitude', degrees).execute();

  for (const statement of engine === 'sqlite' ? inSqlite : inPostgres) await sql.raw(statement).execute(db);
  await sql
    .raw(
      `update listings set birth_date = offered.birth_date, is_registered = offered.is_registered from offered
       where offered.farm_id = listings.farm_id and offered.animal_id = listings.animal_id`,
    )
    .execute(db);
}

const offered = (words: string): string => `view offered as
  select animals.farm_id, animals.id as animal_id, tag_number, animals.name, species, sex, breed, sale_price_cents as price_cents,
         sale_description as description, pedigree_url, image_url, farms.name as farm_name,
         (select users.email from memberships join users on users.id = memberships.user_id
          where memberships.farm_id = farms.id and memberships.role = 'owner' and memberships.ended_at is null
          order by memberships.created_at, users.id limit 1) as email,
         '  ' || replace(${words}, ' ', '  ') as words,
         birth_date,
         exists (select 1 from animal_tags where animal_tags.farm_id = animals.farm_id and animal_tags.animal_id = animals.id
                 and animal_tags.kind = 'registration') as is_registered,
         storefronts.latitude, storefronts.longitude
  from animals join farms on farms.id = animals.farm_id left join storefronts on storefronts.farm_id = animals.farm_id
  where status = 'active' and for_sale and sale_price_cents is not null and not is_reference`;

const shown = [
  'tag_number',
  'name',
  'species',
  'sex',
  'breed',
  'price_cents',
  'description',
  'pedigree_url',
  'image_url',
  'farm_name',
  'email',
  'words',
  'birth_date',
  'is_registered',
  'latitude',
  'longitude',
];
const columns = ['farm_id', 'animal_id', ...shown].join(', ');

/** The columns of an animal that its listing depends on. */
const watched = [
  'status',
  'for_sale',
  'is_reference',
  'tag_number',
  'name',
  'species',
  'sex',
  'breed',
  'birth_date',
  'sale_price_cents',
  'sale_description',
  'pedigree_url',
  'image_url',
].join(', ');

const relist = `
  delete from listings where farm_id = new.farm_id and animal_id = new.id
    and not exists (select 1 from offered where farm_id = new.farm_id and animal_id = new.id);
  insert into listings (${columns}) select ${columns} from offered where farm_id = new.farm_id and animal_id = new.id
    on conflict (animal_id) do update set ${shown.map((column) => `${column} = excluded.${column}`).join(', ')};`;

const registrationOf = (row: 'new' | 'old'): string => `
  update listings set is_registered = offered.is_registered from offered
  where listings.farm_id = ${row}.farm_id and listings.animal_id = ${row}.animal_id
    and offered.farm_id = listings.farm_id and offered.animal_id = listings.animal_id;`;

/** As many listings are moved at once; more of them by a job (market/stale-listings.ts). */
const movedAtOnce = 200;
const isMore = `exists (select 1 from listings where farm_id = new.farm_id limit 1 offset ${movedAtOnce})`;
const move = `
  update listings set latitude = new.latitude, longitude = new.longitude where farm_id = new.farm_id and not ${isMore};
  insert into stale_listings (farm_id) select new.farm_id where ${isMore}
    on conflict (farm_id) do update set mark = stale_listings.mark + 1;`;

const filters = 'species, sex, price_cents, birth_date, is_registered, latitude, longitude, farm_id';

const inSqlite = [
  'drop view offered',
  `create ${offered(`concat_ws(' ', tag_number, animals.name, breed, farms.name)`)}`,
  'drop trigger market_animal_added',
  'drop trigger market_animal_changed',
  `create trigger market_animal_added after insert on animals when new.for_sale begin ${relist} end`,
  `create trigger market_animal_changed after update of ${watched} on animals when old.for_sale or new.for_sale
   begin ${relist} end`,
  `create trigger market_number_added after insert on animal_tags when new.kind = 'registration' begin ${registrationOf('new')} end`,
  `create trigger market_number_changed after update of kind, animal_id on animal_tags begin ${registrationOf('old')} ${registrationOf('new')} end`,
  `create trigger market_number_removed after delete on animal_tags when old.kind = 'registration' begin ${registrationOf('old')} end`,
  `create trigger market_place_added after insert on storefronts begin ${move} end`,
  `create trigger market_place_changed after update of latitude, longitude on storefronts
   when old.latitude is not new.latitude or old.longitude is not new.longitude begin ${move} end`,
  'drop index listings_filter',
  `create index listings_filter on listings (position, ${filters}, plain_words)`,
  `create index listings_by_price on listings (price_cents, position, ${filters.replace(' price_cents,', '')}, plain_words)`,
  `create index listings_by_place on listings (latitude, longitude, position, species, sex, price_cents, birth_date, is_registered, farm_id)
   where latitude is not null`,
];

const inPostgres = [
  // New columns of a view come last.
  `create or replace ${offered(`plain_letters(concat_ws(' ', tag_number, animals.name, breed, farms.name))`)}`,
  'drop trigger market_animal_added on animals',
  'drop trigger market_animal_changed on animals',
  'drop function market_animal_added',
  'drop function market_animal_changed',
  trigger('market_animal_added', 'after insert on animals', 'new.for_sale', relist),
  trigger('market_animal_changed', `after update of ${watched} on animals`, 'old.for_sale or new.for_sale', relist),
  trigger('market_number_added', 'after insert on animal_tags', `new.kind = 'registration'`, registrationOf('new')),
  trigger(
    'market_number_changed',
    'after update of kind, animal_id on animal_tags',
    'true',
    `${registrationOf('old')} ${registrationOf('new')}`,
  ),
  trigger('market_number_removed', 'after delete on animal_tags', `old.kind = 'registration'`, registrationOf('old')),
  trigger('market_place_added', 'after insert on storefronts', 'true', move),
  trigger(
    'market_place_changed',
    'after update of latitude, longitude on storefronts',
    'old.latitude is distinct from new.latitude or old.longitude is distinct from new.longitude',
    move,
  ),
  'drop index listings_price',
  'create index listings_by_price on listings (price_cents, position)',
  'create index listings_by_place on listings (latitude, longitude) where latitude is not null',
].flat();

function trigger(name: string, event: string, when: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} ${event} for each row when (${when}) execute function ${name}()`,
  ];
}
