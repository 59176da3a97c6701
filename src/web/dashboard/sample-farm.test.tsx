import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/server/query.ts';
import { FirstSteps } from './first-steps.tsx';
import { SampleFarm } from './sample-farm.tsx';

function show(shown: ReactNode, farmRole = 'owner') {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (url === '/api/auth/me') return Response.json({ id: 'ada', farmRole, keeps: null });
    calls.push([method, url, ...(typeof body === 'string' ? [body] : [])].join(' '));
    return Response.json({ animals: 20 });
  });
  const view = render(<QueryClientProvider client={createQueryClient(() => {})}>{shown}</QueryClientProvider>);
  return { calls, view };
}

test.each([
  [false, 'Try it with a sample farm', 'POST /api/sample'],
  [true, 'Remove the sample', 'DELETE /api/sample'],
])('where the sample is here (%s), one tap on %j does the opposite', async (isHere, name, request) => {
  const { calls } = show(<SampleFarm isHere={isHere} />);
  await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(calls).toEqual([request]));
});

test('what was chosen above it is saved first, so that the sample is of the chosen species', async () => {
  const { calls } = show(<FirstSteps isEmpty />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Sheep' }));
  await userEvent.click(screen.getByRole('radio', { name: 'kg' }));
  await userEvent.click(screen.getByRole('button', { name: 'Try it with a sample farm' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[0]).toMatch(/^PATCH .*"weightUnit":"kg".*"keeps":"sheep"/);
  expect(calls[1]).toBe('POST /api/sample');
});

test('who may not manage the farm is not offered it', async () => {
  const { view } = show(<SampleFarm isHere={false} />, 'worker');
  await waitFor(() => expect(view.container.innerHTML).toBe(''));
});
