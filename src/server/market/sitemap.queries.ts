import { sql } from 'kysely';
import type { Db } from '#server/db/engines/connect.ts';

/** The number of positions in one part of the sitemap; the protocol allows 50,000 URLs. */
const partSize = 10_000;
/** Fewer than the 50,000 that a file may have. */
const maxSlugs = 40_000;
/** Fewer than the 50,000 that the protocol allows in an index. */
const maxParts = 40_000;

const partOf = sql<number>`position / cast(${sql.lit(partSize)} as bigint)`;

/** The parts that have listings, the newest first. */
export async function listParts(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select(partOf.as('part'))
    .groupBy('part')
    .orderBy('part', 'desc')
    .limit(maxParts)
    .execute();
  return rows.map(({ part }) => String(part));
}

export async function readPart(db: Db, part: number): Promise<string[]> {
  const rows = await db
    .selectFrom('listings')
    .select('animal_id as id')
    .where('position', '>=', part * partSize)
    .where('position', '<', (part + 1) * partSize)
    .orderBy('position')
    .execute();
  return rows.map(({ id }) => id);
}

export async function listSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('storefronts')
    .select('slug')
    .where('slug', 'is not', null)
    .orderBy('slug')
    .limit(maxSlugs)
    .execute();
  return rows.flatMap(({ slug }) => slug ?? []);
}
