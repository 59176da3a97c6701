import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { NetworkError, sentenceOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { DeadEnd } from './dead-end.tsx';

/** Stands in place of a page that could not be shown. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isUnreachable = error instanceof NetworkError;
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <DeadEnd
      title={isUnreachable ? 'The server could not be reached' : 'This page could not be shown'}
      ways={
        <>
          <Button onClick={tryAgain}>Try again</Button>
          <Button variant="outline" onClick={() => location.assign('/')}>
            Go to the start
          </Button>
        </>
      }
    >
      {isUnreachable
        ? 'Everything that was saved is kept. Check the connection and try again.'
        : sentenceOf(error, 'Everything that was saved is kept. Try again; if it happens once more, go to the start.')}
    </DeadEnd>
  );
}

/** The same where not even the layout around the page could be shown. */
export function FailedScreen(props: ErrorComponentProps) {
  return (
    <main className="px-4">
      <Failed {...props} />
    </main>
  );
}
