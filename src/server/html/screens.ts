import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';

export interface Screens {
  readonly screenAt: (path: string) => BuiltScreen | undefined;
  /** The screen after the redirects that depend on the session alone. */
  readonly screenAfterRedirect: (screen: BuiltScreen, isSignedIn: boolean) => BuiltScreen | undefined;
}

export function readScreens(webDir: string): Screens {
  const file = join(webDir, builtScreensFile);
  const screens = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltScreen[]) : [];
  // The client's router ignores case and a trailing slash too.
  const patterns = screens.map((screen) => ({
    screen,
    pattern: new RegExp(`^${screen.path.replaceAll(/\$\w+/g, String.raw`[\w-]+`).replace(/\/$/, '')}/?$`, 'i'),
  }));
  const screenAt = (path: string): BuiltScreen | undefined => patterns.find(({ pattern }) => pattern.test(path))?.screen;

  const screenAfterRedirect = (screen: BuiltScreen, isSignedIn: boolean): BuiltScreen | undefined => {
    if (isSignedIn) return screen.access === 'visitor' ? screenAt('/') : screen;
    return ['link', 'anyone', 'visitor'].includes(screen.access) ? screen : screenAt('/login');
  };

  return { screenAt, screenAfterRedirect };
}
