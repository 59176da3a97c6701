import { describe, expect, test } from 'vitest';
import { createRouting } from './routing.ts';

const origin = 'https://farm.example.org';
const routeOf = createRouting(
  {
    files: [
      ['/assets/start-abc.js', ''],
      ['/icon.svg', ''],
      ['/shell.html', ''],
    ],
    farmScreens: ['/', '/animals', '/animals/$id', '/health'],
  },
  origin,
);
const visit = (path: string) => routeOf({ method: 'GET', mode: 'navigate', url: origin + path });
const get = (path: string) => routeOf({ method: 'GET', mode: 'cors', url: new URL(path, origin).href });

describe('the service worker', () => {
  test.each(['/', '/animals', '/animals/', '/Animals', '/animals?status=sold', '/animals/0190-ab', '/health#top'])(
    'answers %s, a screen of a farm, with the shell at once',
    (path) => {
      expect(visit(path)).toBe('shell');
    },
  );

  test.each([
    '/for-sale',
    '/for-sale/0190-ab',
    '/login',
    '/confirm-email?token=x',
    '/choose-plan?checkout=1',
    '/admin',
    '/no-such-page',
    '/animals/a/b',
    '/icon.svg',
  ])('asks the server for %s first', (path) => {
    expect(visit(path)).toBe('network, then shell');
  });

  test.each([
    '/api/animals',
    '/api/auth/me',
    '/api',
    '/uploads/abc.jpg',
    '/sw.js',
    '/metrics',
    'https://elsewhere.example/assets/a.js',
  ])('has no part in a request for %s', (path) => {
    expect(get(path)).toBe('network');
  });

  test('has no part in a download, which is a navigation to the API', () => {
    expect(visit('/api/reports/export?format=csv')).toBe('network');
    expect(visit('/uploads/abc.jpg')).toBe('network');
  });

  test.each(['/assets/start-abc.js', '/assets/of-another-build-xyz.js', '/icon.svg', '/shell.html'])(
    'answers %s, a file of a build, from what it stored',
    (path) => {
      expect(get(path)).toBe('stored, then network');
    },
  );

  test.each(['POST', 'PATCH', 'DELETE', 'HEAD'])('has no part in a %s request', (method) => {
    expect(routeOf({ method, mode: 'cors', url: `${origin}/icon.svg` })).toBe('network');
  });
});
