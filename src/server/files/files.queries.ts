import { uploadsPath } from '#domain/pictures.ts';
import type { Db } from '#server/db/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The farm has uploaded the picture at this address itself. */
export async function isOwnPicture(db: Db | Tx, farmId: FarmId, url: string): Promise<boolean> {
  if (!url.startsWith(uploadsPath)) return false;
  const found = await db
    .selectFrom('files')
    .select('name')
    .where('farm_id', '=', farmId)
    .where('name', '=', url.slice(uploadsPath.length))
    .executeTakeFirst();
  return found !== undefined;
}
