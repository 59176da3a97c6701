import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/server/query.ts';
import { useFavourites } from './favourites.ts';

function favourites() {
  const client = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useFavourites(), { wrapper }).result;
}

const stored = () => JSON.parse(localStorage.getItem('favourites') ?? '[]') as unknown;

test('go into the account at sign-in; what got no answer stays in the browser, and what is not for sale does not', async () => {
  localStorage.setItem('favourites', JSON.stringify(['late', 'gone', 'taken']));
  const added: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url.endsWith('/auth/me')) return Response.json({ id: 'ada', username: 'ada' });
    if (method === 'GET') return Response.json([]);
    const id = url.split('/').at(-1) ?? '';
    added.push(id);
    if (id === 'late') throw new TypeError('Failed to fetch');
    if (id === 'gone') return Response.json({ code: 'market.not_found', message: 'Not for sale' }, { status: 404 });
    return Response.json({ message: 'Marked' });
  });
  favourites();
  await waitFor(() => expect(new Set(added)).toEqual(new Set(['taken', 'gone', 'late'])));
  await waitFor(() => expect(stored()).toEqual(['late']));
});

test('several are taken off in the browser before the page is rendered again', async () => {
  localStorage.setItem('favourites', JSON.stringify(['sold', 'kept', 'deleted']));
  vi.stubGlobal('fetch', async () => Response.json(null));
  const { current } = favourites();
  act(() => ['sold', 'deleted'].forEach((id) => current.toggle(id)));
  expect(stored()).toEqual(['kept']);
});

test('those of an account that cannot be read are said to be so, and those stored here remain', async () => {
  localStorage.setItem('favourites', JSON.stringify(['late']));
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/auth/me')) return Response.json({ id: 'ada', username: 'ada' });
    throw new TypeError('Failed to fetch');
  });
  const result = favourites();
  await waitFor(() => expect(result.current.failed).toBeDefined());
  expect(result.current.ids).toBeUndefined();
  expect(stored()).toEqual(['late']);
});

test('an animal is marked although those of the account could not be read, which are read again afterwards', async () => {
  let isDown = true;
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (url.endsWith('/auth/me')) return Response.json({ id: 'ada', username: 'ada' });
    requests.push(`${method} ${url}`);
    if (isDown) throw new TypeError('Failed to fetch');
    return Response.json(method === 'GET' ? [{ id: 'new' }, { id: 'old' }] : { message: 'Marked' });
  });
  const result = favourites();
  await waitFor(() => expect(result.current.failed).toBeDefined());
  isDown = false;
  act(() => result.current.toggle('new'));
  await waitFor(() => expect(result.current.ids).toEqual(['new', 'old']));
  expect(requests.some((each) => /^P\w+ .*\/new$/.test(each))).toBe(true);
});
