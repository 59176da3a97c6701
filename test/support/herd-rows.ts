import type { Insertable } from 'kysely';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

type Row = Insertable<Database['animals']>;

const plain = {
  species: 'goat',
  sex: 'female',
  status: 'active',
  health_status: '4',
  create_digest: '',
  revision: 0,
  vaccinated: false,
  for_sale: false,
  is_castrated: false,
  is_reference: false,
} as const;

/** Animals as they are stored, written directly and in parts, as a statement has limited time. */
export async function insertHerd(
  db: Db | Tx,
  farmId: FarmId,
  heads: number,
  fields: (index: number) => Partial<Row>,
): Promise<void> {
  const now = new Date().toISOString();
  const herd = Array.from({ length: heads }, (_, index): Row => {
    const own = { id: crypto.randomUUID(), tag_number: `T-${index}`, created_at: now, updated_at: now };
    return { ...plain, farm_id: farmId, ...own, ...fields(index) };
  });
  for (let at = 0; at < heads; at += 500)
    await db
      .insertInto('animals')
      .values(herd.slice(at, at + 500))
      .execute();
}
