import '#web/lib/later-market-addresses.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { maxFavourites } from '#domain/listings.ts';
import { ApiError, call, errorMessage } from '#web/lib/api.ts';
import { useCurrentUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/use-toast.ts';

const storageKey = 'favourites';
const listeners = new Set<() => void>();

const readText = (): string => {
  try {
    return localStorage.getItem(storageKey) ?? '[]';
  } catch {
    return '[]';
  }
};

function parse(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxFavourites) : [];
  } catch {
    return [];
  }
}

function store(ids: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(ids.slice(0, maxFavourites)));
  } catch {
    toast({ variant: 'destructive', title: 'Error', description: 'This browser does not store favourites' });
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

const queryKey = ['/api/favourites'];

interface Favourites {
  /** Newest first; undefined while they are read. */
  readonly ids: readonly string[] | undefined;
  readonly isStoredHere: boolean;
  readonly toggle: (id: string) => void;
}

/** Stored in this browser until somebody signs in; then the account gets them. */
export function useFavourites(): Favourites {
  const client = useQueryClient();
  const { data: user } = useCurrentUser();
  const isSignedIn = user != null;
  const here = parse(useSyncExternalStore(subscribe, readText));
  const account = useQuery({
    queryKey,
    queryFn: async () => (await call('listFavourites', {})).map(({ id }) => id),
    enabled: isSignedIn,
  });
  const change = useMutation({
    mutationFn: ({ id, isMarked }: { id: string; isMarked: boolean }) =>
      call(isMarked ? 'addFavourite' : 'removeFavourite', { params: { id } }),
    onMutate: ({ id, isMarked }) => showAtOnce(client, id, isMarked),
    onError: (error) => {
      toast({ variant: 'destructive', title: 'Error', description: errorMessage(error, 'The favourite was not saved') });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  useEffect(() => {
    if (isSignedIn && parse(readText()).length > 0) void handOver(client);
  }, [isSignedIn, client]);
  const ids = isSignedIn ? account.data : here;
  return {
    ids,
    isStoredHere: !isSignedIn,
    toggle: (id) => {
      const isMarked = !ids?.includes(id);
      if (isSignedIn) change.mutate({ id, isMarked });
      else store(isMarked ? [id, ...here] : here.filter((one) => one !== id));
    },
  };
}

const showAtOnce = (client: QueryClient, id: string, isMarked: boolean): void =>
  void client.setQueryData<string[]>(queryKey, (before = []) => [
    ...(isMarked ? [id] : []),
    ...before.filter((one) => one !== id),
  ]);

/** Animals no longer for sale are not transferred. Those without an answer stay here until the next time. */
async function handOver(client: QueryClient): Promise<void> {
  const ids = parse(readText());
  store([]);
  const unanswered: string[] = [];
  for (const id of ids.toReversed()) {
    await call('addFavourite', { params: { id } }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status >= 500) unanswered.unshift(id);
    });
  }
  if (unanswered.length > 0) store(unanswered);
  await client.invalidateQueries({ queryKey });
}
