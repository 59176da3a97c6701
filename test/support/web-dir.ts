import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';
import { newFolder } from './temporary-folder.ts';

const known = { '/': 'plan', '/login': 'visitor', '/animals': 'plan', '/for-sale': 'anyone', '/for-sale/$id': 'anyone' } as const;

/** Removed at the end of the file. */
export function createWebDir(indexHtml: string): string {
  const webDir = newFolder(afterAll);
  writeFileSync(join(webDir, 'index.html'), indexHtml);
  mkdirSync(dirname(join(webDir, builtScreensFile)));
  const screens = Object.entries(known).map(([path, access]): BuiltScreen => ({ path, access, scripts: [] }));
  writeFileSync(join(webDir, builtScreensFile), JSON.stringify(screens));
  return webDir;
}

const builtScreens = join(import.meta.dirname, '../../build/web', builtScreensFile);

export const readBuiltScreens = (): readonly BuiltScreen[] => JSON.parse(readFileSync(builtScreens, 'utf8')) as BuiltScreen[];
