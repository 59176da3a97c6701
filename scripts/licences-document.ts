interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

export interface LockedPackages {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LicensedPackage {
  readonly name: string;
  readonly licence: string;
  readonly isForDevelopment: boolean;
}

/** Licences that permit what MIT permits; none requires the source of software built on the package. */
export const allowedLicences: ReadonlySet<string> = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND ISC AND BSD-3-Clause',
  'MIT-0',
  'PSF-2.0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]);

export function licensedPackages({ packages }: LockedPackages): LicensedPackage[] {
  const found = new Map<string, LicensedPackage>();
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '') continue;
    const name = nameOf(path);
    const before = found.get(name);
    const licence = locked.license ?? licenceOfFamily(name, packages) ?? 'unknown';
    const isForDevelopment = (before?.isForDevelopment ?? true) && locked.dev === true;
    found.set(name, { name, licence, isForDevelopment });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const packagesWithInstallScripts = ({ packages }: LockedPackages): string[] =>
  Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => nameOf(path))
    .toSorted();

export function licencesDocument(lockfile: LockedPackages): string {
  const packages = licensedPackages(lockfile);
  const list = (rows: readonly LicensedPackage[]): string => {
    const licences = [...new Set(rows.map(({ licence }) => licence))].toSorted();
    const groups = licences.map((licence) => {
      const names = rows.filter((row) => row.licence === licence).map(({ name }) => `- \`${name}\``);
      return `### ${licence}: ${names.length}\n\n${names.join('\n')}`;
    });
    return groups.join('\n\n');
  };
  return `# Licences

Made by \`npm run licences\` from package-lock.json; \`npm test\` compares. The product itself is under MIT (LICENSE). \`sharp\` links \`libvips\` (LGPL) dynamically, as its licence asks.

## What runs

${list(packages.filter(({ isForDevelopment }) => !isForDevelopment))}

## What builds and tests it

${list(packages.filter(({ isForDevelopment }) => isForDevelopment))}
`;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Platform builds of one program (`@oxlint/binding-…`) have the licence of those that the lockfile contains. */
function licenceOfFamily(name: string, packages: LockedPackages['packages']): string | undefined {
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/') + 1) : undefined;
  if (scope === undefined) return undefined;
  const licences = new Set(
    Object.entries(packages).flatMap(([path, { license }]) => (nameOf(path).startsWith(scope) && license ? [license] : [])),
  );
  return licences.size === 1 ? [...licences][0] : undefined;
}
