interface Locked {
  readonly version?: string;
  /** The digest of the package's content. */
  readonly integrity?: string;
  /** A folder of the project itself. */
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, Locked>>;
}

/**
 * Packages for other platforms that the lockfile does not name. `npm install` leaves them out when a registry does not have
 * them (a mirror of one platform), and then `npm ci` refuses the lockfile everywhere.
 */
export function missingPlatforms({ packages }: Lockfile): [path: string, entry: Locked][] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !foldersAbove(parent).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]): [string, Locked] => [
        `node_modules/${name}`,
        { version: version.replace(/^[\^~]/, ''), ...platformOf(name), ...(dev && { dev }), optional: true },
      ]),
  );
}

export function completed(lockfile: Lockfile): Lockfile {
  const entries = [...Object.entries(lockfile.packages), ...missingPlatforms(lockfile)];
  return { ...lockfile, packages: Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en'))) };
}

/** Packages whose content the lockfile does not pin. The first entry is the project. */
export const unpinned = ({ packages }: Lockfile): [path: string, entry: Locked][] =>
  Object.entries(packages).filter(([path, { integrity, link }]) => path !== '' && integrity === undefined && !link);

/** Pins what the registry has: `integrityOf` asks for the digest of `name@version`. */
export async function pinned(lockfile: Lockfile, integrityOf: (spec: string) => Promise<string | undefined>): Promise<Lockfile> {
  const packages: Record<string, Locked> = { ...lockfile.packages };
  for (const [path, entry] of unpinned(lockfile)) {
    const integrity = await integrityOf(
      `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`,
    );
    if (integrity !== undefined) packages[path] = { version: entry.version ?? '', integrity, ...entry };
  }
  return { ...lockfile, packages };
}

const systems = ['linux', 'darwin', 'win32', 'windows', 'android', 'freebsd', 'openharmony'];
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32'];

/** The platform as the package's name tells it: `@oxlint/binding-linux-arm64-musl`. */
function platformOf(name: string): Pick<Locked, 'os' | 'cpu' | 'libc'> {
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

/** The folders in whose node_modules a package looks for what it needs: its own, those it lies in, the project's. */
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
