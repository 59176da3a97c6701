import type { eventRoutes } from '#contract/events.ts';
import type { Api } from '#contract/index.ts';

export type ClientApi = Api & typeof eventRoutes;

export type Addresses = { readonly [K in keyof ClientApi]: `${ClientApi[K]['method']} ${ClientApi[K]['path']}` };

/** Written out so that the schemas stay on the server; a row that differs from the contract does not compile. */
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
  readSubscription: 'GET /subscription',
  cancelSubscription: 'POST /subscription/cancel',
  resumeSubscription: 'POST /subscription/resume',
  openBillingPortal: 'POST /subscription/portal',
  listAnimals: 'GET /animals',
  listReferenceAnimals: 'GET /reference-animals',
  readAnimal: 'GET /animals/:id',
  readAnimalSummary: 'GET /animals/:id/summary',
  addAnimal: 'POST /animals',
  changeAnimal: 'PATCH /animals/:id',
  deleteAnimal: 'DELETE /animals/:id',
  listAnimalTags: 'GET /animal-tags',
  listEarlierTags: 'GET /earlier-tags',
  addAnimalTag: 'POST /animal-tags',
  changeAnimalTag: 'PATCH /animal-tags/:id',
  deleteAnimalTag: 'DELETE /animal-tags/:id',
  listHealthRecords: 'GET /health-records',
  addHealthRecord: 'POST /health-records',
  listBreedingRecords: 'GET /breeding-records',
  addBreedingRecord: 'POST /breeding-records',
  changeBreedingRecord: 'PATCH /breeding-records/:id',
  deleteBreedingRecord: 'DELETE /breeding-records/:id',
  recordEvents: 'POST /events',
  listEvents: 'GET /events',
  replaceEvent: 'POST /events/:id/replace',
  listAnimalStates: 'GET /animal-states',
  voidEvent: 'POST /events/:id/void',
  listForSale: 'GET /for-sale',
  readListing: 'GET /for-sale/:id',
} as const satisfies Partial<Addresses>;
