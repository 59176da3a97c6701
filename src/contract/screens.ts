/** Others are redirected. `link`: following a link from a mail; `visitor`: not signed in; `plan`: signed in with a plan chosen. */
export type ScreenAccess = 'link' | 'anyone' | 'visitor' | 'user' | 'plan' | 'admin';

/** The client's router ignores case and a trailing slash too. `$name` stands for an id. */
export function matchesScreen(screen: string, path: string): boolean {
  const [segments, asked] = [segmentsOf(screen), segmentsOf(path)];
  return (
    asked.length === segments.length &&
    segments.every((segment, index) => (segment.startsWith('$') ? /^[\w-]+$/.test(asked[index] ?? '') : segment === asked[index]))
  );
}

const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, '').split('/');

/** Relative to the folder of the web build; it is not served. */
export const builtScreensFile = '.vite/screens.json';

export interface BuiltScreen {
  readonly path: string;
  readonly access: ScreenAccess;
  readonly scripts: readonly string[];
}

export interface ScreenSource extends Pick<BuiltScreen, 'path' | 'access'> {
  /** None if it is part of the first load. */
  readonly pageFile: string | undefined;
}
