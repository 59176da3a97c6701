import type { syncRoutes } from '#contract/sync.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import type { OfflineHandlers } from './offline-calls.ts';
import { sync } from './sync.service.ts';

export const syncHandlers = (deps: Deps, handlersOf: OfflineHandlers): Handlers<typeof syncRoutes> => ({
  sync: ({ body }, context) => sync(deps, handlersOf, context, body),
});
