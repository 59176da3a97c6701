import type { eventRoutes } from '#contract/events.ts';
import type { Api } from '#contract/index.ts';

export type ClientApi = Api & typeof eventRoutes;

export type Addresses = { readonly [K in keyof ClientApi]: `${ClientApi[K]['method']} ${ClientApi[K]['path']}` };

/**
 * Addresses used by visitors' screens; the others are in later-addresses.ts. They are written out so that the schemas stay on the
 * server. A row that differs from the contract does not compile.
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
  openInvitation: 'POST /invitations/open',
  logout: 'POST /auth/logout',
  readSite: 'GET /site',
  listForSale: 'GET /for-sale',
  readListing: 'GET /for-sale/:id',
} as const satisfies Partial<Addresses>;
