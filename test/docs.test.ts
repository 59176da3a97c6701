import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const pages = ['README.md', ...globSync('docs/**/*.md')];

/** Files and folders of the project that a page names in code, without patterns. */
const pathsIn = (text: string): string[] =>
  Array.from(text.matchAll(/`((?:src|test|scripts|bench|docs|deploy)\/[\w./-]*\w)\/?`/g), ([, path]) => path ?? '');

const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g), ([, target]) => target ?? '');

test.each(pages)('%s names only files that exist', (page) => {
  const text = readFileSync(page, 'utf8');
  const named = [...pathsIn(text), ...linksIn(text).map((target) => join(dirname(page), target))];
  expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
});
