import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** A separate process, so that its memory is released. */
export async function runVite(part: string, ...options: readonly string[]): Promise<void> {
  const { promise, resolve: ended } = Promise.withResolvers<number | null>();
  const build = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...options],
    // The test environment would make React build for development.
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  build.once('error', () => ended(null));
  build.once('exit', ended);
  if ((await promise) !== 0) throw new Error(`The ${part} could not be built; the reason is above.`);
}

export function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) {
    if (path.includes('.test.')) continue;
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}
