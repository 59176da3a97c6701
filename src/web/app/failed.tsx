import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { NetworkError, PageReloadError, errorMessage } from '#web/lib/server/api.ts';
import { loadPage, useWhenReachable } from '#web/lib/server/reachable.ts';
import type { Failure } from '#web/components/loading/boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { retryFailedParts } from '#web/components/loading/lazily.ts';
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
  const needsReload = error instanceof PageReloadError;
  const tryAgain = async () => {
    setRetrying(true);
    await (needsReload ? loadPage() : retry());
    setRetrying(false);
  };
  useWhenReachable(isUnreachable, () => void tryAgain());
  useEffect(() => {
    if (needsReload && isFirstReload()) void loadPage();
  }, [needsReload]);
  const { title, text } = explain(error);
  return (
    <ErrorScreen
      title={title}
      actions={
        <>
          <Button busy={isRetrying} onClick={() => void tryAgain()}>
            {needsReload ? 'Load the page again' : 'Try again'}
          </Button>
          <Button variant="outline" onClick={onStart}>
            Go to the home page
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
  if (error instanceof PageReloadError) {
    return { title: 'This page needs to be loaded again', text: 'Part of it did not arrive. Everything that was saved is kept.' };
  }
  return {
    title: 'This page could not be shown',
    text: errorMessage(error, 'Everything that was saved is kept. Try again. If it happens again, go to the home page.'),
  };
}

const reloadedAt = 'reloaded-at';
const reloadIntervalMs = 60_000;

/** The chunk may be missing again, for example during a rolling update in which a server still sends the old page. */
function isFirstReload(): boolean {
  try {
    const isRecent = Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadIntervalMs;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    return !isRecent;
  } catch {
    return false;
  }
}
