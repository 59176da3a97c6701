import {
  infiniteQueryOptions,
  type Mutation,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  replaceEqualDeep,
} from '@tanstack/react-query';
import type { Api } from '#contract/index.ts';
import type { Call, Reply } from '#contract/route.ts';
import { localCopy } from './local-copy.ts';
import { ApiError, type CallName, call, callPage, callServer, isSessionExpired, urlOf } from './api.ts';

type Reads = { [K in CallName]: Api[K]['method'] extends 'GET' ? K : never }[CallName];

/** The key is the URL path: `useQuery(read('listAnimals', {}))` is refreshed by invalidating `['/api/animals']`. */
export const read = <K extends Reads>(name: K, input: Call<Api[K]>) =>
  queryOptions<Reply<Api[K]>>({
    queryKey: [urlOf(name, input)],
    queryFn: async ({ client, queryKey, signal }) => {
      // The first read shows the copy at once; later reads happen because something has changed.
      if (client.getQueryData(queryKey) !== undefined) await localCopy()?.refresh();
      const stored = (await localCopy()?.answer(name, input as object)) as Reply<Api[K]> | undefined;
      return stored ?? callServer(name, input, signal);
    },
    // If the farm is stored in this browser, the first render has it.
    initialData: () => storedAnswer(name, input),
    structuralSharing: (before, after) => (localCopy()?.share ?? replaceEqualDeep)(before, after),
    meta: { call: name, input: input as object },
  });

function storedAnswer<K extends Reads>(name: K, input: Call<Api[K]>): Reply<Api[K]> | undefined {
  const answer = localCopy()?.answer(name, input as object);
  return answer instanceof Promise ? undefined : (answer as Reply<Api[K]> | undefined);
}

/** The pages of a list, each of which says where the next one begins. The key begins with the path without the query. */
export const readPages = <K extends Reads>(name: K, input: Call<Api[K]>) => {
  const { query, ...address } = input as { readonly query?: object };
  return infiniteQueryOptions({
    queryKey: [urlOf(name, { ...address, query: {} } as Call<Api[K]>), query],
    queryFn: ({ pageParam, signal }) =>
      callPage(name, { ...address, query: { ...query, cursor: pageParam } } as Call<Api[K]>, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
};

interface QueryMeta extends Record<string, unknown> {
  readonly call?: string;
  readonly input?: object;
}

interface MutationMeta extends Record<string, unknown> {
  readonly isPendingUntilRead?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

/** null instead of an error if nobody is signed in. The server is not asked if `isNull` already knows. */
export const readOrNull = <K extends Reads>(name: K, input: Call<Api[K]>, isNull = () => false) =>
  queryOptions<Reply<Api[K]> | null>({
    queryKey: [urlOf(name, input)],
    queryFn: async ({ signal }) => {
      if (isNull()) return null;
      return call(name, input, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      });
    },
  });

/** The specification demands no retries, no refetch on focus, no polling and data that never becomes stale. */
export function createQueryClient(onSignedOut: (client: QueryClient) => void): QueryClient {
  const detectSignOut = (error: unknown) => {
    if (isSessionExpired(error)) onSignedOut(client);
    // This person is no longer an administrator.
    if (error instanceof ApiError && error.code === 'role.forbidden')
      void client.refetchQueries({ queryKey: [urlOf('currentUser', {})] });
  };
  // After a save, the shown data is read again, once for all saves sent together. A stored farm has shown the change before.
  const refresh = (mutation: Mutation<unknown, unknown>): Promise<void> | undefined => {
    if (client.isMutating() > 1) return undefined;
    const isRead = client.invalidateQueries({ predicate: ({ meta }) => meta?.call !== undefined });
    return mutation.meta?.isPendingUntilRead ? isRead : undefined;
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: detectSignOut }),
    mutationCache: new MutationCache({
      onError: detectSignOut,
      onSettled: (_data, _error, _input, _before, mutation) => refresh(mutation),
    }),
    defaultOptions: {
      // The default would hold requests back while the browser believes it is offline, which is often wrong on a farm with dead
      // spots.
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

/** Reads again what could not be read. */
export const retryFailed = (
  queries: readonly { readonly isError: boolean; readonly refetch: () => Promise<unknown> }[],
): void => {
  for (const { isError, refetch } of queries) if (isError) void refetch();
};
