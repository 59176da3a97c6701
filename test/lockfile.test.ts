import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingPlatforms, type Lockfile } from '../scripts/lockfile-platforms.ts';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;

test('npm ci works on every platform: the lockfile names the packages of all of them (npm run lockfile)', () => {
  expect(missingPlatforms(lockfile).map(([path]) => path)).toEqual([]);
});

test('the lockfile names no registry: packages come from the one each person uses', () => {
  expect(JSON.stringify(lockfile)).not.toMatch(/"resolved":\s*"https?:/);
});

test('every version is pinned exactly', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});
