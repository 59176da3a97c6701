import type { accountRoutes } from '#contract/accounts.ts';
import type { Deps } from '#server/app.ts';
import type { Handlers } from '#server/http/mount.ts';
import { Problem } from '#server/http/problem.ts';
import { endSession } from '#server/http/sessions.ts';
import { readCurrentUser } from './accounts.queries.ts';
import { register } from './registration.service.ts';
import { signIn } from './sign-in.service.ts';

export const accountHandlers = (deps: Deps): Handlers<typeof accountRoutes> => ({
  currentUser: (_, { viewer }) => readCurrentUser(deps.db, viewer.userId, viewer.sessionHash),

  register: async ({ body }, { ip, cookie, log }) => {
    const { token, user } = await register(deps, body, { ip, formerToken: cookie.token });
    cookie.set(token);
    log.info({ security: 'registered', userId: user.id, ip });
    return user;
  },

  login: async ({ body }, { ip, cookie, log }) => {
    const { token, user } = await signIn(deps, body, { ip, formerToken: cookie.token });
    cookie.set(token);
    log.info({ security: 'signed in', userId: user.id, ip });
    return user;
  },

  logout: async (_, { cookie }) => {
    if (cookie.token) await endSession(deps.db, cookie.token);
    cookie.clear();
    return { message: 'Logged out' };
  },

  resetPassword: async () => {
    throw new Problem('server.busy');
  },
  changePassword: async () => {
    throw new Problem('server.busy');
  },
  changeProfile: async () => {
    throw new Problem('server.busy');
  },
});
