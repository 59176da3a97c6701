import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { describeOnEachEngine } from '#test/engines.ts';

const routes = Object.entries<Route>(api);
const callOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method} ${path.replaceAll(/:\w+/g, '{id}')}`;

const specified = `
  GET /auth/me, POST /auth/login, POST /auth/register, POST /auth/reset-password, POST /auth/logout, POST /auth/change-password,
  PATCH /users/profile, POST /upload, GET /animals, POST /animals, PATCH /animals/{id}, DELETE /animals/{id},
  GET /health-records, POST /health-records, GET /breeding-records, POST /breeding-records, PATCH /breeding-records/{id},
  DELETE /breeding-records/{id}, GET /for-sale, GET /pricing-plans, POST /validate-coupon, POST /select-plan,
  POST /create-checkout-session, GET /admin/pricing-plans, PATCH /admin/pricing-plans/{id}, GET /admin/coupons,
  POST /admin/coupons, PATCH /admin/coupons/{id}, DELETE /admin/coupons/{id}, GET /admin/users,
  POST /admin/users/{id}/reset-password, PATCH /admin/users/{id}/role, DELETE /admin/users/{id}`
  .trim()
  .split(/,\s+/);

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

describeOnEachEngine('the mounted table', (server) => {
  test('answers an unknown address below /api with 404, never with the page', async () => {
    for (const url of ['/api', '/api/', '/api/nothing', '/api/animals/1/2/3']) {
      const response = await server().send({ method: 'GET', url });
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'route.not_found']);
    }
  });
});
