import type { paperRoutes } from '#contract/papers.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { cancelPaper, issuePaper, listPapers, readPaper } from './papers.service.ts';

export const paperHandlers = (deps: Deps): Handlers<typeof paperRoutes> => ({
  listPapers: ({ query }, context) => listPapers(deps.db, context, query),
  readPaper: ({ params }, { farmId }) => readPaper(deps.db, farmId, params.id),
  issuePaper: ({ body }, context) => issuePaper(deps, context, body),
  cancelPaper: ({ params, body }, context) => cancelPaper(deps, context, params.id, body.reason),
});
