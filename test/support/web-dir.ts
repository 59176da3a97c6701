import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';

const screen = (path: string, access: BuiltScreen['access']): BuiltScreen => ({ path, access, scripts: [] });

export function createWebDir(indexHtml: string): string {
  const webDir = mkdtempSync(join(tmpdir(), 'bellwether-web-'));
  writeFileSync(join(webDir, 'index.html'), indexHtml);
  mkdirSync(dirname(join(webDir, builtScreensFile)));
  const screens = [
    screen('/', 'plan'),
    screen('/login', 'visitor'),
    screen('/animals', 'plan'),
    screen('/for-sale', 'anyone'),
    screen('/for-sale/$id', 'anyone'),
  ];
  writeFileSync(join(webDir, builtScreensFile), JSON.stringify(screens));
  return webDir;
}

const builtScreens = join(import.meta.dirname, '../../build/web', builtScreensFile);

export const readBuiltScreens = (): readonly BuiltScreen[] => JSON.parse(readFileSync(builtScreens, 'utf8')) as BuiltScreen[];
