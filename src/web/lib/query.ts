import { MutationCache, QueryCache, QueryClient, queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call, Reply } from '#contract/route.ts';
import type { CallName } from './addresses.ts';
import { ApiError, call, callAgain, isSessionOver, keepTag, urlOf } from './api.ts';

type Reads = { [K in CallName]: Api[K]['method'] extends 'GET' ? K : never }[CallName];

/** Query options of a GET; the key is the URL path: `useQuery(read('listAnimals', {}))`, refreshed by `['/api/animals']`. */
export const read = <K extends Reads>(name: K, input: Call<Api[K]>) =>
  queryOptions<Reply<Api[K]>>({
    queryKey: [urlOf(name, input)],
    queryFn: ({ client, queryKey, signal }) => callAgain(name, input, client.getQueryData(queryKey), signal),
    structuralSharing: share,
  });

/** What is equal stays the object it was; the ETag goes with the one that is kept. */
function share(before: unknown, after: unknown): unknown {
  const kept = replaceEqualDeep(before, after);
  keepTag(after, kept);
  return kept;
}

/** The same, but nobody being signed in is an empty answer instead of a failure. */
export const readOrNull = <K extends Reads>(name: K, input: Call<Api[K]>) =>
  queryOptions<Reply<Api[K]> | null>({
    queryKey: [urlOf(name, input)],
    queryFn: ({ signal }) =>
      call(name, input, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }),
  });

/** As specified: no retries, no refetch on focus, no polling, never stale. `onSignedOut` hears that the session has ended. */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const notice = (error: unknown) => {
    if (isSessionOver(error)) onSignedOut(client);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: notice }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      // A farm has dead spots: a request is sent and fails honestly rather than waiting unseen for the network.
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Infinity,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
