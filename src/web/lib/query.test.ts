import { MutationObserver, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient, read, readOrNull } from './query.ts';

const answer = (status: number, body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const signedOut = { code: 'session.required', message: 'Sign in first.' };

afterEach(() => vi.unstubAllGlobals());

test('the query key of an answer is its URL', () => {
  expect(read('listPricingPlans', {}).queryKey).toEqual(['/api/pricing-plans']);
});

test('a 401 rejects, except with readOrNull, which returns null', async () => {
  answer(401, signedOut);
  const client = createQueryClient(() => undefined);
  await expect(client.fetchQuery(read('currentUser', {}))).rejects.toBeInstanceOf(ApiError);
  await expect(client.fetchQuery(readOrNull('currentUser', {}))).resolves.toBeNull();
});

test('the end of the session is reported, and a wrong password is not mistaken for it', async () => {
  const ended = vi.fn<(client: QueryClient) => void>();
  const client = createQueryClient(ended);
  answer(401, { code: 'session.invalid_credentials', message: 'Invalid credentials' });
  await expect(client.fetchQuery(read('listPricingPlans', {}))).rejects.toThrow('401');
  expect(ended).not.toHaveBeenCalled();
  answer(401, signedOut);
  await expect(client.fetchQuery(read('listPricingPlans', {}))).rejects.toThrow('401');
  expect(ended).toHaveBeenCalledExactlyOnceWith(client);
});

test('an unchanged list is requested with its ETag and stays the same object, also after an equal one', async () => {
  const asked: (string | undefined)[] = [];
  const herd = [{ id: 'a', name: 'Clover' }];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers?: Record<string, string> }) => {
    const tag = headers?.['if-none-match'];
    asked.push(tag);
    if (tag === 'W/"2"') return new Response(null, { status: 304 });
    return Response.json(herd, { headers: { etag: tag === undefined ? 'W/"1"' : 'W/"2"' } });
  });
  const client = createQueryClient(() => undefined);
  const again = { ...read('listAnimals', { query: {} }), staleTime: 0 };
  const kept = new Set<unknown>();
  for (const _ of [1, 2, 3]) {
    await client.fetchQuery(again);
    kept.add(client.getQueryData(again.queryKey));
  }
  expect(asked).toEqual([undefined, 'W/"1"', 'W/"2"']);
  expect([...kept]).toEqual([herd]);
  // Whoever signs in next has nothing of it, neither the list nor its name.
  client.clear();
  await client.fetchQuery(again);
  expect(asked.at(-1)).toBeUndefined();
});

test('an answer that was changed in the cache is requested without an ETag', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json([{ id: 'a' }], { headers: { etag: 'W/"1"' } }));
  vi.stubGlobal('fetch', fetched);
  const client = createQueryClient(() => undefined);
  const again = { ...read('listAnimals', { query: {} }), staleTime: 0 };
  await client.fetchQuery(again);
  client.setQueryData(again.queryKey, []);
  expect(await client.fetchQuery(again)).toEqual([{ id: 'a' }]);
  expect(fetched.mock.lastCall?.[1]).not.toHaveProperty('headers');
});

test('after a save what is shown is read anew, once for all that are sent together, whether they succeed or not', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json([]));
  vi.stubGlobal('fetch', fetched);
  const client = createQueryClient(() => undefined);
  const leave = new QueryObserver(client, read('listAnimals', { query: {} })).subscribe(() => undefined);
  await expect.poll(() => fetched.mock.calls.length).toBe(1);
  const sent = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const saves = sent.map(({ promise }) => new MutationObserver(client, { mutationFn: () => promise }).mutate());
  sent[0]?.resolve();
  await saves[0];
  expect(fetched).toHaveBeenCalledOnce();
  sent[1]?.reject(new Error('refused'));
  await expect(saves[1]).rejects.toThrow('refused');
  await expect.poll(() => fetched.mock.calls.length).toBe(2);
  leave();
});
