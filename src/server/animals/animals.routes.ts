import type { animalRoutes } from '#contract/animals.ts';
import { isSampleId } from '#domain/sample/sample-ids.ts';
import { Problem } from '#server/problem.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/routing/mount.ts';
import { writeList } from '#server/lists/pages.ts';
import { listAnimalsAsJson } from './animals.queries.ts';
import { addAnimal, changeAnimal, deleteAnimal, readAnimal } from './animals.service.ts';

export const animalHandlers = (deps: Deps): Handlers<typeof animalRoutes> => ({
  listAnimals: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (rows) => listAnimalsAsJson(deps.db, farmId, { ...rows, isReference: false })),
  listReferenceAnimals: async ({ query }, { farmId }) =>
    writeList(deps.db, query, (rows) => listAnimalsAsJson(deps.db, farmId, { ...rows, isReference: true })),
  readAnimal: ({ params }, { farmId }) => readAnimal(deps.db, farmId, params.id),
  addAnimal: ({ body }, context) => {
    // Only the sample's own animals have such an id, which counts against no cap.
    if (body.id !== undefined && isSampleId(context.farmId, body.id)) throw new Problem('create.conflict');
    return addAnimal(deps, context, body);
  },
  changeAnimal: ({ params, body }, context) => changeAnimal(deps, context, params.id, body),
  deleteAnimal: async ({ params }, context) => {
    await deleteAnimal(deps, context, params.id);
    return { message: 'Animal deleted successfully' };
  },
});
