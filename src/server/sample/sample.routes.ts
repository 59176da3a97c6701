import type { sampleRoutes } from '#contract/sample.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { addSample, removeSample } from './sample.service.ts';

export const sampleHandlers = (deps: Deps): Handlers<typeof sampleRoutes> => ({
  addSample: async (_, member) => ({ animals: await addSample(deps, member) }),
  removeSample: async (_, member) => ({ animals: await removeSample(deps, member) }),
});
