import type { Selectable } from 'kysely';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { isAny } from '#server/db/rows.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Message, ProviderEvent } from '#server/payment-provider/provider.ts';

export const readInstallation = (db: Db | Tx): Promise<{ id: string; secret: string }> =>
  db.selectFrom('payment_house').select(['id', 'secret']).executeTakeFirstOrThrow();

/** Resolves with false if the message was received before. */
export const recordMessage = (tx: Tx, { id, type, at }: Message, now: Date): Promise<boolean> =>
  isAny(
    tx
      .insertInto('payment_events')
      .values({ id, type, happened_at: at, received_at: now.toISOString(), outcome: 'ignored' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );

export const recordOutcome = (tx: Tx, id: string, outcome: Database['payment_events']['outcome']): Promise<unknown> =>
  tx.updateTable('payment_events').set({ outcome }).where('id', '=', id).execute();

export type Checkout = Selectable<Database['checkouts']>;

/** A deleted farm has no checkout, even before its rows are removed, so that what it still pays for is ended. */
export const findCheckout = (db: Db | Tx, farmId: FarmId, id: string): Promise<Checkout | undefined> =>
  db
    .selectFrom('checkouts')
    .innerJoin('farms', 'farms.id', 'checkouts.farm_id')
    .selectAll('checkouts')
    .where('checkouts.farm_id', '=', farmId)
    .where('checkouts.id', '=', id)
    .where('farms.deleted_at', 'is', null)
    .executeTakeFirst();

export const findCheckoutOfSession = (db: Db, sessionId: string): Promise<Checkout | undefined> =>
  db.selectFrom('checkouts').selectAll().where('provider_session_id', '=', sessionId).executeTakeFirst();

export const insertCheckout = (
  tx: Tx,
  checkout: Omit<Checkout, 'state' | 'provider_session_id' | 'url' | 'settled_at' | 'checked_at'>,
): Promise<boolean> =>
  isAny(
    tx
      .insertInto('checkouts')
      .values({ ...checkout, state: 'open' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );

export const setCheckout = (
  db: Db | Tx,
  farmId: FarmId,
  id: string,
  change: Partial<Pick<Checkout, 'state' | 'settled_at' | 'provider_session_id' | 'url'>>,
): Promise<unknown> => db.updateTable('checkouts').set(change).where('farm_id', '=', farmId).where('id', '=', id).execute();

export const closeUnknownCheckout = (db: Db, farmId: FarmId, id: string): Promise<unknown> =>
  db
    .updateTable('checkouts')
    .set({ state: 'closed' })
    .where('farm_id', '=', farmId)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();

export async function findOwner(tx: Tx, event: ProviderEvent): Promise<{ farmId: string; checkoutId: string } | undefined> {
  const rows = await tx
    .selectFrom('checkouts')
    .select(['farm_id as farmId', 'id as checkoutId'])
    .where((eb) =>
      eb.or([
        eb('id', '=', event.checkoutId ?? ''),
        event.about === 'checkout'
          ? eb('provider_session_id', '=', event.sessionId)
          : // As one value, so that PostgreSQL finds both by their index.
            eb('id', '=', eb.selectFrom('subscriptions').select('checkout_id').where('subscriptions.id', '=', event.id).limit(1)),
      ]),
    )
    .execute();
  return rows[0];
}

export const isFarm = (tx: Tx, id: string): Promise<boolean> =>
  isAny(tx.selectFrom('farms').select('id').where('id', '=', id).where('deleted_at', 'is', null));

/** Whether the farm was deleted, and is not merely missing in a restored database. */
export const isDeletedFarm = (tx: Tx, id: string): Promise<boolean> =>
  isAny(tx.selectFrom('deleted_farms').select('id').where('id', '=', id));

export const holdPayment = (tx: Tx, held: Database['held_payments']): Promise<boolean> =>
  isAny(
    tx
      .insertInto('held_payments')
      .values(held)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );

export const releasePayment = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('held_payments').where('id', '=', id).execute();

export const listHeldPayments = (db: Db): Promise<Database['held_payments'][]> =>
  db.selectFrom('held_payments').selectAll().orderBy('held_at').orderBy('id').execute();
