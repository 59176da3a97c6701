import { longDay } from '#domain/values/dates.ts';
import type { Db } from '#server/db/engines/connect.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import { readRegional } from '#server/db/regional.ts';
import { isAny } from '#server/db/rows.ts';
import type { Tx } from '#server/db/transaction.ts';

export interface Coupon {
  readonly id: string;
  readonly discountPercent: number;
}

const validCoupons = (db: Db | Tx, code: string, now: Date) =>
  db
    .selectFrom('coupons')
    .select(['id', 'discount_percent as discountPercent'])
    .where('code', '=', code)
    .where('is_active', '=', true)
    // Valid until the end of its last day, UTC (rule 18).
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>=', now.toISOString().slice(0, 10))]));

/** Why a code that is not usable is refused: an unknown and an inactive one alike are not valid (rule 18). */
export async function explainCoupon(db: Db | Tx, code: string, farmId: FarmId, now: Date): Promise<string | undefined> {
  const coupon = await db
    .selectFrom('coupons')
    .leftJoin('coupon_redemptions', (join) =>
      join.onRef('coupon_id', '=', 'coupons.id').on('coupon_redemptions.farm_id', '=', farmId),
    )
    .select(['valid_until as validUntil', 'farm_id as usedBy'])
    .where('code', '=', code)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!coupon) return undefined;
  if (coupon.usedBy !== null) return 'Your farm has already used this coupon. Each coupon works once for a farm.';
  const { validUntil } = coupon;
  if (validUntil === null || validUntil >= now.toISOString().slice(0, 10)) return undefined;
  const { dateFormat } = await readRegional(db, farmId);
  return `This coupon has expired. Its last day was ${longDay(validUntil, dateFormat)}.`;
}

export const findUsableCoupon = (db: Db | Tx, code: string, farmId: FarmId, now: Date): Promise<Coupon | undefined> =>
  validCoupons(db, code, now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('coupon_redemptions')
            .select('farm_id')
            .whereRef('coupon_id', '=', 'coupons.id')
            .where('farm_id', '=', farmId),
        ),
      ),
    )
    .executeTakeFirst();

export const findCouponCode = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('coupons').select('code').where('id', '=', id).executeTakeFirst())?.code ?? null;

export const lockValidCoupon = (tx: Tx, code: string, now: Date): Promise<Coupon | undefined> =>
  validCoupons(tx, code, now).forUpdate().executeTakeFirst();

/** Resolves with false if this farm has redeemed the coupon before. A coupon deleted after the price was agreed is not recorded. */
export const redeemCoupon = (tx: Tx, couponId: string, farmId: FarmId, now: Date): Promise<boolean> =>
  isAny(
    tx
      .insertInto('coupon_redemptions')
      .columns(['coupon_id', 'farm_id', 'redeemed_at'])
      .expression((eb) =>
        eb
          .selectFrom('coupons')
          .select((of) => ['id', of.val(farmId).as('farm_id'), of.val(now.toISOString()).as('redeemed_at')])
          .where('id', '=', couponId),
      )
      .onConflict((conflict) => conflict.columns(['coupon_id', 'farm_id']).doNothing())
      .returning('coupon_id'),
  );
