import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';

const known = { '/': 'plan', '/login': 'visitor', '/animals': 'plan', '/for-sale': 'anyone', '/for-sale/$id': 'anyone' } as const;

export function createWebDir(indexHtml: string): string {
  const webDir = mkdtempSync(join(tmpdir(), 'bellwether-web-'));
  writeFileSync(join(webDir, 'index.html'), indexHtml);
  mkdirSync(dirname(join(webDir, builtScreensFile)));
  const screens = Object.entries(known).map(([path, access]): BuiltScreen => ({ path, access, scripts: [] }));
  writeFileSync(join(webDir, builtScreensFile), JSON.stringify(screens));
  return webDir;
}

const builtScreens = join(import.meta.dirname, '../../build/web', builtScreensFile);

export const readBuiltScreens = (): readonly BuiltScreen[] => JSON.parse(readFileSync(builtScreens, 'utf8')) as BuiltScreen[];
