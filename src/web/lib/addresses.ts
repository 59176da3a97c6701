import type { Api } from '#contract/index.ts';

type Addresses = { readonly [K in keyof Api]: `${Api[K]['method']} ${Api[K]['path']}` };

/**
 * Method and path of the routes this browser calls. Written out so that the schemas stay on the server; a row that differs from
 * the contract does not compile.
 */
export const addresses = {
  currentUser: 'GET /auth/me',
  login: 'POST /auth/login',
  register: 'POST /auth/register',
  resetPassword: 'POST /auth/reset-password',
  revertEmail: 'POST /auth/revert-email',
  confirmEmail: 'POST /auth/confirm-email',
  resendConfirmation: 'POST /auth/resend-confirmation',
  checkSetupLink: 'POST /auth/setup-link',
  logout: 'POST /auth/logout',
  changePassword: 'POST /auth/change-password',
  changeProfile: 'PATCH /users/profile',
  listPricingPlans: 'GET /pricing-plans',
  validateCoupon: 'POST /validate-coupon',
  selectPlan: 'POST /select-plan',
  createCheckoutSession: 'POST /create-checkout-session',
  readCheckout: 'GET /checkouts/:id',
  payTestCheckout: 'POST /test-checkout/:id',
  readSubscription: 'GET /subscription',
  cancelSubscription: 'POST /subscription/cancel',
  resumeSubscription: 'POST /subscription/resume',
  openBillingPortal: 'POST /subscription/portal',
  listAnimals: 'GET /animals',
  listReferenceAnimals: 'GET /reference-animals',
  readAnimal: 'GET /animals/:id',
  addAnimal: 'POST /animals',
  changeAnimal: 'PATCH /animals/:id',
  deleteAnimal: 'DELETE /animals/:id',
  listHealthRecords: 'GET /health-records',
  addHealthRecord: 'POST /health-records',
  listBreedingRecords: 'GET /breeding-records',
  addBreedingRecord: 'POST /breeding-records',
  changeBreedingRecord: 'PATCH /breeding-records/:id',
  deleteBreedingRecord: 'DELETE /breeding-records/:id',
  addImport: 'POST /imports',
  listImports: 'GET /imports',
  readImport: 'GET /imports/:id',
  changeImport: 'PATCH /imports/:id',
  listImportRows: 'GET /imports/:id/rows',
  applyImport: 'POST /imports/:id/apply',
  undoImport: 'POST /imports/:id/undo',
  listForSale: 'GET /for-sale',
  readListing: 'GET /for-sale/:id',
  exportRecords: 'GET /export',
  downloadArchive: 'GET /archive',
  bringArchive: 'POST /archive',
  listAdminPricingPlans: 'GET /admin/pricing-plans',
  changePricingPlan: 'PATCH /admin/pricing-plans/:id',
  listCoupons: 'GET /admin/coupons',
  addCoupon: 'POST /admin/coupons',
  switchCoupon: 'PATCH /admin/coupons/:id',
  deleteCoupon: 'DELETE /admin/coupons/:id',
  listUsers: 'GET /admin/users',
  resetUserPassword: 'POST /admin/users/:id/reset-password',
  changeUserRole: 'PATCH /admin/users/:id/role',
  deleteUser: 'DELETE /admin/users/:id',
  listAudit: 'GET /admin/audit',
} as const satisfies Partial<Addresses>;

/** A route this browser can call. */
export type CallName = keyof typeof addresses;
