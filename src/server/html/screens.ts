import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltScreen, builtScreensFile } from '#contract/screens.ts';

export interface Screens {
  readonly screenAt: (path: string) => BuiltScreen | undefined;
  readonly screenAfterRedirect: (screen: BuiltScreen, isSignedIn: boolean) => BuiltScreen | undefined;
}

export function readScreens(webDir: string): Screens {
  const file = join(webDir, builtScreensFile);
  const screens = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltScreen[]) : [];
  const patterns = screens.map((screen) => ({ screen, segments: segmentsOf(screen.path) }));
  const screenAt = (path: string): BuiltScreen | undefined => {
    const requested = segmentsOf(path);
    return patterns.find(({ segments }) => matches(requested, segments))?.screen;
  };

  const screenAfterRedirect = (screen: BuiltScreen, isSignedIn: boolean): BuiltScreen | undefined => {
    if (isSignedIn) return screen.access === 'visitor' ? screenAt('/') : screen;
    return ['link', 'anyone', 'visitor'].includes(screen.access) ? screen : screenAt('/login');
  };

  return { screenAt, screenAfterRedirect };
}

/** The client's router ignores case and a trailing slash too. */
const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/');

const matches = (requested: readonly string[], segments: readonly string[]): boolean =>
  requested.length === segments.length &&
  segments.every((segment, index) =>
    segment.startsWith('$') ? /^[\w-]+$/.test(requested[index] ?? '') : segment === requested[index],
  );
