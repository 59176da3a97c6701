import { z } from 'zod';
import { route } from './route.ts';

const SampleAnimals = z.object({ animals: z.int() });

export const sampleRoutes = {
  addSample: route({
    method: 'POST',
    path: '/sample',
    access: 'farm',
    needs: 'manage',
    summary: 'Add up to 20 invented animals, within the limit of its plan, and their places to a farm without animals',
    reply: SampleAnimals,
    errors: ['sample.not_empty'],
  }),
  removeSample: route({
    method: 'DELETE',
    path: '/sample',
    access: 'farm',
    needs: 'manage',
    summary: 'Delete the invented animals with their records, and the invented places that nothing else refers to',
    reply: SampleAnimals,
  }),
} as const;
