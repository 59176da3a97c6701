import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productTitle } from '#domain/product.ts';

const home = 'src/domain/product.ts';

test('the title of the product is spelled in one place', () => {
  const files = globSync(['src/**/*.{ts,tsx,css,html,svg,js,json,webmanifest}', 'index.html', 'vite.config.ts']);
  const spelling = files.filter((file) => !file.includes('.test.') && readFileSync(file, 'utf8').includes(productTitle));
  expect(spelling).toEqual([home]);
});

test('the name of a folder says what belongs there', () => {
  expect(globSync('src/**/{utils,helpers,types,common,misc}')).toEqual([]);
});

test('styles name start and end, not left and right, except for the safe area', () => {
  const classes =
    /(?<![\w-])-?(?:(?:scroll-)?[mp][lr]-|border-[lr]\b|rounded-[tb]?[lr]\b|(?:left|right)-(?:[\d[(]|full|auto|px)|(?:text|float)-(?:left|right)\b)/;
  const properties = /\b(?:margin|padding|border)-(?:left|right)\b|text-align: (?:left|right)|^\s*(?:left|right):/;
  const physical = globSync('src/web/**/*.{tsx,ts,css}').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => (file.endsWith('.css') ? properties : classes).test(line) && !line.includes('safe-area-inset'))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(physical).toEqual([]);
});
