// `npm run release` writes what runs, and nothing else, to build/release/: a folder and a reproducible archive of it. It needs no npm, only
// Node. `npm run release -- folder` leaves the archive out, for the image.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { buildAllIfStale } from './parts.ts';
import { serverPackages } from './server-packages.ts';

const root = resolve(import.meta.dirname, '..');
const outDir = join(root, 'build/release');

const files = [
  'build/server',
  'build/web',
  'build/view',
  'src/domain',
  'src/contract',
  'src/server',
  'scripts/run.mjs',
  'deploy',
  'docs/openapi.json',
  'docs/operating.md',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];

/** The commands that an installation needs; they run without what only developers need. */
const commands = ['start', 'admin', 'migrate', 'doctor', 'backup', 'backups', 'restore', 'payments'];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
}

const isPacked = !process.argv.includes('folder');
// Asked for before anything is built: it is not among the packages of `npm ci --omit=dev`.
const tar = isPacked ? await import('tar').catch(() => undefined) : undefined;
if (isPacked && !tar) {
  console.error('The archive is written with a package that `npm ci --omit=dev` leaves out: run `npm ci`, then try again.');
  process.exit(1);
}
await buildAllIfStale();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest & Readonly<Record<string, unknown>>;
const name = `${manifest.name}-${manifest.version}`;
const folder = join(outDir, name);

rmSync(outDir, { recursive: true, force: true });
const packages = serverPackages(root);
// The image is built without what only its operator reads.
for (const file of files) if (existsSync(join(root, file))) copy(file, (rest) => !/\.test\.|\.tsbuildinfo$/.test(rest));
// A package's own packages are on the list themselves if they are needed.
for (const path of packages) copy(path, (rest) => !rest.includes('/node_modules/'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(releasedManifest(), null, 2)}\n`);

console.log(`${folder}: ${packages.length} packages`);
if (tar) await pack(tar);

/** Sorted and without times and owners: the same sources and packages make the same bytes. */
async function pack({ create }: typeof import('tar')): Promise<void> {
  const archive = join(outDir, `${name}.tar.gz`);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  await create({ file: archive, cwd: folder, gzip: { level: 9 }, portable: true, mtime: new Date(0), prefix: name }, entries);
  console.log(`${archive}: ${(statSync(archive).size / 1e6).toFixed(0)} MB`);
}

/** `isWanted` gets each path without `path` itself. */
function copy(path: string, isWanted: (rest: string) => boolean): void {
  const from = join(root, path);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  const filter = (each: string) => isWanted(each.slice(from.length));
  cpSync(from, join(folder, path), { recursive: true, dereference: true, filter });
}

function releasedManifest(): Readonly<Record<string, unknown>> {
  const { version, description, license, type, imports, scripts } = manifest;
  return {
    name: manifest.name,
    version,
    private: true,
    description,
    license,
    type,
    imports,
    scripts: Object.fromEntries(commands.map((command) => [command, scripts[command]])),
    engines: { node: '>=26' },
  };
}
