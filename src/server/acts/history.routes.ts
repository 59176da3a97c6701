import type { historyRoutes } from '#contract/history.ts';
import type { Deps } from '#server/deps.ts';
import { readInTurn } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listAuthors, readAnimalHistory, readHistory } from './history.service.ts';

export const historyHandlers = ({ db }: Deps): Handlers<typeof historyRoutes> => ({
  readHistory: async ({ query }, { farmId, linkNext }) => {
    const { acts, next } = await readInTurn(db, () => readHistory(db, farmId, query));
    if (next !== undefined) linkNext(next);
    return acts;
  },
  listHistoryAuthors: (_, { farmId }) => listAuthors(db, farmId),
  readAnimalHistory: async ({ params, query }, { farmId, linkNext }) => {
    const { acts, next } = await readInTurn(db, () => readAnimalHistory(db, farmId, params.id, query));
    if (next !== undefined) linkNext(next);
    return acts;
  },
});
