import { sql, type Kysely } from 'kysely';
import type { Engine } from '../connect.ts';

/** Copies of a farm hold the states of its animals, under the ids of the animals, and must learn that one is gone (as in 0022_changes). */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of engine === 'sqlite' ? triggersInSqlite : triggersInPostgres) await sql.raw(statement).execute(db);
}

const addGone = (from: string, id: string): string => `insert into gone (farm_id, kind, id, revision)
  select farms.id, 'animalState', ${id}, farms.revision from ${from} and farms.deleted_at is null
  on conflict (farm_id, kind, id) do update set revision = excluded.revision;`;

const triggersInSqlite = [
  `create trigger animal_states_gone after delete on animal_states begin
   ${addGone('farms where farms.id = old.farm_id', 'old.animal_id')} end`,
  `create trigger animal_states_returned after insert on animal_states begin
   delete from gone where farm_id = new.farm_id and kind = 'animalState' and id = new.animal_id; end`,
];

const triggersInPostgres = [
  `create function animal_states_gone() returns trigger language plpgsql as $$ begin
   ${addGone('removed join farms on farms.id = removed.farm_id where true', 'removed.animal_id')} return null; end $$`,
  `create trigger animal_states_gone after delete on animal_states referencing old table as removed
   for each statement execute function animal_states_gone()`,
  `create function animal_states_returned() returns trigger language plpgsql as $$ begin
   delete from gone using added
   where gone.farm_id = added.farm_id and gone.kind = 'animalState' and gone.id = added.animal_id; return null; end $$`,
  `create trigger animal_states_returned after insert on animal_states referencing new table as added
   for each statement execute function animal_states_returned()`,
];
