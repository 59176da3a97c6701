import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'node_modules');

interface PackageManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const sources = globSync('src/{domain,contract,server}/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'));
const required = new Set<string>();
for (const file of sources) {
  const source = readFileSync(join(root, file), 'utf8');
  for (const [, name = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[\w./-]*)?'/g))
    requirePackage(name, folder);
}
for (const path of globSync(['*', '@*/*'], { cwd: folder })) {
  const isScope = path.startsWith('@') && !path.includes('/');
  if (!isScope && !required.has(join(folder, path))) rmSync(join(folder, path), { recursive: true, force: true });
}
console.log(`${required.size} packages are left.`);

/** Node's resolution: the package's own node_modules first, then those of its parents. */
function requirePackage(name: string, from: string): void {
  for (let at = from; at !== root; at = dirname(at)) {
    const path = join(basename(at) === 'node_modules' ? at : join(at, 'node_modules'), name);
    const manifest = readManifest(path);
    if (!manifest) continue;
    if (required.has(path)) return;
    required.add(path);
    for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
      requirePackage(needed, path);
    return;
  }
}

function readManifest(path: string): PackageManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as PackageManifest;
  } catch {
    return undefined;
  }
}
