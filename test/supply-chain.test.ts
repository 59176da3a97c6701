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
