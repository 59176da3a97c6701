import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useTestServer } from '#test/engines.ts';
import { createWebDir } from '#test/web-dir.ts';

const webDir = createWebDir('<script>inline()</script><p>content</p>');
writeFileSync(join(webDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

const answers = [
  '/',
  '/animals',
  '/no/such/page',
  '/icon.svg',
  '/api/auth/me',
  '/api/nothing',
  '/uploads/nothing.jpg',
  '/assets/nothing.js',
];

describe('security headers', () => {
  const server = useTestServer('sqlite', { webDir });
  const get = (url: string) => server().send({ method: 'GET', url });

  test.each(answers)('are on the answer to %s (ASVS 3.4.4, 3.4.5, 3.4.6, 3.4.8)', async (url) => {
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    // The camera and a serial port read ear tags; a place is given on a button alone.
    const permissions = String(headers['permissions-policy']).split(', ');
    expect(permissions.filter((each) => !each.endsWith('=()'))).toEqual(['camera=(self)', 'serial=(self)', 'geolocation=(self)']);
    const policy = String(headers['content-security-policy']);
    for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(directive);
    expect(policy).not.toMatch(/unsafe-|\*|https?:|data:/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('a page runs and loads only what is its own, and inline what the policy names by its digest (ASVS 3.4.3)', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const digest = createHash('sha256').update('inline()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${digest}';`);
    for (const directive of ["object-src 'none'", "form-action 'self'", "connect-src 'self'", "worker-src 'self'"])
      expect(policy).toContain(directive);
  });

  test.each(['/', '/api/auth/me', '/api/nothing'])('forbid caches to store %s (ASVS 14.3.2)', async (url) => {
    expect((await get(url)).headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['/animals?status=sold', 200],
    ['/.env', 404],
    ['/index.html', 404],
    ['/api/nothing', 404],
    ['/uploads/nothing.jpg', 404],
    ['/assets/nothing.js', 404],
  ])('%s answers %i', async (url, status) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(status);
    const isPage = !/^\/(?:api|uploads|assets)\//.test(url);
    expect(headers['content-type']).toContain(isPage ? 'text/html' : 'application/problem+json');
  });

  test.each(['/', '/login', '/for-sale/x', '/api/auth/me', '/no/such/page'])(
    '%s does not redirect to where its query says (ASVS 3.7.2)',
    async (path) => {
      for (const name of ['next', 'url', 'redirect', 'returnTo', 'continue']) {
        for (const target of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
          const { statusCode, headers } = await get(`${path}?${name}=${encodeURIComponent(target)}`);
          expect([path, statusCode >= 300 && statusCode < 400, headers.location]).toEqual([path, false, undefined]);
        }
      }
      for (const address of ['//evil.example', '//evil.example/..', '/\\evil.example'])
        expect((await get(address)).headers.location).toBeUndefined();
    },
  );
});

describe('headers behind https', () => {
  const server = useTestServer('sqlite', { webDir, env: { PUBLIC_URL: 'https://farm.example.org' } });

  test('include HSTS of more than a year (ASVS 3.4.1)', async () => {
    const { headers } = await server().send({ method: 'GET', url: '/' });
    expect(headers['strict-transport-security']).toMatch(/^max-age=(?:[4-9]\d{7}|\d{9,})/);
  });

  test('set the session cookie as Secure, HttpOnly, SameSite=Lax and pinned to the host (ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4)', async () => {
    const response = await server().send({
      method: 'POST',
      url: '/api/auth/register',
      payload: { username: 'shepherd', email: 'shepherd@example.org', password: 'correct horse' },
    });
    expect(response.cookies).toMatchObject([
      { name: '__Host-session', path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
    ]);
    expect(response.cookies[0]).not.toHaveProperty('domain');
  });
});
