import type { animalTagRoutes } from '#contract/animal-tags.ts';
import type { Deps } from '#server/deps.ts';
import { writeList } from '#server/lists/pages.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { listAnimalTagsAsJson, listEarlierTagsAsJson } from './animal-tags.queries.ts';
import { addAnimalTag, changeAnimalTag, deleteAnimalTag } from './animal-tags.service.ts';

export const animalTagHandlers = (deps: Deps): Handlers<typeof animalTagRoutes> => ({
  listAnimalTags: async ({ query: { animalId, ...page } }, { farmId }) =>
    writeList(deps.db, page, (rows) => listAnimalTagsAsJson(deps.db, farmId, animalId, rows)),
  listEarlierTags: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (rows) => listEarlierTagsAsJson(deps.db, farmId, rows)),
  addAnimalTag: ({ body }, context) => addAnimalTag(deps, context, body),
  changeAnimalTag: ({ params, body }, context) => changeAnimalTag(deps, context, params.id, body),
  deleteAnimalTag: async ({ params }, context) => {
    await deleteAnimalTag(deps, context, params.id);
    return { message: 'Number deleted successfully' };
  },
});
