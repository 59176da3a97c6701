import { sql } from 'kysely';
import type { ArrivedAnimals } from '#contract/transfers.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { vouchedFarmId, type FarmId } from '#server/db/farm-id.ts';
import { asFields, toRow } from '#server/db/record-columns.ts';
import { countRows } from '#server/db/rows.ts';
import type { Tx } from '#server/db/transaction.ts';

const columns = asFields('id paperId withNotes createdAt expiresAt revokedAt acceptedAt');

export const listTransferRows = (db: Db | Tx, farmId: FarmId, paperId: string) =>
  db
    .selectFrom('transfers')
    .select(columns)
    .where('farm_id', '=', farmId)
    .where('paper_id', '=', paperId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();

export type TransferRow = Awaited<ReturnType<typeof listTransferRows>>[number];

export const findTransferRow = (db: Db | Tx, farmId: FarmId, id: string): Promise<TransferRow | undefined> =>
  db.selectFrom('transfers').select(columns).where('farm_id', '=', farmId).where('id', '=', id).executeTakeFirst();

interface NewTransferRow {
  readonly id: string;
  readonly tokenHash: string;
  readonly paperId: string;
  readonly withNotes: boolean;
  readonly createdBy: string;
  readonly expiresAt: string;
}

export const insertTransfer = (tx: Tx, farmId: FarmId, transfer: NewTransferRow, now: Date): Promise<unknown> =>
  tx
    .insertInto('transfers')
    .values(toRow({ ...transfer, farmId, createdAt: now.toISOString() }))
    .execute();

export const countMadeSince = (tx: Tx, farmId: FarmId, moment: string): Promise<number> =>
  countRows(tx.selectFrom('transfers').where('farm_id', '=', farmId).where('created_at', '>', moment));

export interface FoundTransfer extends TransferRow {
  /** The seller's farm. */
  readonly farmId: FarmId;
  readonly farmName: string | null;
  readonly createdBy: string | null;
  readonly acceptedIn: string | null;
  readonly arrival: ArrivedAnimals | null;
}

/** Finds a transfer by its code, with the seller's farm. */
export async function findTransfer(db: Db | Tx, tokenHash: string): Promise<FoundTransfer | undefined> {
  const row = await db
    .selectFrom('transfers')
    .innerJoin('farms', 'farms.id', 'transfers.farm_id')
    .select([
      'transfers.id',
      ...asFields('paperId withNotes'),
      'transfers.created_at as createdAt',
      ...asFields('expiresAt revokedAt acceptedAt farmId'),
      'farms.name as farmName',
      ...asFields('createdBy acceptedIn arrival'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('farms.deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      farmId: vouchedFarmId(row.farmId),
      arrival: row.arrival === null ? null : (JSON.parse(row.arrival) as ArrivedAnimals),
    }
  );
}

/**
 * Of two concurrent acceptances, or an acceptance and a revocation, the row's lock lets only one succeed: the other waits for it and then finds
 * no open transfer.
 */
export async function claimTransfer(tx: Tx, { farmId, id }: FoundTransfer, buyer: FarmId, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const { numUpdatedRows } = await tx
    .updateTable('transfers')
    .set({ accepted_at: at, accepted_in: buyer })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const storeArrival = (tx: Tx, { farmId, id }: FoundTransfer, arrival: ArrivedAnimals): Promise<unknown> =>
  tx
    .updateTable('transfers')
    .set({ arrival: JSON.stringify(arrival) })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .execute();

/** The number of events of some kinds in the journals of animals. */
export async function countEvents(db: Db | Tx, farmId: FarmId, animalIds: readonly string[], kinds: readonly string[]) {
  const { count } = await db
    .selectFrom('events')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('farm_id', '=', farmId)
    .where('animal_id', 'in', animalIds)
    .where('kind', 'in', kinds)
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
