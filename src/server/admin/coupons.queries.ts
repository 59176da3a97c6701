import type { AdminCoupon } from '#contract/admin.ts';
import type { Db } from '#server/db/engines/connect.ts';
import { asFields, toRow } from '#server/db/record-columns.ts';
import { isAny } from '#server/db/rows.ts';
import type { Tx } from '#server/db/transaction.ts';

const coupons = (db: Db | Tx) =>
  db
    .selectFrom('coupons')
    .select((eb) => [
      ...asFields('id code discountPercent validUntil isActive'),
      eb
        .selectFrom('coupon_redemptions')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('coupon_id', '=', 'coupons.id')
        .$asScalar()
        .$notNull()
        .as('redemptions'),
    ]);

export const listCoupons = (db: Db): Promise<AdminCoupon[]> =>
  coupons(db).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

export const findCoupon = (tx: Tx, id: string): Promise<AdminCoupon | undefined> =>
  coupons(tx).where('id', '=', id).executeTakeFirst();

export type CouponTerms = Pick<AdminCoupon, 'id' | 'code' | 'discountPercent' | 'validUntil'>;

export const insertCoupon = (tx: Tx, { id, code, discountPercent, validUntil }: CouponTerms, now: Date): Promise<boolean> =>
  isAny(
    tx
      .insertInto('coupons')
      .values(toRow({ id, code, discountPercent, validUntil, isActive: true, createdAt: now.toISOString() }))
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id'),
  );

export const setCouponActive = (tx: Tx, id: string, isActive: boolean): Promise<unknown> =>
  tx.updateTable('coupons').set({ is_active: isActive }).where('id', '=', id).execute();

export const deleteCoupon = (tx: Tx, id: string): Promise<unknown> => tx.deleteFrom('coupons').where('id', '=', id).execute();
