import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Screen } from '#domain/screens.ts';

/** What a screen needs before it stands: its part of the web and, once its address says nothing special, what it reads. */
interface Start {
  readonly part: string;
  readonly reads: readonly string[];
}

const me = '/api/auth/me';
const starts: Partial<Record<Screen, Start>> = {
  '/for-sale': { part: 'src/web/market/for-sale.page.tsx', reads: [me, '/api/for-sale'] },
  '/for-sale/$id': { part: 'src/web/market/listing.page.tsx', reads: [me] },
  '/login': { part: 'src/web/accounts/login.page.tsx', reads: [me] },
  '/': { part: 'src/web/dashboard/dashboard.page.tsx', reads: [me, '/api/animals'] },
  '/animals': { part: 'src/web/animals/animals.page.tsx', reads: [me, '/api/animals'] },
  '/health': { part: 'src/web/health/health.page.tsx', reads: [me, '/api/animals'] },
  '/breeding': { part: 'src/web/breeding/breeding.page.tsx', reads: [me, '/api/animals'] },
};

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

interface Visit {
  /** The screen that will stand. */
  readonly screen: Screen | undefined;
  readonly isSignedIn: boolean;
  /** The address says more than which screen it is. */
  readonly hasSearch: boolean;
  /** The first HTML brings the first listings along. */
  readonly hasListings: boolean;
}

/**
 * Elements for the end of the page's head that let the browser fetch all of it at once, instead of one thing after the other as the
 * scripts get to it: on a slow line that is a second. In the order of their use; what is there to be seen goes before all of it.
 */
export function openFirstLoad(webDir: string): (visit: Visit) => string {
  const file = join(webDir, '.vite/manifest.json');
  if (!existsSync(file)) return () => '';
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
  const scripts = new Map<string | undefined, string[]>(
    Object.entries(starts).map(([screen, { part }]) => [screen, scriptsOf(manifest, part)]),
  );
  return ({ screen, isSignedIn, hasSearch, hasListings }) => {
    const reads = (screen && starts[screen]?.reads) ?? [];
    // Of a visitor it is known that nobody is signed in.
    const unknown = reads.filter((url) => (url === me ? isSignedIn : !hasSearch && !hasListings));
    return [
      ...(scripts.get(screen) ?? []).map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`),
      // As the client asks, or the answer would be fetched a second time.
      ...unknown.map((url) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url}">`),
    ].join('');
  };
}

/** The scripts of a part that do not come with the page anyway. */
function scriptsOf(manifest: Readonly<Record<string, Chunk>>, part: string): string[] {
  const closure = (key: string, seen = new Set<string>()): Set<string> => {
    if (!seen.has(key)) {
      seen.add(key);
      for (const next of manifest[key]?.imports ?? []) closure(next, seen);
    }
    return seen;
  };
  return [...closure(part).difference(closure('index.html'))].flatMap((key) => manifest[key]?.file ?? []);
}
