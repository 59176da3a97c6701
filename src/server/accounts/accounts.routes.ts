import type { accountRoutes } from '#contract/accounts.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { readCurrentUser } from './accounts.queries.ts';
import { changePassword, changeProfile } from './accounts.service.ts';
import { revertEmail } from './email-change.service.ts';
import { signOut } from './device-pins.service.ts';
import { confirmEmail, resendConfirmation } from './email-confirmation.service.ts';
import { requestPasswordReset } from './password-reset.service.ts';
import { register } from './registration.service.ts';
import { isSetupLinkOpen } from './setup.service.ts';
import { signIn } from './sign-in.service.ts';

export const accountHandlers = (deps: Deps): Handlers<typeof accountRoutes> => ({
  currentUser: (_, { viewer }) => readCurrentUser(deps.db, viewer, deps.now()),

  register: async ({ body }, visit) => {
    const { token, user } = await register(deps, body, visit);
    visit.cookie.set(token);
    return user;
  },

  login: async ({ body }, visit) => {
    const { token, user } = await signIn(deps, body, visit);
    visit.cookie.set(token);
    return user;
  },

  resetPassword: async ({ body }, { ip }) => {
    await requestPasswordReset(deps, body.loginId, ip);
    return { message: 'Your password has been emailed to you.' };
  },

  revertEmail: async ({ body }, visit) => {
    await revertEmail(deps, body.token, visit);
    return { message: 'Your old email address is restored, and a temporary password is on its way to it.' };
  },

  confirmEmail: async ({ body }, visit) => {
    await confirmEmail(deps, body.token, visit);
    return { message: 'Your email address is confirmed.' };
  },

  resendConfirmation: async (_, person) => {
    const { wasConfirmed } = await resendConfirmation(deps, person);
    return {
      message: wasConfirmed ? 'Your email address is already confirmed.' : 'The link is on its way to your email address.',
    };
  },

  checkSetupLink: async ({ body }, { ip }) => ({ isOpen: await isSetupLinkOpen(deps, body.token, ip) }),

  logout: async (_, visit) => {
    await signOut(deps, visit);
    visit.cookie.clear();
    return { message: 'Logged out' };
  },

  changePassword: async ({ body }, person) => {
    const { token } = await changePassword(deps, person, body);
    person.cookie.set(token);
    return { message: 'Password changed. Your other devices have been signed out.' };
  },

  changeProfile: async ({ body }, person) => {
    await changeProfile(deps, person, body);
    return readCurrentUser(deps.db, person.viewer, deps.now());
  },
});
