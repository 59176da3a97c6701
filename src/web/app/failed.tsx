import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NetworkError, errorMessage } from '#web/lib/api.ts';
import { OutdatedPageError } from '#web/lib/import-part.ts';
import { loadPage, useWhenReachable } from '#web/lib/reachable.ts';
import type { Failure } from '#web/components/boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { retryFailedParts } from '#web/components/lazily.ts';
import { ErrorScreen } from './error-screen.tsx';

export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    await retryFailedParts();
    reset();
    await router.invalidate();
  };
  return <FailedPage error={error} retry={retry} onStart={() => void router.navigate({ to: '/' })} />;
}

export function FailedScreen(props: ErrorComponentProps) {
  return (
    <main className="px-4">
      <Failed {...props} />
    </main>
  );
}

export function FailedApp(failure: Failure) {
  return (
    <main className="px-4">
      <FailedPage {...failure} onStart={() => void loadPage('/')} />
    </main>
  );
}

function FailedPage({ error, retry, onStart }: Failure & { onStart: () => void }) {
  const [isRetrying, setRetrying] = useState(false);
  const isUnreachable = error instanceof NetworkError;
  const isOutdated = error instanceof OutdatedPageError;
  const tryAgain = async () => {
    setRetrying(true);
    await (isOutdated ? loadPage() : retry());
    setRetrying(false);
  };
  useWhenReachable(isUnreachable, () => void tryAgain());
  useEffect(() => {
    if (isOutdated && isFirstReload()) void loadPage();
  }, [isOutdated]);
  const { title, text } = explain(error);
  return (
    <ErrorScreen
      title={title}
      actions={
        <>
          <Button busy={isRetrying} onClick={() => void tryAgain()}>
            {isOutdated ? 'Load the new version' : 'Try again'}
          </Button>
          <Button variant="outline" onClick={onStart}>
            Go to the start
          </Button>
        </>
      }
    >
      {text}
    </ErrorScreen>
  );
}

function explain(error: unknown): { title: string; text: string } {
  if (error instanceof NetworkError) {
    return {
      title: 'The server could not be reached',
      text: 'Everything that was saved is kept. This page comes back by itself when the connection does.',
    };
  }
  if (error instanceof OutdatedPageError) {
    return { title: 'There is a newer version', text: 'It has to be loaded before you can go on. What you typed is kept.' };
  }
  return {
    title: 'This page could not be shown',
    text: errorMessage(error, 'Everything that was saved is kept. Try again; if it happens once more, go to the start.'),
  };
}

const reloadedAt = 'reloaded-at';
const reloadIntervalMs = 60_000;

/** During a rolling update a server may still send the old page, so it is reloaded only once. */
function isFirstReload(): boolean {
  try {
    const isRecent = Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadIntervalMs;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    return !isRecent;
  } catch {
    return false;
  }
}
