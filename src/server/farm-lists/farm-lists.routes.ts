import type { ListName } from '#domain/records/kinds.ts';
import type { PageQuery } from '#server/lists/pages.ts';
import type { choreRoutes } from '#contract/chores.ts';
import type { groupRoutes } from '#contract/groups.ts';
import type { placeRoutes } from '#contract/places.ts';
import type { productRoutes } from '#contract/products.ts';
import type { worklistRoutes } from '#contract/worklists.ts';
import type { FarmId } from '#server/db/farm-id.ts';
import type { Deps } from '#server/deps.ts';
import { writeList, type JsonList } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { entriesAtOnce, listEntriesAsJson } from './farm-lists.queries.ts';
import { addEntry, changeEntry, deleteEntry } from './farm-lists.service.ts';

const list = ({ db }: Deps, farmId: FarmId, table: ListName, query: PageQuery): Promise<JsonList> =>
  writeList(db, query, (rows) => listEntriesAsJson(db, farmId, table, rows), entriesAtOnce[table]);

export const placeHandlers = (deps: Deps): Handlers<typeof placeRoutes> => ({
  listPlaces: async ({ query }, { farmId }) => list(deps, farmId, 'places', query),
  addPlace: ({ body }, context) => addEntry(deps, context, 'places', body),
  changePlace: ({ params, body }, context) => changeEntry(deps, context, 'places', params.id, body),
});

export const groupHandlers = (deps: Deps): Handlers<typeof groupRoutes> => ({
  listGroups: async ({ query }, { farmId }) => list(deps, farmId, 'groups', query),
  addGroup: ({ body }, context) => addEntry(deps, context, 'groups', body),
  changeGroup: ({ params, body }, context) => changeEntry(deps, context, 'groups', params.id, body),
});

export const productHandlers = (deps: Deps): Handlers<typeof productRoutes> => ({
  listProducts: async ({ query }, { farmId }) => list(deps, farmId, 'products', query),
  addProduct: ({ body }, context) => addEntry(deps, context, 'products', body),
  changeProduct: ({ params, body }, context) => changeEntry(deps, context, 'products', params.id, body),
});

export const worklistHandlers = (deps: Deps): Handlers<typeof worklistRoutes> => ({
  listWorklists: async ({ query }, { farmId }) => list(deps, farmId, 'worklists', query),
  addWorklist: ({ body }, context) => addEntry(deps, context, 'worklists', body),
  changeWorklist: ({ params, body }, context) => changeEntry(deps, context, 'worklists', params.id, body),
});

export const choreHandlers = (deps: Deps): Handlers<typeof choreRoutes> => ({
  listChores: async ({ query }, { farmId }) => list(deps, farmId, 'chores', query),
  addChore: ({ body }, context) => addEntry(deps, context, 'chores', body),
  changeChore: ({ params, body }, context) => changeEntry(deps, context, 'chores', params.id, body),
  deleteChore: async ({ params }, context) => {
    await deleteEntry(deps, context, 'chores', params.id);
    return { message: 'Task deleted successfully' };
  },
});
