import { z } from 'zod';
import { parseDollars } from '#domain/values/money.ts';
import { planTypes, tiers, unlimitedAnimals } from '#domain/accounts/plans.ts';
import { isStorable } from '#domain/values/text.ts';
import { field } from '#domain/records/fields.ts';
import { Id, NewId, optionalDate, text } from '#domain/records/values.ts';
import { Message } from './common.ts';
import { CouponCode, PricingPlan } from './plans.ts';
import { route } from './route.ts';

const ById = z.object({ id: Id });

/** Converts dollars as text or number into whole cents, and 'unlimited' into null, which is shown as Custom. */
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

const animalLimitRule = "Must be a whole number of animals, or 'unlimited'";

const unlimited = -1;

const animalLimit = z.union([
  z.int(animalLimitRule).min(unlimited, animalLimitRule).max(unlimitedAnimals, animalLimitRule),
  z.literal('unlimited', animalLimitRule).transform(() => unlimited),
]);

export const PricingPlanChange = z
  .object({
    monthlyPrice: field(planPrice, { kind: 'price', label: 'Monthly price' }),
    yearlyPrice: field(planPrice, { kind: 'price', label: 'Yearly price' }),
    animalLimit: field(animalLimit, { kind: 'number', label: 'Animal limit' }),
    isActive: field(z.boolean(), { kind: 'yesNo', label: 'Active' }),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Say what is to change');
export type PricingPlanChange = z.output<typeof PricingPlanChange>;

export const AdminCoupon = z.object({
  id: z.string(),
  code: z.string(),
  discountPercent: z.int(),
  /** The last day on which it can be used, until its end in UTC; null if it never expires. */
  validUntil: z.string().nullable(),
  isActive: z.boolean(),
  redemptions: z.int(),
});
export type AdminCoupon = z.infer<typeof AdminCoupon>;

const couponRule = 'Please enter valid coupon details';
const percentRule = 'The discount percent of a coupon is a whole number from 1 to 100';

export const NewCoupon = z.object({
  id: NewId.optional(),
  code: CouponCode.refine((code) => code !== '', couponRule).meta({ title: 'Coupon' }),
  discountPercent: z.int(percentRule).min(1, couponRule).max(100, percentRule).meta({ title: 'Coupon' }),
  validUntil: optionalDate.optional().transform((day) => day ?? null),
});
export type NewCoupon = z.output<typeof NewCoupon>;

export const AdminUser = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(tiers),
  farmName: z.string().nullable(),
  subscriptionPlan: z.enum(planTypes).nullable(),
  subscriptionStatus: z.string().nullable(),
  /** Whether a running subscription pays for the plan; changing the plan ends it. */
  hasSubscription: z.boolean(),
  /** The number of active animals, which the animal cap counts. */
  animalCount: z.int(),
  /** The last day of a request from a device of the person, or of a write on the farm; null if unknown. */
  lastActive: z.string().nullable(),
  createdAt: z.string(),
  /** The end, possibly past, of the owner's permission for an administrator to view the farm; null: no permission. */
  supportUntil: z.string().nullable(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const userSorts = ['newest', 'oldest', 'name'] as const;
export type UserSort = (typeof userSorts)[number];

/** Every word of `search` must occur in the username, the email address or the name of the farm. */
export const UserSearch = z.object({
  search: text(100).optional(),
  sort: z.enum(userSorts).default('newest'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(1500).refine(isStorable, 'Leave out characters that cannot be kept').optional(),
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
  'site.changed',
  'farm.visited',
  'links.sent',
  'links.revoked',
] as const;

/** An action of an administrator or the operator. It refers to people by id, so the names of deleted accounts are null. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.enum(auditActions),
  adminName: z.string().nullable(),
  /** True for an action from the command line of the server; `adminName` is then null. */
  isOperator: z.boolean(),
  /** What was changed: the plan, the code of the coupon or the name of the person. */
  subject: z.string().nullable(),
  detail: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const adminRoutes = {
  listAdminPricingPlans: route({
    method: 'GET',
    path: '/admin/pricing-plans',
    access: 'admin',
    summary: 'List the paid plans in display order, including inactive ones',
    reply: z.array(PricingPlan),
  }),
  changePricingPlan: route({
    method: 'PATCH',
    path: '/admin/pricing-plans/:id',
    access: 'admin',
    summary: 'Change a plan; only the fields that are sent change',
    params: ById,
    body: PricingPlanChange,
    reply: PricingPlan,
    errors: ['admin.plan_not_found'],
  }),
  listCoupons: route({
    method: 'GET',
    path: '/admin/coupons',
    access: 'admin',
    summary: 'List the coupons, newest first, with the number of redemptions',
    reply: z.array(AdminCoupon),
  }),
  addCoupon: route({
    method: 'POST',
    path: '/admin/coupons',
    access: 'admin',
    summary: 'Create a coupon',
    body: NewCoupon,
    reply: AdminCoupon,
    status: 201,
    errors: ['admin.coupon_taken', 'create.conflict'],
  }),
  switchCoupon: route({
    method: 'PATCH',
    path: '/admin/coupons/:id',
    access: 'admin',
    summary: 'Activate or deactivate a coupon',
    params: ById,
    body: z.object({ isActive: z.boolean() }),
    reply: AdminCoupon,
    errors: ['admin.coupon_not_found'],
  }),
  deleteCoupon: route({
    method: 'DELETE',
    path: '/admin/coupons/:id',
    access: 'admin',
    summary: 'Delete a coupon; plans that were paid with it remain',
    params: ById,
    reply: Message,
    errors: ['admin.coupon_not_found'],
  }),
  listUsers: route({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    summary: 'List the accounts, 50 per page by default; the Link header refers to the next page',
    query: UserSearch,
    reply: z.array(AdminUser),
  }),
  resetUserPassword: route({
    method: 'POST',
    path: '/admin/users/:id/reset-password',
    access: 'admin',
    summary: 'Mail the person a temporary password, which the answer does not contain',
    params: ById,
    reply: Message,
    errors: ['admin.user_not_found'],
  }),
  changeUserRole: route({
    method: 'PATCH',
    path: '/admin/users/:id/role',
    access: 'admin',
    summary: 'Make a person an administrator, who keeps the plan, or grant a plan, which removes the administrator role',
    params: ById,
    body: z.object({ role: z.enum(tiers) }),
    reply: AdminUser,
    errors: ['admin.user_not_found', 'admin.last_admin'],
  }),
  deleteUser: route({
    method: 'DELETE',
    path: '/admin/users/:id',
    access: 'admin',
    summary:
      "Delete an account with the farm's animals and all their records; a farm with other members must be handed over first, or named in the request",
    params: ById,
    query: z.object({ farmName: z.string().max(200).optional() }),
    reply: Message,
    errors: ['admin.user_not_found', 'admin.own_account', 'admin.farm_has_members'],
  }),
  listAudit: route({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'List the actions of administrators, newest first; the Link header refers to the next page',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: Id.optional(),
    }),
    reply: z.array(AuditEntry),
  }),
} as const;
