import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { maxFavourites } from '#domain/listings.ts';
import type { FailedQuery } from '#web/components/loading/load-failed.tsx';
import { ApiError, call } from '#web/lib/server/api.ts';
import { readSetting, storeSetting } from '#web/lib/device/device-setting.ts';
import { Signal } from '#web/lib/signal.ts';
import { useCurrentUser } from '#web/lib/session/session.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { toast } from '#web/lib/use-toast.ts';

const storageKey = 'favourites';
const changes = new Signal();

const readText = (): string => readSetting(storageKey) ?? '[]';

function parse(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, maxFavourites) : [];
  } catch {
    return [];
  }
}

function store(ids: readonly string[]): void {
  if (!storeSetting(storageKey, JSON.stringify(ids.slice(0, maxFavourites)))) {
    toast({ variant: 'destructive', title: 'Error', description: 'This browser does not store favourites' });
  }
  changes.tell();
}

function subscribe(listener: () => void): () => void {
  const leave = changes.subscribe(listener);
  addEventListener('storage', listener);
  return () => {
    leave();
    removeEventListener('storage', listener);
  };
}

const queryKey = ['/api/favourites'];

interface Favourites {
  /** Newest first; undefined while they are read, and if they could not be read. */
  readonly ids: readonly string[] | undefined;
  readonly isStoredHere: boolean;
  /** Set if those of the account could not be read. */
  readonly failed: FailedQuery | undefined;
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
    onError: (error) => toastFailure(error, 'The favourite was not saved'),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  useEffect(() => {
    if (!isSignedIn || parse(readText()).length === 0) return;
    handingOver ??= handOver(client).finally(() => {
      handingOver = undefined;
    });
  }, [isSignedIn, client]);
  const ids = isSignedIn ? account.data : here;
  return {
    ids,
    isStoredHere: !isSignedIn,
    failed: isSignedIn && account.isError && !account.data ? account : undefined,
    toggle: (id) => {
      const isMarked = !ids?.includes(id);
      if (isSignedIn) change.mutate({ id, isMarked });
      // Read anew, because several may be changed before the next rendering.
      else store([...(isMarked ? [id] : []), ...parse(readText()).filter((one) => one !== id)]);
    },
  };
}

const showAtOnce = (client: QueryClient, id: string, isMarked: boolean): void =>
  void client.setQueryData<string[]>(queryKey, (before = []) => [
    ...(isMarked ? [id] : []),
    ...before.filter((one) => one !== id),
  ]);

let handingOver: Promise<void> | undefined;

/** Once for all hearts of a page. An animal leaves this browser when the account has it or refuses it; without an answer it stays until the next time. */
async function handOver(client: QueryClient): Promise<void> {
  for (const id of parse(readText()).toReversed()) {
    try {
      await call('addFavourite', { params: { id } });
    } catch (error) {
      if (!(error instanceof ApiError) || !refusals.has(error.status)) continue;
    }
    store(parse(readText()).filter((one) => one !== id));
  }
  await client.invalidateQueries({ queryKey });
}

/** The animal is no longer for sale, the account has no room for more, or the stored text is no id. */
const refusals: ReadonlySet<number> = new Set([400, 404, 409]);
