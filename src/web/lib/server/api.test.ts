import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError, call, urlOf } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: unknown) => error,
  );

test.each(['<html>Bad Gateway</html>', 'null', '7', '[]', '{"message":7,"errors":"all"}', '{"errors":[null,{"path":"x"}]}'])(
  'an answer that is no problem of ours does no harm: %s',
  (body) => {
    expect(new ApiError(502, body)).toMatchObject({ code: undefined, userMessage: undefined, fields: [] });
  },
);

test('a URL contains its escaped parameters and only the defined query parameters', () => {
  expect(urlOf('readAnimal', { params: { id: 'a/b ?' } })).toBe('/api/animals/a%2Fb%20%3F');
  expect(urlOf('listAnimals', { query: { limit: 5, cursor: undefined } })).toBe('/api/animals?limit=5');
});

test.each<[string, () => Response, failure: unknown]>([
  ['no answer', () => expect.fail(), NetworkError],
  ['an answer that is not JSON, such as the sign-in page of a hotel', () => new Response('<html>Welcome</html>'), NetworkError],
  ['an error status', () => new Response('', { status: 503 }), ApiError],
])('a request with %s fails', async (_, answer, failure) => {
  vi.stubGlobal('fetch', async () => answer());
  expect(await failureOf(call('logout', {}))).toBeInstanceOf(failure);
});

/** Never answers by itself; fails when it is given up, as a browser's does. */
const hang = (_: string, { signal }: RequestInit): Promise<never> =>
  new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

test('a request without progress for eight seconds is aborted', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', hang);
  const failure = failureOf(call('logout', {}));
  await vi.advanceTimersByTimeAsync(7999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toEqual(expect.any(NetworkError));
  expect(await failure).toMatchObject({ message: 'The server did not answer in time.' });
});

test('a response may be slow as long as chunks arrive, and is aborted when they stop', async () => {
  vi.useFakeTimers();
  let body: ReadableStreamDefaultController<Uint8Array>;
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const start = (controller: typeof body) => {
      body = controller;
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    };
    return new Response(new ReadableStream<Uint8Array>({ start }));
  });
  const send = async (text: string) => {
    await vi.advanceTimersByTimeAsync(7000);
    body.enqueue(new TextEncoder().encode(text));
  };
  const whole = call('logout', {});
  for (const part of ['{"message":', '"Logged out"', '}']) await send(part);
  body!.close();
  expect(await whole).toEqual({ message: 'Logged out' });

  const failure = failureOf(call('logout', {}));
  await send('{"message":');
  await vi.advanceTimersByTimeAsync(8000);
  expect(await failure).toBeInstanceOf(NetworkError);
});

test('a request that its caller aborts does not fail with NetworkError', async () => {
  vi.stubGlobal('fetch', hang);
  const leaving = new AbortController();
  const failure = failureOf(call('listAnimals', { query: {} }, leaving.signal));
  leaving.abort();
  expect(await failure).toMatchObject({ name: 'AbortError' });
});

test('a 404 counts as deleted only if an earlier answer to the same deletion was lost, and once', async () => {
  const gone = () => new Response('{"code":"animals.not_found","message":"Animal not found"}', { status: 404 });
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), gone, gone, gone];
  vi.stubGlobal('fetch', async () => answers.shift()?.());
  const remove = (id: string) => failureOf(call('deleteAnimal', { params: { id } }));
  expect(await remove('a')).toBeInstanceOf(NetworkError);
  expect(await remove('b')).toMatchObject({ status: 404 });
  expect(await remove('a')).toBeUndefined();
  expect(await remove('a')).toMatchObject({ status: 404 });
});
