import { NetworkError, sentenceOf } from '#web/lib/api.ts';
import { Button } from './button.tsx';
import { BrokenFence } from './drawings.tsx';
import { EmptyState } from './empty-state.tsx';

interface LoadFailedProps {
  /** What could not be shown: 'The health records'. */
  readonly what: string;
  readonly error: unknown;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Stands where a list should be that could not be read. */
export function LoadFailed({ what, error, busy, onRetry }: LoadFailedProps) {
  const why = error instanceof NetworkError ? 'The server could not be reached.' : sentenceOf(error, '');
  return (
    <div role="alert">
      <EmptyState
        drawing={<BrokenFence />}
        title={`${what} could not be loaded`}
        action={
          <Button busy={busy} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {why} Everything that was saved is kept.
      </EmptyState>
    </div>
  );
}
