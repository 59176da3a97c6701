import './app/first-turn.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepBeginning, readBeginning } from './app/beginning.ts';
import { createAppRouter, followTitle } from './app/router.ts';
import { FailedApp } from './app/failed.tsx';
import './app/styles.css';
import { takingOver } from './app/take-over.tsx';
import { leaveDialogEntries } from '#web/ui/use-back-closes.ts';
import { isUnfetched } from './lib/import-part.ts';
import { nextTurn } from './lib/next-turn.ts';
import { followAccount } from './lib/one-account.ts';
import { createQueryClient } from './lib/query.ts';
import { becomeVisitor, type SignedOut } from './lib/session.ts';
import { followTheme } from './lib/theme.ts';
import { Boundary } from '#web/components/boundary.tsx';
import { Toasts } from '#web/components/toasts.tsx';
import { dismissToasts } from '#web/lib/use-toast.ts';

// What begins a page takes a slow phone a third of a second: in turns, between which a touch is answered.
await nextTurn();

// The content policy lets in only styles with this answer's nonce; what locks the page's scrolling behind a dialog needs one.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '');
followTheme();

await leaveDialogEntries();

const signOut = (how: SignedOut['how']): void => {
  becomeVisitor(queryClient, how);
  // What failed for want of a session has said so; from then on the sign-in page says it.
  void router.invalidate().then(dismissToasts);
};
const queryClient = createQueryClient(() => signOut('ended'));
followAccount(queryClient, signOut);
keepBeginning(queryClient, readBeginning());
const router = createAppRouter(queryClient);
followTitle(router);

const place = document.getElementById('root') as HTMLElement;
const TakeOver = takingOver(place, router);
await nextTurn();
// The first HTML shows what can be shown so far. It stays until the screen can be drawn in one go, and that in small steps.
await router.load();
await nextTurn();
const root = createRoot(place, {
  // A part that could not be fetched is said on the screen; everything else that a boundary catches is a mistake of the program.
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
          <TakeOver />
        </Boundary>
      </QueryClientProvider>
    </StrictMode>,
  ),
);
