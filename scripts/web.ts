import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type BuiltScreen, builtScreensFile, type ScreenSource } from '#contract/screens.ts';
import { shellPath } from '#web/service-worker/build.ts';
import { productTitle } from '#domain/product.ts';
import { buildIfStale, runVite, type BuiltPart } from './vite.ts';

const root = resolve(import.meta.dirname, '..');
const firstPage = 'build/web/index.html';
const farmParts = 'src/web/app/farm-parts.ts';

export const web: BuiltPart = {
  name: 'web part',
  built: firstPage,
  stamp: 'build/web.digest',
  sources: [
    'src/web/**/*',
    'src/contract/**/*',
    'src/domain/**/*',
    'public/**/*',
    'docs/images/*',
    'src/server/html/page-policy.ts',
    'index.html',
    'vite.config.ts',
    'vite.worker.config.ts',
    'tsconfig.base.json',
    'scripts/{web,web-manifest,precache,computed,chunks}.ts',
    'package-lock.json',
  ],
  build: async () => {
    await Promise.all([runVite('web part'), runVite('web part', '--ssr', 'src/web/app/render-screen.tsx')]);
    const manifest = JSON.parse(await readFile(join(root, 'build/web/.vite/manifest.json'), 'utf8')) as Manifest;
    await Promise.all([writeScreens(manifest), writeShell()]);
    await runVite('service worker', '--config', 'vite.worker.config.ts');
    await compressFiles();
  },
};

export const buildWebIfStale = (): Promise<void> => buildIfStale(web);

async function writeScreens(manifest: Manifest): Promise<void> {
  const { listScreens } = (await import(pathToFileURL(join(root, 'build/view/render-screen.js')).href)) as {
    listScreens: () => Promise<ScreenSource[]>;
  };
  const screens = (await listScreens()).map(({ path, access, pageFile }): BuiltScreen => ({
    path,
    access,
    scripts: scriptsOf(manifest, [...(pageFile ? [pageFile] : []), ...(access === 'plan' ? [farmParts] : [])]),
  }));
  await writeFile(join(root, 'build/web', builtScreensFile), JSON.stringify(screens));
}

/** The page with which farmers begin, the same for all: the place of the header, and who is signed in is asked at once. */
async function writeShell(): Promise<void> {
  const page = await readFile(join(root, firstPage), 'utf8');
  const shell = page
    .replace('</head>', '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/auth/me"></head>')
    .replace('<div id="root"></div>', `<div id="root" inert><div class="starting">${productTitle}</div></div>`);
  await writeFile(join(root, 'build/web', shellPath), shell);
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** What they need and the first load does not have. */
function scriptsOf(manifest: Manifest, parts: readonly string[]): string[] {
  const closure = (key: string, seen = new Set<string>()): Set<string> => {
    if (!manifest[key]) throw new Error(`${key} is not among the built files`);
    if (!seen.has(key)) {
      seen.add(key);
      for (const next of manifest[key].imports ?? []) closure(next, seen);
    }
    return seen;
  };
  const needed = new Set(parts.flatMap((part) => [...closure(part)]));
  return [...needed.difference(closure('index.html'))].flatMap((key) => (manifest[key] ? [`/${manifest[key].file}`] : []));
}

/** Compressed once at the highest level instead of per answer. */
async function compressFiles(): Promise<void> {
  const files = globSync('build/web/{sw.js,shell.html,assets/*.{js,css,wasm}}', { cwd: root }).map((file) => join(root, file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < 1024) return;
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
