import { matchesScreen } from '#contract/screens.ts';
import { type Build, shellPath } from './build.ts';

export type Route = 'shell' | 'network, then shell' | 'stored, then network' | 'network';

interface RoutedRequest {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
}

/** Only the shell and build files are served from the cache, never the API, a picture or a page that somebody saw. */
export function createRouting(
  { files, farmScreens }: Pick<Build, 'files' | 'farmScreens'>,
  ownOrigin: string,
): (request: RoutedRequest) => Route {
  const stored = new Set(files.map(([path]) => path));
  return ({ method, mode, url }) => {
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== ownOrigin || /^\/(?:api|uploads)(?:\/|$)/.test(pathname)) return 'network';
    if (mode === 'navigate' && pathname !== shellPath)
      return farmScreens.some((screen) => matchesScreen(screen, pathname)) ? 'shell' : 'network, then shell';
    // Includes chunks of another build, because a page older than its worker keeps using the files it started with.
    return stored.has(pathname) || pathname.startsWith('/assets/') ? 'stored, then network' : 'network';
  };
}
