import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { SampleFarm } from './sample-farm.tsx';

afterEach(() => vi.unstubAllGlobals());

function show(isHere: boolean, farmRole = 'owner') {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url === '/api/auth/me') return Response.json({ id: 'ada', farmRole });
    calls.push(`${method} ${url}`);
    return Response.json({ animals: 20 });
  });
  const view = render(
    <QueryClientProvider client={createQueryClient(() => {})}>
      <SampleFarm isHere={isHere} />
    </QueryClientProvider>,
  );
  return { calls, view };
}

test.each([
  [false, 'Try it with a sample farm', 'POST /api/sample'],
  [true, 'Remove the sample', 'DELETE /api/sample'],
])('where the sample is here (%s), one tap on %j does the opposite', async (isHere, name, request) => {
  const { calls } = show(isHere);
  await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(calls).toEqual([request]));
});

test('who may not manage the farm is not offered it', async () => {
  const { view } = show(false, 'worker');
  await waitFor(() => expect(view.container.innerHTML).toBe(''));
});
