import type { supportRoutes } from '#contract/support.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { readAccess } from './support.queries.ts';
import { allowSupport, endSupport, visitFarm } from './support.service.ts';

export const supportHandlers = (deps: Deps): Handlers<typeof supportRoutes> => ({
  readSupportAccess: (_, { farmId }) => readAccess(deps.db, farmId, deps.now()),
  allowSupport: ({ body }, owner) => allowSupport(deps, owner, body.hours),
  endSupport: (_, owner) => endSupport(deps, owner),
  visitFarm: ({ params }, admin) => visitFarm(deps, admin, params.id),
});
