import type { BuiltScreen } from '#contract/screens.ts';

interface Visit {
  /** The screen that will be shown. */
  readonly screen: BuiltScreen | undefined;
  readonly isSignedIn: boolean;
  readonly hasSearch: boolean;
  /** The first HTML brings the first listings along. */
  readonly hasListings: boolean;
}

const currentUser = '/api/auth/me';

/**
 * Elements for the end of the page's head that let the browser fetch everything at once, instead of one thing after the other as the
 * scripts get to it: on a slow line that is a second. In the order of their use.
 */
export function preloadsFor({ screen, isSignedIn, hasSearch, hasListings }: Visit): string {
  const { scripts = [], reads = [] } = screen ?? {};
  // Of a visitor it is known that nobody is signed in.
  const unknown = reads.filter((url) => (url === currentUser ? isSignedIn : !hasSearch && !hasListings));
  return [
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`),
    // As the client asks, or the answer would be fetched a second time.
    ...unknown.map((url) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url}">`),
  ].join('');
}
