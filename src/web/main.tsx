import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAppRouter } from './app/router.tsx';
import './app/styles.css';
import { createQueryClient } from './lib/query.ts';
import { becomeVisitor } from './lib/session.ts';
import { followTheme } from './lib/theme.ts';
import { Toasts } from './ui/toasts.tsx';

// The content policy lets in only styles with this answer's nonce; what locks the page's scrolling behind a dialog needs one.
setNonce(document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '');
followTheme();

const queryClient = createQueryClient((client) => {
  becomeVisitor(client);
  void router.invalidate();
});
const router = createAppRouter(queryClient);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
