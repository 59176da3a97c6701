import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Animal } from '#contract/animals.ts';
import { ApiError } from '#web/lib/server/api.ts';
import { animalStatesQuery } from '../data/animals.queries.ts';
import { NoReasonGiven, useWithdrawalReason } from './use-withdrawal-reason.tsx';

beforeEach(() => void vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([])));

const animal = { id: 'a', tagNumber: 'W-1', name: null } as Animal;
const refusal = new ApiError(409, JSON.stringify({ code: 'animals.in_withdrawal', message: 'in withdrawal' }));

/** A page that saves with `save` when its button is pressed. Resolves with what came of it. */
async function press(save: (reason?: string) => Promise<string>) {
  const outcomes: unknown[] = [];
  function Page() {
    const { askingForReason, dialog } = useWithdrawalReason();
    const attempt = () =>
      askingForReason(animal, 'Mark as sold', save).then(
        (saved) => outcomes.push(saved),
        (error: unknown) => outcomes.push(error),
      );
    return (
      <>
        <button type="button" onClick={() => void attempt()}>
          Save
        </button>
        {dialog}
      </>
    );
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(animalStatesQuery.queryKey, []);
  const routeTree = createRootRoute({ component: Page, notFoundComponent: Page, staticData: { access: 'anyone' } });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/animals'] }) });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  return outcomes;
}

const refusedWithoutReason = (reason?: string) => (reason === undefined ? Promise.reject(refusal) : Promise.resolve(reason));

test('a save that is not refused asks nothing', async () => {
  const outcomes = await press(() => Promise.resolve('saved'));
  await waitFor(() => expect(outcomes).toEqual(['saved']));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a save that is refused for a withdrawal goes on with the reason that is given', async () => {
  const outcomes = await press(refusedWithoutReason);
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as sold' }));
  expect(await screen.findByText('Say why')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Reason'), ' For breeding ');
  await userEvent.click(screen.getByRole('button', { name: 'Mark as sold' }));
  await waitFor(() => expect(outcomes).toEqual(['For breeding']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without a reason nothing is saved', async () => {
  const outcomes = await press(refusedWithoutReason);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(outcomes).toEqual([expect.any(NoReasonGiven)]));
});

test('another refusal is left to who saves', async () => {
  const error = new ApiError(409, JSON.stringify({ code: 'record.stale', message: 'stale' }));
  const outcomes = await press(() => Promise.reject(error));
  await waitFor(() => expect(outcomes).toEqual([error]));
  expect(screen.queryByRole('dialog')).toBeNull();
});
