import { sql, type Kysely } from 'kysely';

/** The first mating of an animal is found in the index, however many it has: no birth is moved behind it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const parent of ['mother', 'father']) {
    await sql.raw(`drop index breeding_records_${parent}s`).execute(db);
    await sql
      .raw(`create index breeding_records_${parent}s on breeding_records (farm_id, ${parent}_id, breeding_date)`)
      .execute(db);
  }
}
