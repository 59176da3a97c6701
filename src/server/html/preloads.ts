import type { BuiltScreen } from '#contract/screens.ts';

interface Visit {
  readonly screen: BuiltScreen | undefined;
  readonly isSignedIn: boolean;
  readonly hasSearch: boolean;
  readonly hasListings: boolean;
}

const currentUser = '/api/auth/me';

/**
 * Elements for the end of the page's head that let the browser request everything at once instead of one thing after the other, which on a
 * slow line saves a second. In the order of their use.
 */
export function preloadsFor({ screen, isSignedIn, hasSearch, hasListings }: Visit): string {
  const { scripts = [], reads = [] } = screen ?? {};
  // A visitor is known to have no session, so /me need not be asked.
  const unknown = reads.filter((url) => (url === currentUser ? isSignedIn : !hasSearch && !hasListings));
  return [
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="${script}">`),
    // Must equal the client's request, or the browser would fetch it a second time.
    ...unknown.map((url) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url}">`),
  ].join('');
}
