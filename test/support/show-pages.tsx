import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { addDays } from '#domain/values/dates.ts';
import { createQueryClient } from '#web/lib/server/query.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { today } from '#web/lib/text/today.ts';

export { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
export { userEvent } from '@testing-library/user-event';
export { fakeApi, refusal } from './fake-api.ts';

interface Page {
  readonly component: () => ReactNode;
  readonly validateSearch?: (search: Record<string, unknown>) => object;
}

const staticData = { access: 'anyone' } as const;

/** Shows screens, named by their paths, below the shell of the app or beside it, to a person of whom this is known. */
export function showPages(pages: Readonly<Record<string, Page>>, address: string, user?: object, { inShell = true } = {}) {
  const client = createQueryClient(() => {});
  if (user) client.setQueryData(currentUserQuery.queryKey, user as never);
  const root = createRootRoute({ staticData });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Outlet, staticData });
  const routes = Object.entries(pages).map(([path, page]) =>
    createRoute({ getParentRoute: () => (inShell ? shell : root), path, staticData, ...(page as object) }),
  );
  const router = createRouter({
    routeTree: root.addChildren(inShell ? [shell.addChildren(routes)] : routes),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const { baseElement: view } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { router, view };
}

export const showPart = (component: () => ReactNode, user?: object) => showPages({ '/': { component } }, '/', user);

export const press = async (name: string | RegExp, role = 'button'): Promise<void> =>
  userEvent.click(await screen.findByRole(role, { name }));

/** A day so many days before today. */
export const ago = (days: number): string => addDays(today(), -days);
