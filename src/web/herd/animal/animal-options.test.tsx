import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildAnimal } from '#test/build-animal.ts';
import { createQueryClient } from '#web/lib/server/query.ts';
import { today } from '#web/lib/text/today.ts';
import { useAnimalOption } from './animal-options.tsx';

test('the word for the kind that an option shows is one of its keywords', () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const client = createQueryClient(() => {});
  const { result } = renderHook(useAnimalOption, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const { detail, keywords } = result.current(buildAnimal({ species: 'sheep', sex: 'male', birthDate: today() }));
  expect(detail).toBe('Ram lamb');
  expect(keywords).toContain(detail);
});
