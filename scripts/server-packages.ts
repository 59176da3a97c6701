import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

interface PackageManifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The folders, such as `node_modules/fastify`, of the packages that the server imports and of those that they need; sorted. */
export function serverPackages(root: string): string[] {
  const required = new Set<string>();

  /** Node's resolution: the package's own node_modules first, then those of its parents. */
  const requirePackage = (name: string, from: string): void => {
    for (let at = from; at !== dirname(root); at = dirname(at)) {
      const path = join(basename(at) === 'node_modules' ? at : join(at, 'node_modules'), name);
      const manifest = readManifest(path);
      if (!manifest) continue;
      if (required.has(path)) return;
      required.add(path);
      for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
        requirePackage(needed, path);
      return;
    }
  };

  for (const file of globSync('src/{domain,contract,server}/**/*.ts', { cwd: root })) {
    if (file.includes('.test.')) continue;
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[\w./-]*)?'/g))
      requirePackage(name, root);
  }
  return [...required].map((path) => relative(root, path)).toSorted();
}

function readManifest(path: string): PackageManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as PackageManifest;
  } catch {
    return undefined;
  }
}
