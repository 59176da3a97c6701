import type { animalStateRoutes } from '#contract/animal-states.ts';
import type { Deps } from '#server/deps.ts';
import { inSnapshot } from '#server/db/transaction.ts';
import { writeList } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listStatesAsJson } from './animal-states.service.ts';

export const animalStateHandlers = (deps: Deps): Handlers<typeof animalStateRoutes> => ({
  listAnimalStates: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (rows) => inSnapshot(deps.db, (tx) => listStatesAsJson(tx, farmId, rows))),
});
