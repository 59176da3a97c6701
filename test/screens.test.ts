import { beforeAll, expect, test } from 'vitest';
import { readScreens, type Screens } from '#server/html/static.ts';
import { readBuiltScreens } from '#test/web-dir.ts';
import { buildWebOnce } from '#test/build-web.ts';

let screens: Screens;
beforeAll(async () => {
  await buildWebOnce();
  screens = readScreens('build/web');
});

test('only these screens are open without a session, and those of the administration are for administrators', () => {
  const built = readBuiltScreens();
  const open = built.filter(({ access }) => !['user', 'plan', 'admin'].includes(access)).map(({ path }) => path);
  const known = '/confirm-email /farms/$slug /favourites /for-sale /for-sale/$id /login /move-in /revert-email';
  expect(open.toSorted()).toEqual(known.split(' '));
  expect(built.filter(({ path, access }) => path.startsWith('/admin') !== (access === 'admin'))).toEqual([]);
});

test('every screen names the scripts of its page, but for the marketplace, which is in the first files', () => {
  for (const { path, scripts } of readBuiltScreens()) {
    expect([path, scripts.length > 0]).toEqual([path, path !== '/for-sale']);
    expect(scripts.filter((url) => !/^\/assets\/.+\.js$/.test(url))).toEqual([]);
  }
});

test.each(['/', '/animals/', '/Animals', '/animals/import', '/animals/anything', '/for-sale/anything'])(
  '%s is a screen',
  (path) => {
    expect(screens.screenAt(path)).toBeDefined();
  },
);

const noScreens = '/animal /animals/x/y /for-sale/a/b // /x/animals /.env /admin/users /for-sale/x.zip /for-sale/.env /$ /shell';

test.each(noScreens.split(' '))('%j is no screen', (path) => {
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
