import { createHash } from 'node:crypto';
import type { FarmId } from '#server/db/farm-id.ts';
import { prepare } from '#server/db/prepared.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';

/**
 * Creates a row whose id the client made, once however often it is sent (rule 2): with the same content again nothing happens,
 * with other content or another farm's id it is 409. `insert` keeps the digest it gets and answers false where the id is taken.
 */
export async function createOnce(
  tx: Tx,
  table: Named,
  farmId: FarmId,
  { id, ...content }: { readonly id: string },
  insert: (createDigest: string) => Promise<boolean>,
): Promise<void> {
  const createDigest = digestOf(content);
  const [stored] = await findDigest[table](tx, { farmId, id });
  if (stored?.create_digest === createDigest) return;
  if (stored || !(await insert(createDigest))) throw new Problem('create.conflict');
}

type Named = 'animals' | 'health_records' | 'breeding_records' | 'imports' | 'checkouts';

const digestIn = (table: Named) =>
  prepare((db, { farmId, id }: { farmId: FarmId; id: string }) =>
    db.selectFrom(table).select('create_digest').where('farm_id', '=', farmId).where('id', '=', id),
  );
const findDigest = {
  animals: digestIn('animals'),
  health_records: digestIn('health_records'),
  breeding_records: digestIn('breeding_records'),
  imports: digestIn('imports'),
  checkouts: digestIn('checkouts'),
} as const;

/** The same for the same content, whatever the order of its keys. */
export function digestOf(content: object): string {
  const sorted = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
