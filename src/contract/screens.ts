/** Everybody else is redirected. `link` is whoever follows a link from a mail; `visitor` is not signed in; `plan` has chosen a plan. */
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
  /** The smaller style sheet with which a visitor begins here. */
  readonly visitorStyle?: string | undefined;
  /** URLs of the API that this screen reads first when its address has no search parameters. */
  readonly reads: readonly string[];
  readonly prerendered: { readonly visitor?: string; readonly user?: string };
}

export interface ScreenSource extends Pick<BuiltScreen, 'path' | 'access' | 'reads'> {
  readonly isPrerendered: boolean;
  /** What fills the frame of a farm's screens until the code has come, as HTML. Undefined outside the frame. */
  readonly loading: string | undefined;
  readonly hasVisitorStyle: boolean;
  readonly pageFile: string | undefined;
}
