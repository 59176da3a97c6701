import { animalStatesQuery, animalsQuery } from '#web/herd/animals.queries.ts';
import type { RouterContext } from './protection.ts';

/** Not awaited: the page shows its skeleton while the data is loading. */
export function prefetchAnimals({ context: { queryClient } }: { context: RouterContext }): void {
  void queryClient.prefetchQuery(animalsQuery);
  void queryClient.prefetchQuery(animalStatesQuery);
}
