/**
 * Who gets to see a screen; everybody else is redirected.
 * - `link`: whoever follows a link from a mail. Nobody is asked who they are.
 * - `anyone`: visitors and users.
 * - `visitor`: people who are not signed in.
 * - `user`: people who are signed in.
 * - `plan`: users who have chosen a plan.
 * - `admin`: administrators.
 */
export type ScreenAccess = 'link' | 'anyone' | 'visitor' | 'user' | 'plan' | 'admin';

/** Where the web build writes its `BuiltScreen[]`, relative to its own folder. It is not served. */
export const builtScreensFile = '.vite/screens.json';

/** What the web build tells the server about a screen. */
export interface BuiltScreen {
  /** `$name` stands for an id. */
  readonly path: string;
  readonly access: ScreenAccess;
  /** URLs of the scripts that this screen needs besides those of every screen. */
  readonly scripts: readonly string[];
  /** URLs of the API that this screen reads first when its address has no search parameters. */
  readonly reads: readonly string[];
  /** Markup with skeletons in the place of data, for those audiences for whom it was prerendered. */
  readonly prerendered: { readonly visitor?: string; readonly user?: string };
}

/** What the list of screens in the web part says of one, for the build. */
export interface ScreenSource extends Pick<BuiltScreen, 'path' | 'access' | 'reads'> {
  readonly isPrerendered: boolean;
  /** The source file of the page, as the manifest of the build names it. */
  readonly pageFile: string | undefined;
}
