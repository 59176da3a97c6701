import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingPlatforms, pinIntegrity, listUnpinned, type Lockfile } from '../scripts/lockfile-platforms.ts';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;

test('npm ci works on every platform: the lockfile names the packages of all of them (npm run lockfile)', () => {
  expect(missingPlatforms(lockfile).map(([path]) => path)).toEqual([]);
});

test('the lockfile names no registry: packages come from the one each person uses', () => {
  expect(JSON.stringify(lockfile)).not.toMatch(/"resolved":\s*"https?:/);
});

// The registry that the lockfile was written with has these packages for Debian only.
const tools = ['@oxc-parser/binding', '@oxfmt/binding', '@oxlint/binding', '@oxlint-tsgolint/', '@tailwindcss/oxide'];

test('the content of every package is pinned, but for native parts of build tools on platforms that the image is not built on', () => {
  const left = listUnpinned(lockfile);
  const isTool = ([path, { optional }]: (typeof left)[number]): boolean =>
    optional === true && tools.some((name) => path.startsWith(`node_modules/${name}`));
  expect(left.filter((entry) => !isTool(entry)).map(([path]) => path)).toEqual([]);
  const debian = /linux-(?:x64|arm64)(?:-gnu)?$/;
  expect(left.filter(([path]) => debian.test(path)).map(([path]) => path)).toEqual([]);
});

test('npm run lockfile -- pin takes the digests that the registry has, and leaves the rest as it is', async () => {
  const locked: Lockfile = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/@a/x': { version: '1.2.3', optional: true },
      'node_modules/b': { version: '2.0.0', integrity: 'sha512-b' },
      'node_modules/b/node_modules/c': { version: '3.0.0' },
    },
  };
  const asked: string[] = [];
  const { packages } = await pinIntegrity(locked, async (spec) => {
    asked.push(spec);
    return spec === '@a/x@1.2.3' ? 'sha512-x' : undefined;
  });
  expect(asked).toEqual(['@a/x@1.2.3', 'c@3.0.0']);
  expect(packages).toEqual({
    ...locked.packages,
    'node_modules/@a/x': { version: '1.2.3', integrity: 'sha512-x', optional: true },
  });
});

test('every version in package.json is pinned exactly', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});
