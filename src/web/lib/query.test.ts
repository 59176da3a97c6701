import type { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient, read, readOrNull } from './query.ts';

const answer = (status: number, body: unknown) => vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const signedOut = { code: 'session.required', message: 'Sign in first.' };

afterEach(() => vi.unstubAllGlobals());

test('an answer is kept under the path it was read from', () => {
  expect(read('listPricingPlans', {}).queryKey).toEqual(['/api/pricing-plans']);
});

test('nobody signed in is a failure, or an empty answer where that is asked for', async () => {
  answer(401, signedOut);
  const client = createQueryClient(() => undefined);
  await expect(client.fetchQuery(read('currentUser', {}))).rejects.toBeInstanceOf(ApiError);
  await expect(client.fetchQuery(readOrNull('currentUser', {}))).resolves.toBeNull();
});

test('the end of the session is heard of; a wrong password is not one', async () => {
  const ended = vi.fn<(client: QueryClient) => void>();
  const client = createQueryClient(ended);
  answer(401, { code: 'session.invalid_credentials', message: 'Invalid credentials' });
  await expect(client.fetchQuery(read('listPricingPlans', {}))).rejects.toThrow('401');
  expect(ended).not.toHaveBeenCalled();
  answer(401, signedOut);
  await expect(client.fetchQuery(read('listPricingPlans', {}))).rejects.toThrow('401');
  expect(ended).toHaveBeenCalledExactlyOnceWith(client);
});
