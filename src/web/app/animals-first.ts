import { animalsQuery } from '#web/herd/animals.queries.ts';
import type { RouterContext } from './protection.ts';

// Not awaited: the page shows its skeleton while the data is loading.
export const prefetchAnimals = ({ context }: { context: RouterContext }) => void context.queryClient.prefetchQuery(animalsQuery);
