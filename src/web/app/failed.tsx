import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { NetworkError, sentenceOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { BrokenFence } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** Stands where a page should be that could not be shown. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isUnreachable = error instanceof NetworkError;
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main className="mx-auto max-w-2xl px-4 py-10" role="alert">
      <EmptyState
        drawing={<BrokenFence />}
        title={isUnreachable ? 'The server could not be reached' : 'This page could not be shown'}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button onClick={tryAgain}>Try again</Button>
            <Button variant="outline" onClick={() => location.assign('/')}>
              Go to the start
            </Button>
          </div>
        }
      >
        {isUnreachable
          ? 'Everything that was saved is kept. Check the connection and try again.'
          : sentenceOf(error, 'Everything that was saved is kept. Try again; if it happens once more, go to the start.')}
      </EmptyState>
    </main>
  );
}
