import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { screens } from '#domain/screens.ts';

type Screen = (typeof screens)[number];

/** What a screen needs before it stands: its part of the web and, once its address says nothing special, what it reads. */
interface Start {
  readonly part: string;
  readonly reads: readonly string[];
}

const me = '/api/auth/me';
const starts: Partial<Record<Screen, Start>> = {
  '/for-sale': { part: 'src/web/market/for-sale.page.tsx', reads: [me, '/api/for-sale'] },
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

/**
 * Elements for the page's head that let the browser fetch all of it at once, instead of one thing after the other as the scripts get
 * to it: on a slow line that is a second. `isSignedIn`: a farm's data is not asked for in vain.
 */
export function openFirstLoad(webDir: string): (path: string, isSignedIn: boolean) => string {
  const file = join(webDir, '.vite/manifest.json');
  if (!existsSync(file)) return () => '';
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
  const scripts = new Map(Object.entries(starts).map(([screen, { part }]) => [screen, scriptsOf(manifest, part)]));
  return (path, isSignedIn) => {
    const screen = path as Screen;
    const reads = (starts[screen]?.reads ?? []).filter((url) => isSignedIn || url === me || screen === '/for-sale');
    const parts = isSignedIn || screen === '/for-sale' || screen === '/login' ? (scripts.get(screen) ?? []) : [];
    return [
      ...parts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`),
      // As the client asks, or the answer would be fetched a second time.
      ...reads.map((url) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url}">`),
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
