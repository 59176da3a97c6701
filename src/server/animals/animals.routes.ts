import type { animalRoutes } from '#contract/animals.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/mount.ts';
import { cutPage } from '#server/http/pages.ts';
import { listAnimals } from './animals.queries.ts';
import { addAnimal, changeAnimal, deleteAnimal, readAnimal } from './animals.service.ts';

export const animalHandlers = (deps: Deps): Handlers<typeof animalRoutes> => ({
  listAnimals: async ({ query }, { farmId, linkNext }) =>
    cutPage(await listAnimals(deps.db, farmId, { ...query, isReference: false }), query.limit, linkNext),
  listReferenceAnimals: async ({ query }, { farmId, linkNext }) =>
    cutPage(await listAnimals(deps.db, farmId, { ...query, isReference: true }), query.limit, linkNext),
  readAnimal: ({ params }, { farmId }) => readAnimal(deps.db, farmId, params.id),
  addAnimal: ({ body }, { farmId }) => addAnimal(deps, farmId, body),
  changeAnimal: ({ params, body }, { farmId }) => changeAnimal(deps, farmId, params.id, body),
  deleteAnimal: async ({ params }, { farmId }) => {
    await deleteAnimal(deps, farmId, params.id);
    return { message: 'Animal deleted successfully' };
  },
});
