import type { joiningRoutes } from '#contract/members.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { acceptInvitation, listFarms, openFarm, openInvitation } from './joining.service.ts';

export const joiningHandlers = (deps: Deps): Handlers<typeof joiningRoutes> => ({
  openInvitation: ({ body }, { ip }) => openInvitation(deps, body.token, ip),
  acceptInvitation: ({ body }, person) => acceptInvitation(deps, person, body.token),
  listFarms: (_, person) => listFarms(deps, person),
  openFarm: ({ params }, person) => openFarm(deps, person, params.id),
});
