import { use } from 'react';
import { NetworkError, PageReloadError, errorMessage, isOutcomeUnknown } from '#web/lib/server/api.ts';
import { loadPage, useWhenReachable } from '#web/lib/server/reachable.ts';
import type { Failure } from './boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence } from '#web/ui/drawings/broken-fence.tsx';
import { EmptyState } from '../page/empty-state.tsx';
import { IsOutageShown } from './outage-shown.ts';

interface LoadFailedProps {
  readonly what: string;
  readonly error: unknown;
  readonly busy?: boolean;
  readonly onRetry: () => void;
}

/** Retries by itself when the server can be reached again. */
export function LoadFailed({ what, error, busy = false, onRetry }: LoadFailedProps) {
  useWhenReachable(isOutcomeUnknown(error), onRetry);
  const isShownElsewhere = use(IsOutageShown) && isOutcomeUnknown(error);
  const needsReload = error instanceof PageReloadError;
  if (isShownElsewhere) return <p className="p-5 text-muted-foreground">{what} could not be loaded.</p>;
  return (
    <div role="alert">
      <EmptyState
        drawing={<BrokenFence />}
        title={`${what} could not be loaded`}
        action={
          <Button busy={busy} onClick={needsReload ? () => void loadPage() : onRetry}>
            {needsReload ? 'Load the page again' : 'Try again'}
          </Button>
        }
      >
        {reasonOf(error)} Everything that was saved is kept.
      </EmptyState>
    </div>
  );
}

export interface FailedQuery {
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

export const QueryFailed = ({ what, query }: { readonly what: string; readonly query: FailedQuery }) => (
  <LoadFailed what={what} error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
);

export const failedPart =
  (what: string) =>
  ({ error, retry }: Failure) => <LoadFailed what={what} error={error} onRetry={() => void retry()} />;

function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return error.message;
  if (error instanceof PageReloadError) return 'Part of this page did not arrive.';
  return errorMessage(error, '');
}
