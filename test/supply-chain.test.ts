import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  allowedLicences,
  licensedPackages,
  packagesWithInstallScripts,
  type LockedPackages,
} from '../scripts/licences-document.ts';

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockedPackages;
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };

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

test('every package is pinned to its content, but for builds for other platforms than those this was made on', () => {
  const { packages } = lockfile as { packages: Record<string, { integrity?: string; optional?: boolean; cpu?: string[] }> };
  const loose = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'));
  expect(loose.filter(([, { optional, cpu }]) => !optional || cpu === undefined).map(([path]) => path)).toEqual([]);
});
