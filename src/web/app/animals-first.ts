import { animalStatesQuery, animalsQuery } from '#web/herd/animals.queries.ts';
import type { RouterContext } from './protection.ts';

// Not awaited: the page shows its skeleton while the data is loading.
export const prefetchAnimals = ({ context }: { context: RouterContext }) => void context.queryClient.prefetchQuery(animalsQuery);

/** With what the cards of animals say. */
export function prefetchCards({ context }: { context: RouterContext }): void {
  prefetchAnimals({ context });
  void context.queryClient.prefetchQuery(animalStatesQuery);
}
