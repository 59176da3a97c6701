import { z } from 'zod';
import { parseDollars } from '#domain/money.ts';
import { planTypes, roles, unlimitedAnimals } from '#domain/plans.ts';
import { isStorable } from '#domain/text.ts';
import { Id, Message, optionalDate, text } from './common.ts';
import { CouponCode, PricingPlan } from './plans.ts';
import { route } from './route.ts';

const ById = z.object({ id: Id });

/** Dollars as text or number → whole cents; 'unlimited' → null, no fixed price (shown as Custom). */
const planPrice = z.union([z.string(), z.number()]).transform((value, context) => {
  if (String(value).trim().toLowerCase() === 'unlimited') return null;
  const cents = parseDollars(value);
  if (cents !== undefined) return cents;
  context.addIssue({
    code: 'custom',
    message: "Must be a price between 0 and 1,000,000 with at most two decimals, or 'unlimited'",
  });
  return z.NEVER;
});

const animalLimitRule = 'Must be a whole number of animals, or -1 for no limit';

export const PricingPlanChange = z
  .object({
    monthlyPrice: planPrice,
    yearlyPrice: planPrice,
    /** -1: without limit. */
    animalLimit: z.int(animalLimitRule).min(-1, animalLimitRule).max(unlimitedAnimals, animalLimitRule),
    isActive: z.boolean(),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what is to change');
export type PricingPlanChange = z.output<typeof PricingPlanChange>;

export const AdminCoupon = z.object({
  id: z.string(),
  code: z.string(),
  discountPercent: z.int(),
  /** The last day it can be used, through the whole of it in UTC; null: no expiry. */
  validUntil: z.string().nullable(),
  isActive: z.boolean(),
  /** How many farms have redeemed it. */
  redemptions: z.int(),
});
export type AdminCoupon = z.infer<typeof AdminCoupon>;

const couponRule = 'Please enter valid coupon details';

export const NewCoupon = z.object({
  id: Id.optional(),
  code: CouponCode.refine((code) => code !== '', couponRule),
  discountPercent: z.int(couponRule).min(1, couponRule).max(100, couponRule),
  validUntil: optionalDate.optional().transform((day) => day ?? null),
});
export type NewCoupon = z.output<typeof NewCoupon>;

export const AdminUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(roles),
  farmName: z.string().nullable(),
  subscriptionPlan: z.enum(planTypes).nullable(),
  subscriptionStatus: z.string().nullable(),
  /** Something pays for the plan and goes on: a change of the plan ends it. */
  hasSubscription: z.boolean(),
  /** All animals of the farm, whatever became of them. */
  animalCount: z.int(),
  createdAt: z.string(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const userSorts = ['newest', 'oldest', 'name'] as const;
export type UserSort = (typeof userSorts)[number];

/** Every word of `search` is found in the username, the e-mail address or the farm's name. */
export const UserSearch = z.object({
  search: text(100).optional(),
  sort: z.enum(userSorts).default('newest'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(1500).refine(isStorable, 'Not a place in this list').optional(),
});
export type UserSearch = z.output<typeof UserSearch>;

export const auditActions = [
  'plan.changed',
  'coupon.created',
  'coupon.switched',
  'coupon.deleted',
  'user.password_reset',
  'user.role_changed',
  'user.deleted',
] as const;

/** What an administrator or the operator did. People are kept by id alone: the name of one whose account is gone is null. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.enum(auditActions),
  adminName: z.string().nullable(),
  /** Whoever runs the server did it from the shell; no administrator. */
  isOperator: z.boolean(),
  /** What was changed: the plan, the coupon's code or the person. */
  subject: z.string().nullable(),
  /** From what to what. */
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const adminRoutes = {
  listAdminPricingPlans: route({
    method: 'GET',
    path: '/admin/pricing-plans',
    access: 'admin',
    summary: 'The paid plans in display order, switched off or not',
    reply: z.array(PricingPlan),
  }),
  changePricingPlan: route({
    method: 'PATCH',
    path: '/admin/pricing-plans/:id',
    access: 'admin',
    summary: 'Change a plan; only the fields sent change',
    params: ById,
    body: PricingPlanChange,
    reply: PricingPlan,
    errors: ['admin.plan_not_found'],
  }),
  listCoupons: route({
    method: 'GET',
    path: '/admin/coupons',
    access: 'admin',
    summary: 'Every coupon, newest first, with how often it was redeemed',
    reply: z.array(AdminCoupon),
  }),
  addCoupon: route({
    method: 'POST',
    path: '/admin/coupons',
    access: 'admin',
    summary: 'Make a coupon',
    body: NewCoupon,
    reply: AdminCoupon,
    status: 201,
    errors: ['admin.coupon_taken', 'create.conflict'],
  }),
  switchCoupon: route({
    method: 'PATCH',
    path: '/admin/coupons/:id',
    access: 'admin',
    summary: 'Switch a coupon on or off',
    params: ById,
    body: z.object({ isActive: z.boolean() }),
    reply: AdminCoupon,
    errors: ['admin.coupon_not_found'],
  }),
  deleteCoupon: route({
    method: 'DELETE',
    path: '/admin/coupons/:id',
    access: 'admin',
    summary: 'Delete a coupon; plans it has paid for stay',
    params: ById,
    reply: Message,
    errors: ['admin.coupon_not_found'],
  }),
  listUsers: route({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary: 'Everybody with an account, fifty at a time unless asked otherwise; the next page is in the Link header',
    query: UserSearch,
    reply: z.array(AdminUser),
  }),
  resetUserPassword: route({
    method: 'POST',
    path: '/admin/users/:id/reset-password',
    access: 'admin',
    summary: 'Mail the person a temporary password, which nobody else gets to see',
    params: ById,
    reply: Message,
    errors: ['admin.user_not_found'],
  }),
  changeUserRole: route({
    method: 'PATCH',
    path: '/admin/users/:id/role',
    access: 'admin',
    summary: 'Make an administrator, which leaves the plan, or give a plan, which ends being an administrator',
    params: ById,
    body: z.object({ role: z.enum(roles) }),
    reply: AdminUser,
    errors: ['admin.user_not_found', 'admin.last_admin'],
  }),
  deleteUser: route({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    summary: "Delete an account with the farm's animals and all of their records",
    params: ById,
    reply: Message,
    errors: ['admin.user_not_found', 'admin.own_account'],
  }),
  listAudit: route({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'What administrators did, newest first; the next page is in the Link header',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: Id.optional(),
    }),
    reply: z.array(AuditEntry),
  }),
} as const;
