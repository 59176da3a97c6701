interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * `npm install` omits packages for other platforms if a registry (a mirror for one platform) does not have them, and then `npm ci`
 * rejects the lockfile everywhere.
 */
export function missingPlatforms({ packages }: Lockfile): [path: string, entry: LockedPackage][] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(parent).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]): [string, LockedPackage] => [
        `node_modules/${name}`,
        { version: version.replace(/^[\^~]/, ''), ...platformOf(name), ...(dev && { dev }), optional: true },
      ]),
  );
}

export function addMissingPlatforms(lockfile: Lockfile): Lockfile {
  const entries = [...Object.entries(lockfile.packages), ...missingPlatforms(lockfile)];
  return { ...lockfile, packages: Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en'))) };
}

/** Packages without an integrity digest. The first entry is the project itself. */
export const listUnpinned = ({ packages }: Lockfile): [path: string, entry: LockedPackage][] =>
  Object.entries(packages).filter(([path, { integrity, link }]) => path !== '' && integrity === undefined && !link);

/** Adds the digests that the registry has. `integrityOf` looks up `name@version`. */
export async function pinIntegrity(
  lockfile: Lockfile,
  integrityOf: (spec: string) => Promise<string | undefined>,
): Promise<Lockfile> {
  const packages: Record<string, LockedPackage> = { ...lockfile.packages };
  for (const [path, entry] of listUnpinned(lockfile)) {
    const integrity = await integrityOf(
      `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`,
    );
    if (integrity !== undefined) packages[path] = { version: entry.version ?? '', integrity, ...entry };
  }
  return { ...lockfile, packages };
}

const systems = ['linux', 'darwin', 'win32', 'windows', 'android', 'freebsd', 'openharmony'];
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'];

/** Derived from the name of the package, such as `@oxlint/binding-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = systems.find((system) => words.includes(system))?.replace('windows', 'win32');
  const cpu = processors.find((processor) => words.includes(processor));
  if (!cpu) throw new Error(`The name of ${name} does not say which platform it is for; add it to package-lock.json by hand.`);
  const libc =
    os === 'linux' && words.some((word) => word.startsWith('musl'))
      ? 'musl'
      : os === 'linux' && words.some((word) => word.startsWith('gnu'))
        ? 'glibc'
        : undefined;
  return { cpu: [cpu], ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

/** The folders whose node_modules Node searches for the dependencies of a package: its own, its parents' and the project's. */
function foldersAbove(path: string): string[] {
  const names = path.split(/(?:^|\/)node_modules\//).filter((name) => name !== '');
  return [
    '',
    ...names.map((_, index) =>
      names
        .slice(0, index + 1)
        .map((name) => `node_modules/${name}/`)
        .join(''),
    ),
  ];
}
