import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError, call, errorMessage, urlOf } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the message of an ApiError is the status, a colon and the body', () => {
  expect(new ApiError(418, 'short and stout').message).toBe('418: short and stout');
  expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway');
});

test('the code, the sentence and the fields of a problem document are parsed', () => {
  const body = JSON.stringify({
    code: 'request.invalid',
    message: 'Check the fields.',
    errors: [{ path: 'email', message: 'Invalid email address' }],
  });
  const error = new ApiError(400, body);
  expect(error).toMatchObject({
    status: 400,
    code: 'request.invalid',
    userMessage: 'Check the fields.',
    message: `400: ${body}`,
  });
  expect(error.fields).toEqual([{ path: 'email', message: 'Invalid email address' }]);
});

test.each(['<html>Bad Gateway</html>', 'null', '7', '[]', '{"message":7,"errors":"all"}', '{"errors":[null,{"path":"x"}]}'])(
  'an answer that is no problem of ours does no harm: %s',
  (body) => {
    expect(new ApiError(502, body)).toMatchObject({ code: undefined, userMessage: undefined, fields: [] });
  },
);

test("a toast shows the server's sentence, otherwise the fallback", () => {
  expect(errorMessage(new ApiError(409, '{"message":"Username already exists"}'), 'Could not create account')).toBe(
    'Username already exists',
  );
  expect(errorMessage(new ApiError(500, 'oops'), 'Could not create account')).toBe('Could not create account');
  expect(errorMessage(new NetworkError(new TypeError('offline')), 'Could not create account')).toBe('Could not create account');
});

test('a URL contains its escaped parameters and only the defined query parameters', () => {
  expect(urlOf('readAnimal', { params: { id: 'a/b ?' } })).toBe('/api/animals/a%2Fb%20%3F');
  expect(urlOf('listAnimals', { query: { limit: 5, cursor: undefined } })).toBe('/api/animals?limit=5');
  expect(urlOf('listPricingPlans', {})).toBe('/api/pricing-plans');
});

test('a request without an answer fails with NetworkError, and an error status with ApiError', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(call('logout', {})).rejects.toBeInstanceOf(NetworkError);
  vi.stubGlobal('fetch', async () => new Response('', { status: 503, statusText: 'Service Unavailable' }));
  await expect(call('logout', {})).rejects.toThrow(new ApiError(503, '', 'Service Unavailable'));
});

/** Never answers by itself; fails when it is given up, as a browser's does. */
const hang = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

test('a request without progress for eight seconds is aborted', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => hang(signal));
  const outcome = call('logout', {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(7999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  const error = await outcome;
  expect(error).toBeInstanceOf(NetworkError);
  expect((error as Error).message).toBe('The server did not answer in time.');
});

test('a response may be slow as long as chunks arrive, and is aborted when they stop', async () => {
  vi.useFakeTimers();
  let send: (text: string) => void = () => {};
  let end: () => void = () => {};
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        end = () => controller.close();
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  const whole = call('logout', {});
  await vi.advanceTimersByTimeAsync(7000);
  send('{"message":');
  await vi.advanceTimersByTimeAsync(7000);
  send('"Logged out"}');
  await vi.advanceTimersByTimeAsync(7000);
  end();
  expect(await whole).toEqual({ message: 'Logged out' });

  const cut = call('logout', {}).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(7000);
  send('{"message":');
  await vi.advanceTimersByTimeAsync(8000);
  expect(await cut).toBeInstanceOf(NetworkError);
});

test('a response that is not JSON, such as the sign-in page of a hotel, fails with NetworkError', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>Welcome to our hotel</html>'));
  await expect(call('logout', {})).rejects.toBeInstanceOf(NetworkError);
});

test('a request that its caller aborts does not fail with NetworkError', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => hang(signal));
  const leaving = new AbortController();
  const outcome = call('listAnimals', { query: {} }, leaving.signal).catch((error: unknown) => error);
  leaving.abort();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
});

test('a 404 counts as deleted only if an earlier answer to the same deletion was lost', async () => {
  const gone = () => new Response('{"code":"animals.not_found","message":"Animal not found"}', { status: 404 });
  const answers: (() => Response)[] = [];
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  const remove = (id: string) => call('deleteAnimal', { params: { id } });
  await expect(remove('a')).rejects.toBeInstanceOf(NetworkError);
  answers.push(gone, gone, gone);
  await expect(remove('b')).rejects.toMatchObject({ status: 404 });
  await remove('a');
  // Once: who deletes it a third time is told as everybody is.
  await expect(remove('a')).rejects.toMatchObject({ status: 404 });
});
