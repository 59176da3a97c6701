import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError, call, sentenceOf, urlOf } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

test('an error reads as the status, a colon and the body as it came', () => {
  expect(new ApiError(418, 'short and stout').message).toBe('418: short and stout');
  expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway');
});

test("a problem's code, sentence and fields are understood", () => {
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

test("a toast says the server's sentence, else the fallback", () => {
  expect(sentenceOf(new ApiError(409, '{"message":"Username already exists"}'), 'Could not create account')).toBe(
    'Username already exists',
  );
  expect(sentenceOf(new ApiError(500, 'oops'), 'Could not create account')).toBe('Could not create account');
  expect(sentenceOf(new NetworkError(new TypeError('offline')), 'Could not create account')).toBe('Could not create account');
});

test('an address carries its parameters, escaped, and only the query that is given', () => {
  expect(urlOf('readAnimal', { params: { id: 'a/b ?' } })).toBe('/api/animals/a%2Fb%20%3F');
  expect(urlOf('listAnimals', { query: { limit: 5, cursor: undefined } })).toBe('/api/animals?limit=5');
  expect(urlOf('listPricingPlans', {})).toBe('/api/pricing-plans');
});

test('a request sends its body as JSON with the cookie of the session', async () => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ message: 'ok' }));
  vi.stubGlobal('fetch', fetched);
  await call('resetPassword', { body: { loginId: 'hollis' } });
  expect(fetched).toHaveBeenCalledWith('/api/auth/reset-password', {
    credentials: 'include',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"loginId":"hollis"}',
  });
});

test('no answer at all is told apart from a refusal', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(call('logout', {})).rejects.toBeInstanceOf(NetworkError);
  vi.stubGlobal('fetch', async () => new Response('', { status: 503, statusText: 'Service Unavailable' }));
  await expect(call('logout', {})).rejects.toThrow(new ApiError(503, '', 'Service Unavailable'));
});
