import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openHouse, type House, type Person } from '../support/engines.ts';
import { note } from '../support/figures.ts';
import { halves } from '../support/pictures.ts';

/** What MDN's HTTP Observatory gives and takes (its score table); it begins at 100. What needs a preload list or TLS is not asked. */
const grade = ({ headers, cookies, payload }: LightMyRequestResponse): Record<string, number> => {
  const header = (name: string): string => String(headers[name] ?? '');
  const policy = new Map(
    header('content-security-policy')
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]): [string, string[]] => [name, sources]),
  );
  const sourcesOf = (name: string): string[] => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const isWild = (source: string): boolean => /^(?:\*|https?:|data:|'unsafe-\w+')$/.test(source);
  const isHtml = header('content-type').includes('text/html');
  const scripts = isHtml ? [...payload.matchAll(/<script\b[^>]*\bsrc="([^"]*)"/g)].map(([, src]) => src ?? '') : [];
  const maxAge = Number(/max-age=(\d+)/.exec(header('strict-transport-security'))?.[1] ?? -1);
  return {
    'content-security-policy': !headers['content-security-policy']
      ? -25
      : ['script-src', 'object-src'].some((name) => sourcesOf(name).some(isWild))
        ? -20
        : ['style-src', 'img-src'].some((name) => sourcesOf(name).some((source) => isWild(source) && source !== 'data:'))
          ? 0
          : sourcesOf('default-src').join() === "'none'" && ["'none'", "'self'"].includes(policy.get('form-action')?.join() ?? '')
            ? 10
            : 5,
    cookies:
      cookies.length === 0
        ? 0
        : cookies.every(({ secure, httpOnly }) => secure && httpOnly)
          ? cookies.every(({ sameSite }) => /^(?:strict|lax)$/i.test(sameSite ?? ''))
            ? 5
            : 0
          : -40,
    'cross-origin-resource-sharing': headers['access-control-allow-credentials'] ? -50 : 0,
    'referrer-policy': /^(?:no-referrer|same-origin|strict-origin(?:-when-cross-origin)?)$/.test(header('referrer-policy'))
      ? 5
      : -5,
    'strict-transport-security': maxAge >= 15_768_000 ? 0 : maxAge >= 0 ? -10 : -20,
    // Scripts of our own without a digest cost nothing, foreign ones would.
    'subresource-integrity': scripts.some((src) => /^(?:https?:)?\/\//.test(src)) ? -50 : 0,
    'x-content-type-options': header('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options':
      policy.has('frame-ancestors') && !sourcesOf('frame-ancestors').includes('*')
        ? 5
        : /^(?:DENY|SAMEORIGIN)$/.test(header('x-frame-options'))
          ? 0
          : -20,
    'cross-origin-resource-policy': /^same-(?:origin|site)$/.test(header('cross-origin-resource-policy')) ? 10 : 0,
  };
};

/** Extra credit counts from 90 on. */
function score(response: LightMyRequestResponse): number {
  const modifiers = Object.values(grade(response));
  const base = 100 + modifiers.filter((points) => points < 0).reduce((sum, points) => sum + points, 0);
  return base < 90 ? base : base + modifiers.filter((points) => points > 0).reduce((sum, points) => sum + points, 0);
}

const webDir = mkdtempSync(join(tmpdir(), 'bellwether-web-'));
writeFileSync(
  join(webDir, 'index.html'),
  '<meta name="csp-nonce" content="__CSP_NONCE__" /><script type="module" src="/assets/a.js"></script>',
);
afterAll(() => rmSync(webDir, { recursive: true, force: true }));

describe('the header score of MDN’s observatory, behind https', () => {
  let house: House;
  let farmer: Person;
  let picture: string;
  beforeAll(async () => {
    house = await openHouse('sqlite', { webDir, env: { PUBLIC_URL: 'https://farm.example.org' } });
    farmer = await house.register({ plan: 'guest' });
    ({ imageUrl: picture } = await farmer.upload('uploadImage', { bytes: await halves().as('png') }));
  });
  afterAll(() => house.close());

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
    const response = await (isRegistering ? house.visitor() : farmer).send({
      method,
      url: path === 'the picture' ? picture : path,
      ...(isRegistering && { payload: body }),
      ...(status === 415 && { payload: 'a=b', headers: { 'content-type': 'text/plain' } }),
    });
    expect(response.statusCode).toBe(status);
    expect(score(response), JSON.stringify(grade(response))).toBeGreaterThanOrEqual(115);
    note(`observatory score, ${method} ${path}`, score(response));
  });

  test('a page without any of it would fail', () => {
    const bare = { headers: { 'content-type': 'text/html' }, cookies: [], payload: '' } as unknown as LightMyRequestResponse;
    expect(score(bare)).toBeLessThan(40);
  });
});
