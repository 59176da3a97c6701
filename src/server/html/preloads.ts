import type { BuiltScreen } from '#contract/screens.ts';

interface Visit {
  readonly screen: BuiltScreen | undefined;
  readonly isSignedIn: boolean;
  readonly hasSearch: boolean;
  readonly hasListings: boolean;
}

const currentUser = '/api/auth/me';

/**
 * Elements for the end of the head, in the order of their use, that let the browser request everything at once, which on a slow line saves
 * a second.
 */
export function preloadsFor({ screen, isSignedIn, hasSearch, hasListings }: Visit): string {
  const { scripts = [], reads = [] } = screen ?? {};
  // A visitor is known to have no session, so /me need not be requested.
  const unknown = reads.filter((url) => (url === currentUser ? isSignedIn : !hasSearch && !hasListings));
  return [
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`),
    // Must equal the client's request, or the browser would fetch it twice.
    ...unknown.map((url) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url}">`),
  ].join('');
}
