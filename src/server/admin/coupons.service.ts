import { uuidv7 } from 'uuidv7';
import type { AdminCoupon, NewCoupon } from '#contract/admin.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/http/guards.ts';
import { Problem } from '#server/problem.ts';
import { inAdminTransaction } from './admin-transaction.ts';
import { deleteCoupon, findCoupon, insertCoupon, setCouponActive, type CouponTerms } from './coupons.queries.ts';

export function addCoupon(deps: Deps, admin: SignedIn, { id = uuidv7(), ...terms }: NewCoupon): Promise<AdminCoupon> {
  const coupon = { id, ...terms };
  return inAdminTransaction(deps, admin, async (tx, { record }) => {
    const stored = await findCoupon(tx, id);
    if (stored && !isSame(stored, coupon)) throw new Problem('create.conflict');
    if (stored) return stored;
    if (coupon.validUntil !== null && coupon.validUntil < deps.now().toISOString().slice(0, 10)) {
      throw Problem.field('validUntil', 'This day is over. Choose today or a later day, or leave it empty');
    }
    if (!(await insertCoupon(tx, coupon, deps.now()))) throw new Problem('admin.coupon_taken');
    await record({
      action: 'coupon.created',
      subject: coupon.code,
      detail: `${coupon.discountPercent}%, ${coupon.validUntil === null ? 'no expiry' : `until ${coupon.validUntil}`}`,
    });
    return readCoupon(tx, id);
  });
}

/** Only `active` ever changes, so that a retry can be compared with the stored coupon. */
const isSame = (stored: AdminCoupon, { code, discountPercent, validUntil }: CouponTerms): boolean =>
  stored.code === code && stored.discountPercent === discountPercent && stored.validUntil === validUntil;

export function switchCoupon(deps: Deps, admin: SignedIn, id: string, isActive: boolean): Promise<AdminCoupon> {
  return inAdminTransaction(deps, admin, async (tx, { record }) => {
    const { code } = await readCoupon(tx, id);
    await setCouponActive(tx, id, isActive);
    await record({ action: 'coupon.switched', subject: code, detail: isActive ? 'active' : 'inactive' });
    return readCoupon(tx, id);
  });
}

export function removeCoupon(deps: Deps, admin: SignedIn, id: string): Promise<void> {
  return inAdminTransaction(deps, admin, async (tx, { record }) => {
    const { code, discountPercent, redemptions } = await readCoupon(tx, id);
    await deleteCoupon(tx, id);
    await record({ action: 'coupon.deleted', subject: code, detail: `${discountPercent}%, redeemed ${redemptions} times` });
  });
}

async function readCoupon(tx: Tx, id: string): Promise<AdminCoupon> {
  const coupon = await findCoupon(tx, id);
  if (!coupon) throw new Problem('admin.coupon_not_found');
  return coupon;
}
