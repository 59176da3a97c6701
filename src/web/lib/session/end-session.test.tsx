import { waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserQuery, sendSignOut } from './session.ts';
import { endSession } from './end-session.ts';
import { isSignOutUnsent, setSignOutUnsent } from './unsent-sign-out.ts';

/** Without one there is no signal. */
let answers: Response[];
let asked: string[];
beforeEach(() => {
  [answers, asked] = [[], []];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers.shift();
    if (!answer) throw new TypeError('offline');
    return answer;
  });
});
afterEach(() => setSignOutUnsent(false));

const done = () => Response.json({ message: 'Logged out' });
const whoIsSignedIn = () => new QueryClient().fetchQuery(currentUserQuery);
const isTold = () => waitFor(() => expect(isSignOutUnsent()).toBe(false));

test('whoever signs out without signal is signed out here, and the server is told when there is signal', async () => {
  await endSession();
  expect(isSignOutUnsent()).toBe(true);
  expect(await whoIsSignedIn()).toBeNull();
  expect(new Set(asked)).toEqual(new Set(['/api/auth/logout']));
  answers = [done()];
  dispatchEvent(new Event('online'));
  await isTold();
});

test('while the server does not know of it, the session that it still has opens nothing', async () => {
  await endSession();
  answers = [done()];
  expect(await whoIsSignedIn()).toBeNull();
  await isTold();
  answers = [Response.json({ id: 'bob' })];
  expect(await whoIsSignedIn()).toEqual({ id: 'bob' });
});

test.each([429, 500, 502])('a failure that is answered with %i is a failure to sign out', async (status) => {
  answers = [new Response('', { status })];
  await expect(endSession()).rejects.toMatchObject({ status });
  expect(isSignOutUnsent()).toBe(false);
});

test('what is told twice at the same time is sent once', async () => {
  await endSession();
  [answers, asked] = [[done()], []];
  await Promise.all([sendSignOut(), sendSignOut()]);
  expect(asked).toEqual(['/api/auth/logout']);
});
