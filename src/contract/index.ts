import { accountRoutes } from './accounts.ts';
import { actRoutes } from './acts.ts';
import { adminRoutes } from './admin.ts';
import { animalStateRoutes } from './animal-states.ts';
import { animalRoutes } from './animals.ts';
import { animalTagRoutes } from './animal-tags.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { archiveRoutes } from './archive.ts';
import { breedingRoutes } from './breeding.ts';
import { changeRoutes } from './changes.ts';
import { devicePinRoutes } from './device-pins.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { groupRoutes } from './groups.ts';
import { historyRoutes } from './history.ts';
import { healthRoutes } from './health.ts';
import { hookRoutes } from './hooks.ts';
import { importRoutes } from './imports.ts';
import { favouriteRoutes } from './favourites.ts';
import { marketRoutes } from './market.ts';
import { paperRoutes } from './papers.ts';
import { paymentRoutes } from './payments.ts';
import { joiningRoutes, memberRoutes } from './members.ts';
import { pedigreeRoutes } from './pedigree.ts';
import { placeRoutes } from './places.ts';
import { planRoutes } from './plans.ts';
import { productRoutes } from './products.ts';
import { registrationLinkRoutes } from './registration-links.ts';
import { reportRoutes } from './reports.ts';
import { sampleRoutes } from './sample.ts';
import { siteRoutes } from './site.ts';
import { savedSearchRoutes } from './saved-searches.ts';
import { storefrontRoutes } from './storefront.ts';
import { supportRoutes } from './support.ts';
import { syncRoutes } from './sync.ts';
import { transferRoutes } from './transfers.ts';
import { exposureRoutes } from './exposures.ts';
import { reminderRoutes } from './reminders.ts';
import { choreRoutes } from './chores.ts';
import { worklistRoutes } from './worklists.ts';

export const api = {
  ...accountRoutes,
  ...devicePinRoutes,
  ...joiningRoutes,
  ...memberRoutes,
  ...planRoutes,
  ...paymentRoutes,
  ...animalRoutes,
  ...animalTagRoutes,
  ...fileRoutes,
  ...healthRoutes,
  ...eventRoutes,
  ...animalStateRoutes,
  ...placeRoutes,
  ...groupRoutes,
  ...productRoutes,
  ...worklistRoutes,
  ...exposureRoutes,
  ...choreRoutes,
  ...reminderRoutes,
  ...breedingRoutes,
  ...pedigreeRoutes,
  ...changeRoutes,
  ...syncRoutes,
  ...actRoutes,
  ...historyRoutes,
  ...marketRoutes,
  ...favouriteRoutes,
  ...savedSearchRoutes,
  ...storefrontRoutes,
  ...paperRoutes,
  ...transferRoutes,
  ...reportRoutes,
  ...archiveRoutes,
  ...importRoutes,
  ...apiKeyRoutes,
  ...hookRoutes,
  ...adminRoutes,
  ...sampleRoutes,
  ...siteRoutes,
  ...supportRoutes,
  ...registrationLinkRoutes,
} as const;
export type Api = typeof api;
