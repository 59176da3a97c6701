import { sql, type Kysely } from 'kysely';
import type { Engine } from '../connect.ts';

/** From which score the farm gives a dewormer. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const real = engine === 'postgres' ? 'double precision' : 'real';
  for (const [name, type, most] of [
    ['treat_from_famacha', 'integer', 5],
    ['treat_from_egg_count', 'integer', 1_000_000],
    ['treat_to_body_condition', real, 5],
    ['treat_from_dag', 'integer', 5],
    ['treat_from_jaw', 'integer', 3],
  ] as const) {
    await db.schema
      .alterTable('products')
      .addColumn(name, type, (c) => c.check(sql`${sql.ref(name)} between 1 and ${sql.lit(most)}`))
      .execute();
  }
}
