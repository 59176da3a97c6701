import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'node_modules');

interface Installed {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** For an image of the server alone: of the installed packages those stay that it imports, with what they need themselves. */
const sources = globSync('src/{domain,contract,server}/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'));
const kept = new Set<string>();
for (const file of sources) {
  const source = readFileSync(join(root, file), 'utf8');
  for (const [, name = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[\w./-]*)?'/g))
    keep(name, folder);
}
for (const path of globSync(['*', '@*/*'], { cwd: folder })) {
  const isScope = path.startsWith('@') && !path.includes('/');
  if (!isScope && !kept.has(join(folder, path))) rmSync(join(folder, path), { recursive: true, force: true });
}
console.log(`${kept.size} packages are left.`);

/** As Node looks for it: in the package's own folder first, then further out. */
function keep(name: string, from: string): void {
  for (let at = from; at !== root; at = dirname(at)) {
    const path = join(basename(at) === 'node_modules' ? at : join(at, 'node_modules'), name);
    const manifest = readManifest(path);
    if (!manifest) continue;
    if (kept.has(path)) return;
    kept.add(path);
    for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) keep(needed, path);
    return;
  }
}

function readManifest(path: string): Installed | undefined {
  try {
    return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Installed;
  } catch {
    return undefined;
  }
}
