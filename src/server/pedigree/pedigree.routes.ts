import type { pedigreeRoutes } from '#contract/pedigree.ts';
import type { Deps } from '#server/deps.ts';
import { readInTurn } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { readPedigree, tryMatings } from './pedigree.service.ts';

export const pedigreeHandlers = ({ db }: Deps): Handlers<typeof pedigreeRoutes> => ({
  readPedigree: ({ params, query }, { farmId }) => readInTurn(db, () => readPedigree(db, farmId, params.id, query.generations)),
  tryMatings: async ({ body }, { farmId }) => ({ pairs: await tryMatings(db, farmId, body) }),
});
