import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  allowedLicences,
  licensedPackages,
  packagesWithInstallScripts,
  type LockedPackages,
} from '../scripts/licences-document.ts';
import { missingPlatforms, listUnpinned, type Lockfile } from '../scripts/lockfile-platforms.ts';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockedPackages & Lockfile;
const { allowScripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly allowScripts: Record<string, boolean>;
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
};

test('every package has a licence that this product may be given away under (ASVS 15.1.1)', () => {
  const packages = licensedPackages(lockfile);
  expect(packages.length).toBeGreaterThan(200);
  expect(packages.filter(({ licence }) => !allowedLicences.has(licence))).toEqual([]);
});

test('docs/licences.md names every package (npm run licences)', () => {
  const listed = readFileSync('docs/licences.md', 'utf8');
  expect(licensedPackages(lockfile).filter(({ name }) => !listed.includes(name))).toEqual([]);
});

test('exactly the packages whose install scripts were read run one (docs/operating.md, ASVS 15.2.4)', () => {
  const reviewed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(packagesWithInstallScripts(lockfile)).toEqual(reviewed.toSorted());
});

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
  const debian = /linux-(?:x64|arm64)(?:-gnu)?$/;
  expect(left.filter((entry) => !isTool(entry) || debian.test(entry[0])).map(([path]) => path)).toEqual([]);
});

test('every version in package.json is pinned exactly', () => {
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
});
