import { animalRoutes } from '#contract/animals.ts';
import { animalTagRoutes } from '#contract/animal-tags.ts';
import { breedingRoutes } from '#contract/breeding.ts';
import { choreRoutes } from '#contract/chores.ts';
import { eventRoutes } from '#contract/events.ts';
import { exposureRoutes } from '#contract/exposures.ts';
import { groupRoutes } from '#contract/groups.ts';
import { healthRoutes } from '#contract/health.ts';
import { placeRoutes } from '#contract/places.ts';
import { productRoutes } from '#contract/products.ts';
import { reminderRoutes } from '#contract/reminders.ts';
import { worklistRoutes } from '#contract/worklists.ts';
import type { Handlers } from '#server/routing/mount.ts';
import type { Deps } from './deps.ts';
import { farmListHandlers } from './farm-lists/farm-lists.routes.ts';
import { animalHandlers } from './animals/animals.routes.ts';
import { animalTagHandlers } from './animal-tags/animal-tags.routes.ts';
import { breedingHandlers } from './breeding/breeding.routes.ts';
import { eventHandlers } from './events/events.routes.ts';
import { exposureHandlers } from './exposures/exposures.routes.ts';
import { healthHandlers } from './health/health.routes.ts';
import { reminderHandlers } from './reminders/reminders.routes.ts';

/** Routes of a farm's records. `POST /api/sync` also calls their handlers, which it creates with its own transaction. */
export const recordRoutes = {
  ...animalRoutes,
  ...animalTagRoutes,
  ...healthRoutes,
  ...eventRoutes,
  ...placeRoutes,
  ...groupRoutes,
  ...productRoutes,
  ...worklistRoutes,
  ...choreRoutes,
  ...reminderRoutes,
  ...breedingRoutes,
  ...exposureRoutes,
} as const;

export const recordHandlers = (deps: Deps): Handlers<typeof recordRoutes> => ({
  ...animalHandlers(deps),
  ...animalTagHandlers(deps),
  ...healthHandlers(deps),
  ...eventHandlers(deps),
  ...farmListHandlers(deps),
  ...reminderHandlers(deps),
  ...breedingHandlers(deps),
  ...exposureHandlers(deps),
});
