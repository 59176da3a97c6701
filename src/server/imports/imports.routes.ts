import type { ImportDetail, importRoutes } from '#contract/imports.ts';
import type { Deps } from '#server/deps.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { applyImport } from './apply-import.service.ts';
import { listImports } from './imports.queries.ts';
import { addImport, asImport, changeImport, describeImport, findStored, listRows } from './imports.service.ts';
import { openLeftOut } from './left-out.service.ts';
import { undoImport } from './undo-import.service.ts';

export function importHandlers(deps: Deps): Handlers<typeof importRoutes> {
  const read = async (farmId: FarmId, id: string): Promise<ImportDetail> =>
    describeImport(deps, farmId, await findStored(deps.db, farmId, id));
  return {
    addImport: async ({ file }, { farmId }) => describeImport(deps, farmId, await addImport(deps, farmId, file)),
    listImports: async (_, { farmId }) => (await listImports(deps.db, farmId)).map(asImport),
    readImport: ({ params }, { farmId }) => read(farmId, params.id),
    changeImport: async ({ params, body }, { farmId }) =>
      describeImport(deps, farmId, await changeImport(deps, farmId, params.id, body)),
    listImportRows: ({ params, query }, { farmId }) => listRows(deps, farmId, params.id, query),
    downloadLeftOut: ({ params }, { farmId }) => openLeftOut(deps, farmId, params.id),
    applyImport: async ({ params }, context) => {
      await applyImport(deps, context, params.id);
      return read(context.farmId, params.id);
    },
    undoImport: async ({ params }, context) => {
      await undoImport(deps, context, params.id);
      return read(context.farmId, params.id);
    },
  };
}
