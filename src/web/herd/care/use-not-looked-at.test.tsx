import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { createQueryClient } from '#web/lib/server/query.ts';
import { useNotLookedAtCount } from './use-not-looked-at.ts';

test.each([
  ['two, where no checkup is recorded', () => Response.json([]), 2],
  ['not known, where this cannot be read', () => Response.json({ code: 'server.busy' }, { status: 503 }), null],
])('animals that nobody has looked at are %s', async (_, answer, expected) => {
  vi.stubGlobal('fetch', async () => answer());
  const client = createQueryClient(() => {});
  const herd = ['a', 'b'].map((id) => buildAnimal({ id, healthStatus: '3' }));
  const { result } = renderHook(() => useNotLookedAtCount(herd), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBe(expected));
});
