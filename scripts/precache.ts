import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';
import { pagePolicy } from '#server/html/page-policy.ts';
import { type Build, shellPath } from '#web/service-worker/build.ts';

const built = resolve(import.meta.dirname, '../build/web');

/** The files of the web build for the service worker, without those that the server does not serve and the manifest's pictures. */
export function readBuild(): Build {
  const paths = globSync(['*.*', 'assets/*'], { cwd: built, exclude: ['index.html', 'sw.js', '**/*.{br,gz,webp}'] })
    .map((path) => `/${path}`)
    .filter((path) => path !== shellPath)
    .toSorted();
  const files = [...paths, shellPath].map((path) => [path, integrityOf(path)] as const);
  const screens = JSON.parse(readFileSync(join(built, builtScreensFile), 'utf8')) as BuiltScreen[];
  const policy = pagePolicy(readFileSync(join(built, shellPath), 'utf8'));
  return {
    version: createHash('sha256')
      .update(JSON.stringify([files, policy]))
      .digest('base64url')
      .slice(0, 12),
    files,
    farmScreens: screens.filter(({ access }) => access === 'plan').map(({ path }) => path),
  };
}

const integrityOf = (path: string): string =>
  `sha256-${createHash('sha256')
    .update(readFileSync(join(built, path)))
    .digest('base64')}`;
