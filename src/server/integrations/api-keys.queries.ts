import type { Insertable } from 'kysely';
import type { ApiKey } from '#contract/api-keys.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { asFields, fieldsOf } from '#server/db/record-columns.ts';
import { countRows, isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

const unrevoked = (db: Db | Tx, farmId: FarmId) =>
  db.selectFrom('api_keys').where('farm_id', '=', farmId).where('revoked_at', 'is', null);

export async function listKeys(db: Db | Tx, farmId: FarmId): Promise<ApiKey[]> {
  const rows = await unrevoked(db, farmId)
    .leftJoin('users', 'users.id', 'created_by')
    .select([
      ...fieldsOf('api_keys', 'id name'),
      ...asFields('scopes lastFour'),
      'api_keys.created_at as createdAt',
      ...asFields('expiresAt usedOn'),
      ...fieldsOf('users', 'ownerName username'),
    ])
    .orderBy('api_keys.id', 'desc')
    .execute();
  return rows.map(({ ownerName, username, scopes, ...key }) => ({
    ...key,
    scopes: JSON.parse(scopes) as ApiKey['scopes'],
    createdBy: ownerName ?? username,
  }));
}

export const countKeys = (tx: Tx, farmId: FarmId): Promise<number> => countRows(unrevoked(tx, farmId));

export const insertKey = (tx: Tx, key: Insertable<Database['api_keys']> & { farm_id: FarmId }): Promise<unknown> =>
  tx.insertInto('api_keys').values(key).execute();

export const revokeKey = (tx: Tx, farmId: FarmId, id: string, now: Date): Promise<boolean> =>
  isAny(
    tx
      .updateTable('api_keys')
      .set({ revoked_at: now.toISOString() })
      .where('farm_id', '=', farmId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('id'),
  );

export const findKeyName = (db: Db | Tx, farmId: FarmId, id: string) =>
  db.selectFrom('api_keys').select('name').where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();
