import { MutationObserver, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient, read, readOrNull } from './query.ts';

const answer = (status: number, body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const animals = read('listAnimals', { query: {} });

afterEach(() => vi.unstubAllGlobals());

test('the end of the session is reported, is null only with readOrNull, and a wrong password is not mistaken for it', async () => {
  const ended = vi.fn<(client: QueryClient) => void>();
  const client = createQueryClient(ended);
  answer(401, { code: 'session.invalid_credentials', message: 'Invalid credentials' });
  await expect(client.fetchQuery(animals)).rejects.toThrow('401');
  expect(ended).not.toHaveBeenCalled();
  answer(401, { code: 'session.required', message: 'Sign in first.' });
  await expect(client.fetchQuery(animals)).rejects.toBeInstanceOf(ApiError);
  expect(ended).toHaveBeenCalledExactlyOnceWith(client);
  await expect(client.fetchQuery(readOrNull('currentUser', {}))).resolves.toBeNull();
});

test('after a save what is shown is read anew, once for all that are sent together, whether they succeed or not', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json([]));
  vi.stubGlobal('fetch', fetched);
  const client = createQueryClient(() => undefined);
  const leave = new QueryObserver(client, animals).subscribe(() => undefined);
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
