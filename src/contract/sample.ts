import { z } from 'zod';
import { route } from './route.ts';

const SampleAnimals = z.object({ animals: z.int() });

export const sampleRoutes = {
  addSample: route({
    method: 'POST',
    path: '/sample',
    access: 'farm',
    needs: 'manage',
    summary: 'Fill a farm without animals with up to 20 invented ones, which leave room in its plan',
    reply: SampleAnimals,
    errors: ['sample.not_empty'],
  }),
  removeSample: route({
    method: 'DELETE',
    path: '/sample',
    access: 'farm',
    needs: 'manage',
    summary: 'Delete the invented animals with what was recorded about them, and nothing else',
    reply: SampleAnimals,
  }),
} as const;
