import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const pages = ['README.md', ...globSync('docs/**/*.md')];

/** Files and folders that a page names in code; those of the source also from a layer or a feature on. `<name>` is any name. */
const pathsIn = (text: string): string[] =>
  Array.from(text.matchAll(/`((?:src|test|scripts|bench|docs|deploy)\/[^\s`]+|[\w-]+\/[^\s`]+\.tsx?)`/g), ([, path = '']) =>
    path.replaceAll(/<\w+>/g, '*'),
  );

const exists = (path: string): boolean =>
  ['', 'src', 'src/domain', 'src/server', 'src/web'].some((base) => globSync(join(base, path)).length > 0);

const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g), ([, target]) => target ?? '');

test('a page names only files that exist', () => {
  const missing = pages.flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const named = [...pathsIn(text), ...linksIn(text).map((target) => join(dirname(page), target))];
    return named.filter((path) => !exists(path)).map((path) => `${page}: ${path}`);
  });
  expect(missing).toEqual([]);
});
