import type { memberRoutes } from '#contract/members.ts';
import type { Deps } from '#server/deps.ts';
import { ensureOwnCopy } from '#server/http/guards.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { invite, listInvitations, revokeInvitation } from './invitations.service.ts';
import { changeMember, leaveFarm, listMembers, removeMember } from './members.service.ts';
import { addPerson, changePerson, deletePerson, listPeople } from './people.service.ts';

export const memberHandlers = (deps: Deps): Handlers<typeof memberRoutes> => ({
  listMembers: (_, context) => listMembers(deps.db, context, deps.now()),
  changeMember: ({ params, body }, context) => changeMember(deps, context, params.userId, body.role),

  removeMember: async ({ params }, context) => {
    await removeMember(deps, context, params.userId);
    return { message: 'Removed. Their devices are signed out of this farm.' };
  },

  leaveFarm: async ({ body }, context) => {
    ensureOwnCopy(context, body);
    const isOtherOpen = await leaveFarm(deps, context);
    if (!isOtherOpen) context.cookie.clear();
    return { message: 'You have left the farm.', isOtherOpen };
  },

  listInvitations: (_, context) => listInvitations(deps, context),
  invite: ({ body }, context) => invite(deps, context, body),

  revokeInvitation: async ({ params }, context) => {
    await revokeInvitation(deps, context, params.id);
    return { message: 'Cancelled. The link no longer works.' };
  },

  listPeople: (_, { farmId }) => listPeople(deps.db, farmId),
  addPerson: ({ body }, context) => addPerson(deps, context, body),
  changePerson: ({ params, body }, context) => changePerson(deps, context, params.id, body.name),

  deletePerson: async ({ params }, context) => {
    await deletePerson(deps, context, params.id);
    return { message: 'Removed from the list.' };
  },
});
