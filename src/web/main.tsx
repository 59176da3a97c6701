import './app/first-turn.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepBeginning, readBeginning } from './app/beginning.ts';
import { createAppRouter, followTitle } from './app/router.tsx';
import './app/styles.css';
import { takingOver } from './app/take-over.tsx';
import { nextTurn } from './lib/next-turn.ts';
import { createQueryClient } from './lib/query.ts';
import { becomeVisitor } from './lib/session.ts';
import { followTheme } from './lib/theme.ts';
import { Toasts } from './ui/toasts.tsx';

// What begins a page takes a slow phone a third of a second: in turns, between which a touch is answered.
await nextTurn();

// The content policy lets in only styles with this answer's nonce; what locks the page's scrolling behind a dialog needs one.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '');
followTheme();

const queryClient = createQueryClient((client) => {
  becomeVisitor(client);
  void router.invalidate();
});
keepBeginning(queryClient, readBeginning());
const router = createAppRouter(queryClient);
followTitle(router);

const place = document.getElementById('root') as HTMLElement;
const TakeOver = takingOver(place, router);
await nextTurn();
// The first HTML shows what can be shown so far. It stays until the screen can be drawn in one go, and that in small steps.
await router.load();
await nextTurn();
const root = createRoot(place);
startTransition(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
        <TakeOver />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
