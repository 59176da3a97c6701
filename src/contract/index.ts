import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { animalStateRoutes } from './animal-states.ts';
import { animalRoutes } from './animals.ts';
import { archiveRoutes } from './archive.ts';
import { breedingRoutes } from './breeding.ts';
import { changeRoutes } from './changes.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes } from './health.ts';
import { importRoutes } from './imports.ts';
import { marketRoutes } from './market.ts';
import { paymentRoutes } from './payments.ts';
import { planRoutes } from './plans.ts';
import { reportRoutes } from './reports.ts';

export const api = {
  ...accountRoutes,
  ...planRoutes,
  ...paymentRoutes,
  ...animalRoutes,
  ...fileRoutes,
  ...healthRoutes,
  ...eventRoutes,
  ...animalStateRoutes,
  ...breedingRoutes,
  ...changeRoutes,
  ...marketRoutes,
  ...reportRoutes,
  ...archiveRoutes,
  ...importRoutes,
  ...adminRoutes,
} as const;
export type Api = typeof api;
