import type { changeRoutes } from '#contract/changes.ts';
import type { Deps } from '#server/deps.ts';
import { notModified, type Handlers } from '#server/routing/mount.ts';
import { readChanges } from './changes.service.ts';

export const changeHandlers = (deps: Deps): Handlers<typeof changeRoutes> => ({
  readChanges: async ({ query }, member) => (await readChanges(deps, member, query)) ?? notModified,
});
