import type { choreRoutes } from '#contract/chores.ts';
import type { groupRoutes } from '#contract/groups.ts';
import type { placeRoutes } from '#contract/places.ts';
import type { productRoutes } from '#contract/products.ts';
import type { worklistRoutes } from '#contract/worklists.ts';
import { callsOf, type ListName } from '#domain/records/kinds.ts';
import type { Deps } from '#server/deps.ts';
import type { InFarm } from '#server/http/guards.ts';
import { type PageQuery, writeList } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { entriesAtOnce, type FieldsOf, listEntriesAsJson } from './farm-lists.queries.ts';
import { addEntry, changeEntry, deleteEntry } from './farm-lists.service.ts';

type Lists = typeof placeRoutes & typeof groupRoutes & typeof productRoutes & typeof worklistRoutes & typeof choreRoutes;

/** The calls of the lists that have no service of their own. */
export const farmListHandlers = (deps: Deps): Handlers<Lists> => ({
  ...(Object.assign({}, ...simpleLists.map((list) => handlersOf(deps, list))) as Handlers<Omit<Lists, 'deleteChore'>>),
  deleteChore: async ({ params }, context) => {
    await deleteEntry(deps, context, 'chores', params.id);
    return { message: 'Task deleted successfully' };
  },
});

const simpleLists = ['places', 'groups', 'products', 'worklists', 'chores'] as const;

interface Written<T extends ListName> {
  readonly params: { readonly id: string };
  readonly body: FieldsOf<T>;
}

function handlersOf<T extends ListName>(deps: Deps, table: T) {
  const { db } = deps;
  const { list, add, change } = callsOf(table);
  return {
    [list]: async ({ query }: { readonly query: PageQuery }, { farmId }: InFarm) =>
      writeList(db, query, (rows) => listEntriesAsJson(db, farmId, table, rows), entriesAtOnce[table]),
    [add]: ({ body }: Written<T>, context: InFarm) => addEntry(deps, context, table, body),
    [change]: ({ params, body }: Written<T>, context: InFarm) => changeEntry(deps, context, table, params.id, body),
  };
}
