import { createHash } from 'node:crypto';
import type { RecordTable } from '#domain/records/kinds.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/problem.ts';

/**
 * Creates a row with an id made by the client (rule 2): a repetition with the same content does nothing; other content, or another farm's
 * id, is 409. `insert` stores the digest and resolves with false if the id is taken.
 */
export async function createOnce(
  tx: Tx,
  table: TableName,
  farmId: FarmId,
  { id, ...content }: { readonly id: string },
  insert: (createDigest: string) => Promise<boolean>,
): Promise<void> {
  const createDigest = digestOf(content);
  const stored = await findDigest(tx, table, farmId, id);
  if (stored?.create_digest === createDigest) return;
  if (stored || !(await insert(createDigest))) throw new Problem('create.conflict');
}

type TableName = RecordTable | 'imports' | 'checkouts' | 'papers';

const findDigest = (tx: Tx, table: TableName, farmId: FarmId, id: string) =>
  tx.selectFrom(table).select('create_digest').where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();

export function digestOf(content: object): string {
  const sorted = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
