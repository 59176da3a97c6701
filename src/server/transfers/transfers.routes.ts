import type { transferRoutes } from '#contract/transfers.ts';
import { readRegional } from '#server/db/regional.ts';
import { inSnapshot } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { readInTurn } from '#server/lists/pages.ts';
import { findPaper } from '#server/papers/papers.queries.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { collectSold, ensureMovementDocument } from './collect-sold.ts';
import { writeSold } from './sold-file.ts';
import { acceptTransfer, listTransfers, makeTransfer, openTransfer, revokeTransfer } from './transfers.service.ts';

const downloads = { hits: 20, seconds: 3600 };
const tooOften = 'You have downloaded very many animals in the last hour. Wait a while and try again.';

export const transferHandlers = (deps: Deps): Handlers<typeof transferRoutes> => ({
  listTransfers: ({ params }, { farmId }) => listTransfers(deps, farmId, params.id),
  makeTransfer: ({ body }, context) => makeTransfer(deps, context, body),

  revokeTransfer: async ({ params }, context) => {
    await revokeTransfer(deps, context, params.id);
    return { message: 'Revoked. The code no longer works.' };
  },

  downloadSold: async ({ params, query }, { farmId }) => {
    await deps.limits.hit(`sold-download:${farmId}`, downloads, tooOften);
    const withNotes = query.notes === 'yes';
    const { sold, label, seller } = await inSnapshot(deps.db, async (tx) => {
      const paper = ensureMovementDocument(await findPaper(tx, farmId, params.id));
      const { name: farmName } = await tx.selectFrom('farms').select('name').where('id', '=', farmId).executeTakeFirstOrThrow();
      const { weightUnit } = await readRegional(tx, farmId);
      return {
        sold: await collectSold(tx, farmId, paper, { farmName, withNotes }),
        label: paper.label,
        seller: { farmName, weightUnit },
      };
    });
    return {
      fileName: `animals-${label}.zip`,
      mediaType: 'application/zip',
      open: () => writeSold(deps, sold, seller),
    };
  },

  acceptTransfer: ({ body }, context) => acceptTransfer(deps, context, body.code),
  openTransfer: ({ body }, { ip }) => readInTurn(deps.db, () => openTransfer(deps, body.code, ip)),
});
