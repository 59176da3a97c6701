import { animalsQuery } from '#web/herd/data/animals.queries.ts';
import type { RouterContext } from './protection.ts';
import { shell } from './root.tsx';

/** A screen of the farm that shows its animals. They are not awaited: the page shows its skeleton while they are loading. */
export const ofHerd = {
  getParentRoute: () => shell,
  loader: ({ context }: { context: RouterContext }) => void context.queryClient.prefetchQuery(animalsQuery),
};
