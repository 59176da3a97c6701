// @module-tag grows
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { useTestServer } from '#test/engines.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { seedFarm, type SeededFarm } from '#test/samples.ts';
import { readAllRows } from '#test/database-rows.ts';
import { isLongRun } from '#test/long-run.ts';

const host = 'farm.example.org';
const own = [undefined, `https://${host}`, `http://${host}`];
const foreign = `null https://evil.example https://sub.${host} https://example.org https://${host}.evil.example https://${host}:8443
  https://evil.example/${host} https://${host}@evil.example`;
const origins = [...own, '', 'not an origin', ...foreign.split(/\s+/)].map((origin) => [origin, own.includes(origin)] as const);
const ownSites = [undefined, 'same-origin', 'none'];
const sites = [...ownSites, 'same-site', 'cross-site', 'anything else'].map((site) => [site, ownSites.includes(site)] as const);
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  undefined,
];

/** One engine is enough: the check happens before the database is asked. */
describe('a cross-site request', () => {
  const server = useTestServer('sqlite', { env: { PUBLIC_URL: `https://${host}`, PAYMENTS: 'test' } });
  let farm: SeededFarm;
  beforeAll(async () => {
    farm = await seedFarm(await server().register({ plan: 'enterprise', isAdmin: true }));
  });

  const writes = Object.entries<Route>(api).filter(([, { method }]) => method !== 'GET');
  // The short run takes one route of each method and body type, the long run all of them.
  const asked = isLongRun
    ? writes
    : writes.filter(([name]) => ['addAnimal', 'changeAnimal', 'deleteAnimal', 'uploadImage', 'login', 'logout'].includes(name));

  test.each(asked)(
    '%s is refused, every origin × site × type that a browser can send (ASVS 3.5.1, 3.5.2, 3.5.3)',
    async (name, route) => {
      const before = await readContent();
      const requests = origins.flatMap(([origin, isOwnOrigin]) =>
        sites.flatMap(([site, isOwnSite]) =>
          types.map((type) => ({ origin, site, type, isRefused: !isOwnOrigin || !isOwnSite })),
        ),
      );
      for (const { origin, site, type } of requests.filter(({ isRefused }) => isRefused)) {
        const { code, what } = await ask({ origin, site, type });
        expect(code, what).toBe('request.cross_site');
      }
      expect(await readContent()).toEqual(before);
      // Those from the product's own page may change something: a route may need neither parameters nor a body.
      for (const { origin, site, type } of requests.filter(({ isRefused }) => !isRefused)) {
        const { code, status, what } = await ask({ origin, site, type });
        expect(code, what).not.toBe('request.cross_site');
        const isFile = type?.startsWith('multipart') ?? false;
        const isWrongType = type !== undefined && (route.file ? !isFile : type !== 'application/json');
        if (isWrongType) expect(status, what).toBe(415);
        // An empty body may be invalid, but it is not forbidden.
        else expect(status, what).not.toBe(403);
      }
      recordMeasurement('cross-site matrix: requests', requests.length);

      async function ask({ origin, site, type }: Pick<(typeof requests)[number], 'origin' | 'site' | 'type'>) {
        const response = await send(route, { origin, 'sec-fetch-site': site, 'content-type': type });
        const { code } = response.json<{ code?: string }>();
        return { code, status: response.statusCode, what: JSON.stringify([name, origin, site, type, response.statusCode]) };
      }
    },
  );

  test('no header lets another site read an answer, whatever it asks for (no CORS)', async () => {
    for (const method of ['OPTIONS', 'GET', 'POST'] as const) {
      const response = await farm.person.send({
        method,
        url: '/api/animals',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      if (method === 'OPTIONS') expect(response.statusCode).toBe(404);
    }
  });

  /** Without the revision, which also an empty change from the product's own page increments. */
  async function readContent() {
    const everything = await readAllRows(server(), farm.person.farmId);
    return [...everything].map(([table, rows]) => [table, rows.map((row) => ({ ...row, revision: undefined }))]);
  }

  function send(route: Route, headers: Record<string, string | undefined>): Promise<LightMyRequestResponse> {
    // These routes would change the session of the client.
    const client = route.access === 'public' ? server().visitor() : farm.person;
    const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return client.send({
      method: route.method,
      url: `/api${route.path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`,
      headers: { host, ...Object.fromEntries(sent) },
      ...(headers['content-type'] !== undefined && { payload: '{}' }),
    });
  }
});
