import { rmSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, type Person } from '#test/engines.ts';
import { recordMeasurement } from '#test/measurements.ts';
import { testPicture } from '#test/pictures.ts';
import { createWebDir } from '#test/web-dir.ts';

type Answer = Pick<LightMyRequestResponse, 'headers' | 'cookies' | 'payload'>;

/** The score table of MDN's HTTP Observatory, which begins at 100. Tests that need a preload list or TLS are left out. */
const grade = (answer: Answer): Record<string, number> => ({
  'content-security-policy': policyPoints(answer),
  cookies: cookiePoints(answer),
  'cross-origin-resource-sharing': answer.headers['access-control-allow-credentials'] ? -50 : 0,
  'referrer-policy': matches(answer, 'referrer-policy', /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/)
    ? 5
    : -5,
  'strict-transport-security': transportPoints(answer),
  // Own scripts without an integrity digest cost nothing, foreign ones would.
  'subresource-integrity': /<script\b[^>]*\bsrc="(?:https?:)?\/\//.test(answer.payload) ? -50 : 0,
  'x-content-type-options': matches(answer, 'x-content-type-options', /^nosniff$/) ? 0 : -5,
  'x-frame-options': framePoints(answer),
  'cross-origin-resource-policy': matches(answer, 'cross-origin-resource-policy', /^same-(?:origin|site)$/) ? 10 : 0,
});

const headerOf = ({ headers }: Answer, name: string): string => String(headers[name] ?? '');
const matches = (answer: Answer, name: string, pattern: RegExp): boolean => pattern.test(headerOf(answer, name));

function policyOf(answer: Answer): Map<string, string[]> {
  const directives = headerOf(answer, 'content-security-policy').split(';');
  return new Map(directives.map((directive) => directive.trim().split(/\s+/)).map(([name = '', ...sources]) => [name, sources]));
}

function policyPoints(answer: Answer): number {
  const policy = policyOf(answer);
  const isWild = (name: string): boolean =>
    (policy.get(name) ?? policy.get('default-src') ?? ['*']).some((source) => /^(?:\*|https?:|data:|'unsafe-\w+')$/.test(source));
  if (!answer.headers['content-security-policy']) return -25;
  if (isWild('script-src') || isWild('object-src')) return -20;
  if (isWild('style-src') || isWild('img-src')) return 0;
  const isClosed =
    policy.get('default-src')?.join() === "'none'" && /^'(?:none|self)'$/.test(policy.get('form-action')?.join() ?? '');
  return isClosed ? 10 : 5;
}

function cookiePoints({ cookies }: Answer): number {
  if (cookies.length === 0) return 0;
  if (!cookies.every(({ secure, httpOnly }) => secure && httpOnly)) return -40;
  return cookies.every(({ sameSite }) => /^(?:strict|lax)$/i.test(sameSite ?? '')) ? 5 : 0;
}

function transportPoints(answer: Answer): number {
  const maxAge = /max-age=(\d+)/.exec(headerOf(answer, 'strict-transport-security'))?.[1];
  if (maxAge === undefined) return -20;
  return Number(maxAge) >= 15_768_000 ? 0 : -10;
}

function framePoints(answer: Answer): number {
  const ancestors = policyOf(answer).get('frame-ancestors');
  if (ancestors && !ancestors.includes('*')) return 5;
  return matches(answer, 'x-frame-options', /^(?:DENY|SAMEORIGIN)$/) ? 0 : -20;
}

/** Extra credit counts from 90 on. */
function score(response: Answer): number {
  const modifiers = Object.values(grade(response));
  const base = 100 + modifiers.filter((points) => points < 0).reduce((sum, points) => sum + points, 0);
  return base < 90 ? base : base + modifiers.filter((points) => points > 0).reduce((sum, points) => sum + points, 0);
}

const webDir = createWebDir('<script type="module" src="/assets/a.js"></script>');
afterAll(() => rmSync(webDir, { recursive: true, force: true }));

describe('the header score of MDN’s observatory, behind https', () => {
  let server: TestServer;
  let farmer: Person;
  let picture: string;
  beforeAll(async () => {
    server = await openTestServer('sqlite', { webDir, env: { PUBLIC_URL: 'https://farm.example.org' } });
    farmer = await server.register({ plan: 'guest' });
    ({ imageUrl: picture } = await farmer.upload('uploadImage', { bytes: await testPicture().as('png') }));
  });
  afterAll(() => server.close());

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
    const response = await (isRegistering ? server.visitor() : farmer).send({
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
