import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { sum } from '#domain/performance/sum.ts';
import { useTestServer, type Person } from '#test/engines.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { testPicture } from '#test/pictures.ts';
import { createWebDir } from '#test/web-dir.ts';

type Answer = Pick<LightMyRequestResponse, 'headers' | 'cookies' | 'payload'>;

/** The score table of MDN's HTTP Observatory, which begins at 100. Tests that need a preload list or TLS are left out. */
function grade({ headers, cookies, payload }: Answer): Record<string, number> {
  const header = (name: string): string => String(headers[name] ?? '');
  const policy = policyOf(header('content-security-policy'));
  const maxAge = Number(/max-age=(\d+)/.exec(header('strict-transport-security'))?.[1]);
  const referrers = /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/;
  return {
    'content-security-policy': policyPoints(policy),
    cookies: cookies.length === 0 ? 0 : cookiePoints(cookies),
    'cross-origin-resource-sharing': headers['access-control-allow-credentials'] ? -50 : 0,
    'referrer-policy': referrers.test(header('referrer-policy')) ? 5 : -5,
    'strict-transport-security': maxAge >= 15_768_000 ? 0 : maxAge >= 0 ? -10 : -20,
    // Own scripts without an integrity digest cost nothing, foreign ones would.
    'subresource-integrity': /<script\b[^>]*\bsrc="(?:https?:)?\/\//.test(payload) ? -50 : 0,
    'x-content-type-options': header('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options':
      policy.get('frame-ancestors')?.includes('*') === false ? 5 : header('x-frame-options') === 'DENY' ? 0 : -20,
    'cross-origin-resource-policy': /^same-(?:origin|site)$/.test(header('cross-origin-resource-policy')) ? 10 : 0,
  };
}

const policyOf = (header: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    header
      .split(';')
      .map((each) => each.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  );

function policyPoints(policy: ReadonlyMap<string, readonly string[]>): number {
  const isWild = (...names: readonly string[]): boolean =>
    names
      .flatMap((name) => policy.get(name) ?? policy.get('default-src') ?? ['*'])
      .some((source) => /^(?:\*|https?:|data:|'unsafe-\w+')$/.test(source));
  if (policy.size === 1) return -25;
  if (isWild('script-src', 'object-src')) return -20;
  if (isWild('style-src', 'img-src')) return 0;
  const isClosed =
    policy.get('default-src')?.join() === "'none'" && /^'(?:none|self)'$/.test(`${policy.get('form-action')?.join()}`);
  return isClosed ? 10 : 5;
}

function cookiePoints(cookies: Answer['cookies']): number {
  if (!cookies.every(({ secure, httpOnly }) => secure && httpOnly)) return -40;
  return cookies.every(({ sameSite }) => /^(?:strict|lax)$/i.test(sameSite ?? '')) ? 5 : 0;
}

/** Extra credit counts from 90 on. */
function score(answer: Answer): number {
  const points = Object.values(grade(answer));
  const base = 100 + sum(points.filter((each) => each < 0));
  return base < 90 ? base : base + sum(points.filter((each) => each > 0));
}

const webDir = createWebDir('<script type="module" src="/assets/a.js"></script>');

describe('the header score of MDN’s observatory, behind https', () => {
  const server = useTestServer('sqlite', { webDir, env: { PUBLIC_URL: 'https://farm.example.org' } });
  let farmer: Person;
  let picture: string;
  beforeAll(async () => {
    farmer = await server().register({ plan: 'guest' });
    ({ imageUrl: picture } = await farmer.upload('uploadImage', { bytes: await testPicture().as('png') }));
  });

  test.each([
    ['GET', '/', 200],
    ['GET', '/for-sale', 200],
    ['GET', '/for-sale/nothing', 404],
    ['GET', '/no/such/page', 404],
    ['GET', '/api/animals', 200],
    ['GET', '/api/for-sale', 200],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/admin/users', 403],
    ['POST', '/api/auth/login', 415],
    ['GET', '/api/export?format=csv&sheet=animals', 200],
    ['GET', 'the picture', 200],
    ['GET', '/uploads/nothing.webp', 404],
    ['GET', '/%', 400],
    ['POST', '/api/auth/register', 201],
  ] as const)('%s %s (%i) reaches 115', async (method, path, status) => {
    const isRegistering = path === '/api/auth/register';
    const body = { username: 'shepherd', email: 'a@example.org', password: 'correct horse' };
    const response = await (isRegistering ? server().visitor() : farmer).send({
      method,
      url: path === 'the picture' ? picture : path,
      ...(isRegistering && { payload: body }),
      ...(status === 415 && { payload: 'a=b', headers: { 'content-type': 'text/plain' } }),
    });
    expect(response.statusCode).toBe(status);
    expect(score(response), JSON.stringify(grade(response))).toBeGreaterThanOrEqual(115);
    recordMeasurement(`observatory score, ${method} ${path}`, score(response));
  });

  test('a page without security headers scores below 40', () => {
    const bare = { headers: { 'content-type': 'text/html' }, cookies: [], payload: '' };
    expect(score(bare)).toBeLessThan(40);
  });
});
