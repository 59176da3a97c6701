import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { screenAt, screens } from './screens.ts';

test('the list names the screens that the router in the browser has, no more and no fewer', () => {
  const router = readFileSync('src/web/app/router.tsx', 'utf8');
  const paths = [...router.matchAll(/^ {2}path: '(\/[^']*)'/gm)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect([...screens].toSorted()).toEqual(paths.toSorted());
});

test.each(['/', '/animals', '/animals/', '/Animals', '/animals/import', '/for-sale/anything'])('%s is a screen', (path) => {
  expect(screenAt(path)).toBeDefined();
});

test.each([
  '/animal',
  '/animals/x',
  '/for-sale/a/b',
  '//',
  '/x/animals',
  '/.env',
  '/wp-login.php',
  '/admin/users',
  '/for-sale/x.zip',
  '/for-sale/.env',
])('%j is no screen', (path) => {
  expect(screenAt(path)).toBeUndefined();
});
