import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';

export interface Screens {
  /** The screen at an address; undefined where there is none. */
  readonly screenAt: (path: string) => BuiltScreen | undefined;
  /** The screen that is shown to a person who asks for this one, after the redirects that a session alone decides. */
  readonly screenAfterRedirect: (screen: BuiltScreen, isSignedIn: boolean) => BuiltScreen | undefined;
}

/** The screens of a built web part. */
export function readScreens(webDir: string): Screens {
  const file = join(webDir, builtScreensFile);
  const screens = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltScreen[]) : [];
  // As the router in the browser reads an address: case and a slash at its end do not count.
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
