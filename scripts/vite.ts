import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** A separate process, so that its memory is released. */
export async function runVite(part: string, ...options: readonly string[]): Promise<void> {
  const { promise, resolve: ended } = Promise.withResolvers<number | null>();
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...options],
    // The test environment would make React build for development.
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  vite.once('error', () => ended(null));
  vite.once('exit', ended);
  if ((await promise) !== 0) throw new Error(`The ${part} could not be built; the reason is above.`);
}

export interface BuiltPart {
  readonly name: string;
  /** One of the built files. */
  readonly built: string;
  /** Holds the digest of the sources; outside what is served. */
  readonly stamp: string;
  readonly sources: readonly string[];
  readonly build: () => Promise<void>;
}

export async function buildIfStale({ built, stamp, ...part }: BuiltPart): Promise<void> {
  const isFresh = existsSync(join(root, built)) && existsSync(join(root, stamp));
  if (isFresh && readFileSync(join(root, stamp), 'utf8') === digestOf(part.sources)) return;
  await build({ built, stamp, ...part });
}

export async function build({ name, stamp, sources, build: make }: BuiltPart): Promise<void> {
  const digest = digestOf(sources);
  console.log(`Building the ${name} …`);
  rmSync(join(root, stamp), { force: true });
  await make();
  writeFileSync(join(root, stamp), digest);
}

function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    if (path.includes('.test.')) continue;
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
