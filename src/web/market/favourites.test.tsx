import { QueryClientProvider } from '@tanstack/react-query';
import { act, fakeApi, refusal, renderHook, waitFor } from '#test/show-pages.tsx';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { createQueryClient } from '#web/lib/server/query.ts';
import { useFavourites } from './favourites.ts';

/** Those stored here, and what the hook says when they are. */
function favourites(stored: readonly string[]) {
  localStorage.setItem('favourites', JSON.stringify(stored));
  const client = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useFavourites(), { wrapper }).result;
}

const stored = () => JSON.parse(localStorage.getItem('favourites') ?? '[]') as unknown;
const me = { '/api/auth/me': { id: 'ada', username: 'ada' } };
const noSignal = () => Promise.reject(new TypeError('Failed to fetch'));

test('go into the account at sign-in; what got no answer stays in the browser, and what is not for sale does not', async () => {
  const sent = fakeApi(me, (request) => {
    if (request.endsWith('/gone')) return refusal(404, 'market.not_found');
    return request.endsWith('/late') ? noSignal() : { message: 'Marked' };
  });
  favourites(['late', 'gone', 'taken']);
  await waitFor(() => expect(sent).toHaveLength(3));
  await waitFor(() => expect(stored()).toEqual(['late']));
});

test('an animal is marked although those of the account could not be read, which is said; they are read again afterwards', async () => {
  let isDown = true;
  const favouritesOfAda = () => (isDown ? noSignal() : [{ id: 'new' }, { id: 'old' }]);
  const sent = fakeApi({ ...me, '/api/favourites': favouritesOfAda }, () => (isDown ? noSignal() : { message: 'Marked' }));
  const result = favourites(['late']);
  await waitFor(() => expect(result.current.failed).toBeDefined());
  expect([result.current.ids, stored()]).toEqual([undefined, ['late']]);
  isDown = false;
  act(() => result.current.toggle('new'));
  await waitFor(() => expect(result.current.ids).toEqual(['new', 'old']));
  expect(sent.some(([request]) => request.endsWith('/new'))).toBe(true);
});
