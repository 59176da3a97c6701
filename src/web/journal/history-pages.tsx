import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { HistoryAct } from '#contract/history.ts';
import { QueryFailed } from '#web/components/load-failed.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { HistoryList } from './history-list.tsx';

interface HistoryPagesProps {
  readonly history: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly HistoryAct[] }>>;
  readonly animalId?: string;
  readonly empty: string;
}

export function HistoryPages({ history, animalId, empty }: HistoryPagesProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history;
  const acts = data?.pages.flatMap(({ items }) => items) ?? [];
  // The server stops searching after a while and may return an empty page.
  const looksOn = acts.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (looksOn && !isFetchingNextPage) void fetchNextPage();
  }, [looksOn, isFetchingNextPage, fetchNextPage]);
  if (history.isError && !data) {
    return <QueryFailed what="The history" query={history} />;
  }
  if (!data || looksOn) {
    return (
      <div className="flex flex-col gap-3">
        <output className="sr-only">Loading the history...</output>
        <Skeleton className="h-11" />
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    );
  }
  if (acts.length === 0 && !hasNextPage) return <p className="px-4 py-6 text-muted-foreground">{empty}</p>;
  return (
    <>
      <HistoryList acts={acts} {...(animalId !== undefined && { animalId })} />
      {hasNextPage && (
        <div className="flex flex-col items-center gap-2 px-4 py-4 print:hidden">
          {isFetchNextPageError && <p role="alert">More could not be loaded. The entries above are still here.</p>}
          <Button variant="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
