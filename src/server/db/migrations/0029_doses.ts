import { sql, type Kysely } from 'kysely';
import { columnTypes } from '../columns.ts';
import type { Engine } from '../connect.ts';

/** A product's dose by the weight of the animal: so much for each so many kilograms or pounds. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text } = columnTypes(engine);
  const real = engine === 'postgres' ? 'double precision' : 'real';
  const add = (name: 'dose_amount' | 'dose_weight') =>
    db.schema
      .alterTable('products')
      .addColumn(name, real, (c) => c.check(sql`${sql.ref(name)} > 0`))
      .execute();
  await add('dose_amount');
  await add('dose_weight');
  await db.schema
    .alterTable('products')
    .addColumn('dose_weight_unit', text, (c) =>
      c
        .notNull()
        .defaultTo('lb')
        .check(sql`dose_weight_unit in ('lb', 'kg')`),
    )
    .execute();
}
