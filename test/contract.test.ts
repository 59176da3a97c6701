import { expect, test } from 'vitest';
import { z } from 'zod';
import { errors } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const routes = Object.entries<Route>(api);
const callOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} /api${path.replaceAll(/:\w+/g, '{id}')}`;

const specified = [
  'GET /api/auth/me',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/reset-password',
  'POST /api/auth/logout',
  'POST /api/auth/change-password',
  'PATCH /api/users/profile',
  'POST /api/upload',
  'GET /api/animals',
  'POST /api/animals',
  'PATCH /api/animals/{id}',
  'DELETE /api/animals/{id}',
  'GET /api/health-records',
  'POST /api/health-records',
  'GET /api/breeding-records',
  'POST /api/breeding-records',
  'PATCH /api/breeding-records/{id}',
  'DELETE /api/breeding-records/{id}',
  'GET /api/for-sale',
  'GET /api/pricing-plans',
  'POST /api/validate-coupon',
  'POST /api/select-plan',
  'POST /api/create-checkout-session',
  'GET /api/admin/pricing-plans',
  'PATCH /api/admin/pricing-plans/{id}',
  'GET /api/admin/coupons',
  'POST /api/admin/coupons',
  'PATCH /api/admin/coupons/{id}',
  'DELETE /api/admin/coupons/{id}',
  'GET /api/admin/users',
  'POST /api/admin/users/{id}/reset-password',
  'PATCH /api/admin/users/{id}/role',
  'DELETE /api/admin/users/{id}',
];

test('every call of the specification is a route of the contract', () => {
  const known = new Set(routes.map(([, route]) => callOf(route)));
  expect(specified.filter((call) => !known.has(call))).toEqual([]);
});

test('no two routes answer the same call', () => {
  const calls = routes.map(([, route]) => callOf(route));
  expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
});

test('a route names its parameters, and only writes carry a body', () => {
  const faults = routes.filter(([, { method, path, params, body }]) => {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    return Object.keys(params?.shape ?? {}).join() !== named.join() || (method === 'GET' && body !== undefined);
  });
  expect(faults.map(([name]) => name)).toEqual([]);
});

test.each([
  ['no UUID', { id: 'x', kind: 'note' }],
  ['missing', { kind: 'note' }],
])('an id of a new record that is %s is refused with what to send', (_, wrong) => {
  const given = { ...wrong, events: [wrong], ops: [wrong], records: [wrong] };
  const refused = routes.flatMap(([name, { body }]) =>
    (body?.safeParse(given).error?.issues ?? []).flatMap(({ path, message }) =>
      path.at(-1) === 'id' ? [{ name, message }] : [],
    ),
  );
  expect(refused).not.toEqual([]);
  const hint = 'Send a UUID. Sending the request again with the same one records nothing twice';
  expect(refused.filter(({ message }) => message !== hint)).toEqual([]);
});

test('a route of a farm without the right that it needs does not compile', () => {
  // @ts-expect-error: `needs` is missing.
  const withoutRight: Route = { method: 'GET', path: '/animals', access: 'farm', summary: 'List', reply: z.array(z.string()) };
  const lacking = [withoutRight, ...Object.values<Route>(api)].filter(({ access, needs }) => access === 'farm' && !needs);
  expect(lacking).toEqual([withoutRight]);
});

test('the sentence of an error is for a person', () => {
  const faults = Object.entries(errors).filter(
    ([, [status, sentence]]) => status < 400 || /undefined|null|SQL|exception|error code/i.test(sentence),
  );
  expect(faults).toEqual([]);
});

describeOnEachEngine('the mounted table', (server) => {
  test('has a handler for every route', () => {
    const missing = routes.filter(([, { method, path }]) => !server().app.hasRoute({ method, url: `/api${path}` }));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  test('answers an unknown address below /api with 404, never with the page', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/animals/1/2/3']) {
      const response = await server().send({ method: 'GET', url });
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'route.not_found']);
    }
  });
});
