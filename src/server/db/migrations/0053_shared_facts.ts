import { sql, type Kysely } from 'kysely';
import type { Engine } from '../connect.ts';

/**
 * Listings are found by their age and registration only where these are shared (db/current-listings.ts), so a listing has changed where
 * that has.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of engine === 'postgres' ? inPostgres : inSqlite) await sql.raw(statement).execute(db);
}

const ofFarm = 'insert into listing_changes (position) select position from listings where farm_id = new.farm_id';
const ofAnimal = `${ofFarm} and animal_id = new.animal_id`;

const inSqlite = [
  `create trigger storefront_shared_added after insert on storefronts when new.shared <> '[]' begin ${ofFarm}; end`,
  `create trigger storefront_shared_changed after update of shared on storefronts when old.shared <> new.shared begin ${ofFarm}; end`,
  `create trigger listing_shared_added after insert on listing_details when new.shared is not null begin ${ofAnimal}; end`,
  `create trigger listing_shared_changed after update of shared on listing_details when old.shared is not new.shared begin ${ofAnimal}; end`,
];

const inPostgres = [
  `create function log_shared_of_farm() returns trigger language plpgsql as $$ begin ${ofFarm}; return null; end $$`,
  `create function log_shared_of_animal() returns trigger language plpgsql as $$ begin ${ofAnimal}; return null; end $$`,
  `create trigger storefront_shared_added after insert on storefronts for each row when (new.shared <> '[]')
   execute function log_shared_of_farm()`,
  `create trigger storefront_shared_changed after update of shared on storefronts for each row when (old.shared <> new.shared)
   execute function log_shared_of_farm()`,
  `create trigger listing_shared_added after insert on listing_details for each row when (new.shared is not null)
   execute function log_shared_of_animal()`,
  `create trigger listing_shared_changed after update of shared on listing_details for each row
   when (old.shared is distinct from new.shared) execute function log_shared_of_animal()`,
];
