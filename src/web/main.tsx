import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Direction } from 'radix-ui';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setInitialData, takeInitialData } from './app/initial-data.ts';
import { openFarm } from './app/open-farm.ts';
import { followRole } from './app/protection.ts';
import { createAppRouter, followTitle } from './app/router.ts';
import { FailedApp } from './app/failed.tsx';
import './ui/styles.css';
import { createHydration } from './app/hydration.tsx';
import { removeDialogEntries } from '#web/ui/use-back-closes.ts';
import { isLoadFailure } from './lib/server/import-part.ts';
import { followAccount } from './lib/session/follow-account.ts';
import { createQueryClient } from './lib/server/query.ts';
import { isRightToLeft } from './lib/text/direction.ts';
import { readRegionalFrom } from './lib/text/regional.ts';
import { setSignedOut, type SignedOut } from './lib/session/session.ts';
import { followTheme } from './lib/device/theme.ts';
import { Boundary } from '#web/components/loading/boundary.tsx';
import { Toasts } from '#web/components/page/toasts.tsx';
import { dismissToasts, showToastOfPageBefore } from '#web/lib/use-toast.ts';

followTheme();

await removeDialogEntries();

const signOut = (how: SignedOut['how']): void => {
  setSignedOut(queryClient, how);
  // The sign-in page already says that the session has ended.
  void router.invalidate().then(dismissToasts);
};
const queryClient = createQueryClient(() => signOut('ended'));
readRegionalFrom(queryClient);
followAccount(queryClient, signOut);
setInitialData(queryClient, takeInitialData());
await openFarm(queryClient, () => signOut('ended'));
const router = createAppRouter(queryClient);
followTitle(router);
followRole(queryClient, () => void router.invalidate());

const element = document.getElementById('root') as HTMLElement;
const Hydration = createHydration(element, router);
// Until the router has loaded, the first HTML stays visible.
await router.load();
const root = createRoot(element, {
  // A failed download is shown on the screen; any other error that a boundary catches is a bug.
  onCaughtError: (error) => isLoadFailure(error) || console.error(error),
});
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Direction.Provider dir={isRightToLeft() ? 'rtl' : 'ltr'}>
          <Boundary renderFailure={FailedApp}>
            <Boundary renderFailure={FailedApp}>
              <RouterProvider router={router} />
            </Boundary>
            <Toasts onFollow={(to) => void router.navigate({ to })} />
            <Hydration />
          </Boundary>
        </Direction.Provider>
      </QueryClientProvider>
    </StrictMode>,
  ),
);
showToastOfPageBefore();
