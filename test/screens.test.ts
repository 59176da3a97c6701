import { beforeAll, expect, test } from 'vitest';
import { readScreens, type Screens } from '#server/html/screens.ts';
import { readBuiltScreens } from '#test/web-dir.ts';
import { buildWebOnce } from '#test/build-web.ts';

let screens: Screens;
beforeAll(async () => {
  await buildWebOnce();
  screens = readScreens('build/web');
}, 120_000);

test('every screen of the product is known to the server with who may see it', () => {
  expect(Object.fromEntries(readBuiltScreens().map(({ path, access }) => [path, access]))).toEqual({
    '/login': 'visitor',
    '/join': 'user',
    '/people': 'plan',
    '/revert-email': 'link',
    '/confirm-email': 'anyone',
    '/choose-plan': 'user',
    '/test-checkout/$id': 'user',
    '/': 'plan',
    '/animals': 'plan',
    '/animals/$id': 'plan',
    '/animals/import': 'plan',
    '/health': 'plan',
    '/history': 'plan',
    '/breeding': 'plan',
    '/breeding/planner': 'plan',
    '/breeding/rams': 'plan',
    '/papers': 'plan',
    '/receipts': 'plan',
    '/receipts/$id': 'plan',
    '/performance': 'plan',
    '/breeding/rams/new': 'plan',
    '/breeding/rams/$id': 'plan',
    '/animal-sells': 'plan',
    '/work': 'plan',
    '/receipt': 'plan',
    '/work/new': 'plan',
    '/work/$id': 'plan',
    '/births': 'plan',
    '/births/new': 'plan',
    '/for-sale': 'anyone',
    '/for-sale/$id': 'anyone',
    '/move-in': 'anyone',
    '/favourites': 'anyone',
    '/farms/$slug': 'anyone',
    '/recent': 'plan',
    '/treatments': 'plan',
    '/reports': 'plan',
    '/profile': 'plan',
    '/settings': 'plan',
    '/settings/$topic': 'plan',
    '/admin': 'admin',
    '/admin/site': 'admin',
    '/places': 'plan',
    '/products': 'plan',
    '/worms': 'plan',
  });
});

test('every screen names the scripts of its page, and its reads are of the API', () => {
  for (const { path, scripts, reads } of readBuiltScreens()) {
    expect([path, scripts.length > 0]).toEqual([path, true]);
    expect(scripts.filter((url) => !/^\/assets\/.+\.js$/.test(url))).toEqual([]);
    expect(reads.filter((url) => !url.startsWith('/api/'))).toEqual([]);
  }
});

test.each(['/', '/animals', '/animals/', '/Animals', '/animals/import', '/animals/anything', '/for-sale/anything'])(
  '%s is a screen',
  (path) => {
    expect(screens.screenAt(path)).toBeDefined();
  },
);

test.each([
  '/animal',
  '/animals/x/y',
  '/for-sale/a/b',
  '//',
  '/x/animals',
  '/.env',
  '/wp-login.php',
  '/admin/users',
  '/for-sale/x.zip',
  '/for-sale/.env',
  '/$',
  '/shell',
])('%j is no screen', (path) => {
  expect(screens.screenAt(path)).toBeUndefined();
});

test.each([
  ['/animals', false, '/login'],
  ['/choose-plan', false, '/login'],
  ['/admin', false, '/login'],
  ['/for-sale', false, '/for-sale'],
  ['/revert-email', false, '/revert-email'],
  ['/login', false, '/login'],
  ['/login', true, '/'],
  ['/animals', true, '/animals'],
])('%s asked for by a person whose session is %s shows %s', (path, isSignedIn, shown) => {
  const screen = screens.screenAt(path);
  expect(screen && screens.screenAfterRedirect(screen, isSignedIn)?.path).toBe(shown);
});
