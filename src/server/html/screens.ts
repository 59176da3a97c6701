import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltScreen, builtScreensFile, matchesScreen } from '#contract/screens.ts';

export interface Screens {
  readonly screenAt: (path: string) => BuiltScreen | undefined;
  readonly screenAfterRedirect: (screen: BuiltScreen, isSignedIn: boolean) => BuiltScreen | undefined;
}

export function readScreens(webDir: string): Screens {
  const file = join(webDir, builtScreensFile);
  const screens = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltScreen[]) : [];
  const screenAt = (path: string): BuiltScreen | undefined => screens.find((screen) => matchesScreen(screen.path, path));

  const screenAfterRedirect = (screen: BuiltScreen, isSignedIn: boolean): BuiltScreen | undefined => {
    if (isSignedIn) return screen.access === 'visitor' ? screenAt('/') : screen;
    return ['link', 'anyone', 'visitor'].includes(screen.access) ? screen : screenAt('/login');
  };

  return { screenAt, screenAfterRedirect };
}
