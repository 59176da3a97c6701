import './app/yield-first.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setInitialData, takeInitialData } from './app/initial-data.ts';
import { createAppRouter, followTitle } from './app/router.ts';
import { FailedApp } from './app/failed.tsx';
import './app/styles.css';
import { createHydration } from './app/hydration.tsx';
import { leaveDialogEntries } from '#web/ui/use-back-closes.ts';
import { isUnfetched } from './lib/import-part.ts';
import { yieldToMain } from './lib/yield-to-main.ts';
import { followAccount } from './lib/follow-account.ts';
import { createQueryClient } from './lib/query.ts';
import { becomeVisitor, type SignedOut } from './lib/session.ts';
import { followTheme } from './lib/theme.ts';
import { Boundary } from '#web/components/boundary.tsx';
import { Toasts } from '#web/components/toasts.tsx';
import { dismissToasts } from '#web/lib/use-toast.ts';

// Starting the page takes a slow phone a third of a second, so it is split into tasks between which input is handled.
await yieldToMain();

// The content policy allows only style elements with this response's nonce; the scroll lock of dialogs adds one.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '');
followTheme();

await leaveDialogEntries();

const signOut = (how: SignedOut['how']): void => {
  becomeVisitor(queryClient, how);
  // The sign-in page says that the session is over, so the toasts that said it are dismissed.
  void router.invalidate().then(dismissToasts);
};
const queryClient = createQueryClient(() => signOut('ended'));
followAccount(queryClient, signOut);
setInitialData(queryClient, takeInitialData());
const router = createAppRouter(queryClient);
followTitle(router);

const element = document.getElementById('root') as HTMLElement;
const Hydration = createHydration(element, router);
await yieldToMain();
// The prerendered screen stays until the whole screen can replace it.
await router.load();
await yieldToMain();
const root = createRoot(element, {
  // A part that could not be fetched is reported on the screen; anything else that a boundary catches is a bug.
  onCaughtError: (error) => isUnfetched(error) || console.error(error),
});
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Boundary renderFailure={FailedApp}>
          <Boundary renderFailure={FailedApp}>
            <RouterProvider router={router} />
          </Boundary>
          <Toasts />
          <Hydration />
        </Boundary>
      </QueryClientProvider>
    </StrictMode>,
  ),
);
