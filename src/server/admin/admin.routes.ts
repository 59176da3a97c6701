import type { adminRoutes } from '#contract/admin.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listPricingPlans } from '#server/plans/plans.queries.ts';
import { listAuditLog } from '#server/audit/audit-log.queries.ts';
import { listCoupons } from './coupons.queries.ts';
import { addCoupon, removeCoupon, switchCoupon } from './coupons.service.ts';
import { changePricingPlan } from './pricing-plans.service.ts';
import { listUsers } from './users.queries.ts';
import { changeTier, deleteUser, resetPassword } from './users.service.ts';

export const adminHandlers = (deps: Deps): Handlers<typeof adminRoutes> => ({
  listAdminPricingPlans: () => listPricingPlans(deps.db),
  changePricingPlan: ({ params, body }, admin) => changePricingPlan(deps, admin, params.id, body),

  listCoupons: () => listCoupons(deps.db),
  addCoupon: ({ body }, admin) => addCoupon(deps, admin, body),
  switchCoupon: ({ params, body }, admin) => switchCoupon(deps, admin, params.id, body.isActive),
  deleteCoupon: async ({ params }, admin) => {
    await removeCoupon(deps, admin, params.id);
    return { message: 'Coupon deleted' };
  },

  listUsers: async ({ query }, { linkNext }) => {
    const found = await listUsers(deps.db, query, deps.now());
    const page = found.slice(0, query.limit);
    const last = page.at(-1);
    if (found.length > query.limit && last) linkNext(last.cursor);
    return page;
  },
  resetUserPassword: async ({ params }, admin) => {
    await resetPassword(deps, admin, params.id);
    return { message: 'Password reset email sent' };
  },
  changeUserRole: ({ params, body }, admin) => changeTier(deps, admin, params.id, body.role),
  deleteUser: async ({ params, query }, admin) => {
    await deleteUser(deps, admin, params.id, query.farmName);
    return { message: 'User account deleted' };
  },

  listAudit: async ({ query: { limit, cursor } }, { linkNext }) => {
    const found = await listAuditLog(deps.db, { before: cursor, limit: limit + 1 });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    if (found.length > limit && last) linkNext(last.id);
    return page;
  },
});
