import { sql } from 'kysely';
import type { FarmPage } from '#contract/market.ts';
import type { Db } from '#server/db/engines/connect.ts';

const maxBreeds = 20;

/** Reads only what the farm has published. */
export async function readFarmPage(db: Db, slug: string): Promise<FarmPage | undefined> {
  const farm = await db
    .selectFrom('storefronts')
    .innerJoin('farms', 'farms.id', 'storefronts.farm_id')
    .select(['slug', 'farms.name', 'place_name as placeName', 'story'])
    .where('slug', '=', slug)
    .where('farms.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!farm) return undefined;
  const counts = await db
    .selectFrom('listings')
    .innerJoin('storefronts', 'storefronts.farm_id', 'listings.farm_id')
    .select(['species', 'breed', sql<number | string>`count(*)`.as('animals')])
    .where('slug', '=', slug)
    .groupBy(['species', 'breed'])
    .orderBy('animals', 'desc')
    .orderBy('species')
    .orderBy('breed')
    .execute();
  return {
    ...farm,
    slug,
    offered: counts.reduce((sum, { animals }) => sum + Number(animals), 0),
    breeds: counts.flatMap(({ species, breed }) => (breed === null ? [] : [{ species, breed }])).slice(0, maxBreeds),
  };
}
