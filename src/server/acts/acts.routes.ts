import type { actRoutes } from '#contract/acts.ts';
import type { Deps } from '#server/deps.ts';
import { readInTurn } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listActs, undoAct } from './acts.service.ts';

export const actHandlers = (deps: Deps): Handlers<typeof actRoutes> => ({
  listActs: (_, context) => readInTurn(deps.db, () => listActs(deps, context)),
  undoAct: ({ params }, context) => undoAct(deps, context, params.revision),
});
