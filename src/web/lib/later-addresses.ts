import { addresses, type Addresses } from './addresses.ts';

/** Of screens that are not opened first: what calls them imports this file, so that the first screens do without. */
export const laterAddresses = {
  listActs: 'GET /acts',
  undoAct: 'POST /acts/:revision/undo',
  voidEvents: 'POST /events/void',
  listAnimalStates: 'GET /animal-states',
  listPlaces: 'GET /places',
  addPlace: 'POST /places',
  changePlace: 'PATCH /places/:id',
  listGroups: 'GET /groups',
  addGroup: 'POST /groups',
  changeGroup: 'PATCH /groups/:id',
  listProducts: 'GET /products',
  addProduct: 'POST /products',
  changeProduct: 'PATCH /products/:id',
  addImport: 'POST /imports',
  listImports: 'GET /imports',
  readImport: 'GET /imports/:id',
  changeImport: 'PATCH /imports/:id',
  listImportRows: 'GET /imports/:id/rows',
  applyImport: 'POST /imports/:id/apply',
  undoImport: 'POST /imports/:id/undo',
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

Object.assign(addresses, laterAddresses);
