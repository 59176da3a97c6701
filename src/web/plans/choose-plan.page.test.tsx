import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { UpgradeButton } from '#web/herd/plan-limit.tsx';
import { createQueryClient } from '#web/lib/server/query.ts';
import { currentUserQuery } from '#web/lib/session/session.ts';
import { ChoosePlanPage } from './choose-plan.page.tsx';

const Page = () => (
  <>
    <UpgradeButton />
    <ChoosePlanPage />
  </>
);

test('a worker is told who chooses the plan, and is offered none', async () => {
  const client = createQueryClient(() => {});
  const worker = { id: 'wim', farmRole: 'worker', subscriptionPlan: 'enterprise' };
  client.setQueryData(currentUserQuery.queryKey, worker as never);
  const staticData = { access: 'anyone' } as const;
  const root = createRootRoute({ staticData });
  const page = createRoute({ getParentRoute: () => root, path: '/choose-plan', component: Page, staticData });
  const history = createMemoryHistory({ initialEntries: ['/choose-plan'] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByText('Only the owner of the farm chooses its plan.');
  expect(screen.queryByText(/^Coupon code$|^Choose Guest$|^Upgrade Plan$/)).toBeNull();
});
