import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { CurrentUser } from '#contract/accounts.ts';
import type { RenderScreen } from '#contract/initial-data.ts';
import { type BuiltScreen, builtScreensFile, type ScreenSource } from '#contract/screens.ts';
import { shellPath } from '#web/service-worker/build.ts';
import { specifiedRegional } from '#domain/units.ts';
import { inlineScript } from './inline-script.ts';
import { digestOf, runVite } from './vite.ts';

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'build/web/index.html');
/** Stored outside the served folder. */
const stamp = join(root, 'build/web.digest');

const sources = [
  'src/web/**/*',
  'src/contract/**/*',
  'src/domain/**/*',
  'public/**/*',
  'src/server/html/page-policy.ts',
  'index.html',
  'vite.config.ts',
  'vite.worker.config.ts',
  'tsconfig.base.json',
  'scripts/{web,web-manifest,precache,inline-script,computed}.ts',
  'package-lock.json',
];

export async function buildWebIfStale(): Promise<void> {
  const digest = digestOf(sources);
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await buildWeb(digest);
}

export async function buildWeb(digest = digestOf(sources)): Promise<void> {
  console.log('Building the web part …');
  rmSync(stamp, { force: true });
  await Promise.all([runVite('web part'), runVite('web part', '--ssr', 'src/web/app/render-screen.tsx')]);
  const manifest = JSON.parse(await readFile(join(root, 'build/web/.vite/manifest.json'), 'utf8')) as Manifest;
  await writeScreens(manifest);
  await runVite('service worker', '--config', 'vite.worker.config.ts');
  await compressFiles();
  writeFileSync(stamp, digest);
}

const anyFarmer: CurrentUser = {
  id: '',
  username: '',
  email: '',
  emailConfirmed: true,
  role: 'guest',
  farmRole: 'owner',
  isVisit: false,
  supportUntil: null,
  farmId: '',
  hasOtherFarms: false,
  hasOtherPeople: false,
  farmName: '\u00A0',
  ownerName: null,
  phone: null,
  address: null,
  logoUrl: null,
  ...specifiedRegional,
  breedingRules: null,
  planPicture: null,
  keeps: null,
  profileVersion: '',
  subscriptionPlan: 'guest',
  subscriptionStatus: null,
  animalLimit: 0,
  hasTemporaryPassword: false,
};

/** Prerendered screens have skeletons in place of data (decision 24). */
async function writeScreens(manifest: Manifest): Promise<void> {
  const { renderScreen, listScreens } = (await import(pathToFileURL(join(root, 'build/view/render-screen.js')).href)) as {
    renderScreen: RenderScreen;
    listScreens: () => Promise<ScreenSource[]>;
  };
  const frame = await frameOf(renderScreen);
  const screens = (await listScreens()).map(
    async ({ path, access, reads, isPrerendered, loading, pageFile }): Promise<BuiltScreen> => {
      const isForVisitors = isPrerendered && ['anyone', 'visitor'].includes(access);
      const isForUsers = isPrerendered && access !== 'visitor';
      const user = isForUsers ? await renderScreen(path, { user: anyFarmer }) : loading && frame(loading);
      const visitor = isForVisitors ? await renderScreen(path, { user: null }) : undefined;
      const scripts = scriptsOf(manifest, pageFile ?? `the page of ${path}`);
      return {
        path,
        access,
        reads,
        scripts,
        storedScripts:
          access === 'plan'
            ? scriptsOf(manifest, farmOnDevice, ...(shownWith[path] ?? [])).filter((file) => !scripts.includes(file))
            : [],
        prerendered: {
          ...(visitor !== undefined && { visitor: await writePrerendered(visitor) }),
          ...(user !== undefined && { user: await writePrerendered(user) }),
        },
      };
    },
  );
  await writeFile(join(root, 'build/web', builtScreensFile), JSON.stringify(await Promise.all(screens)));
  await writeFile(join(root, 'build/web', shellPath), await shellPage(frame('')));
}

/** Screens that look the same share a file. */
async function writePrerendered(html: string): Promise<string> {
  const name = `${createHash('sha256').update(html).digest('hex').slice(0, 16)}.html`;
  await writeFile(join(root, 'build/web', dirname(builtScreensFile), name), html);
  return name;
}

/** The frame around the screens of a farm. */
async function frameOf(renderScreen: RenderScreen): Promise<(main: string) => string> {
  const screen = await renderScreen(shellPath, { user: anyFarmer });
  return (main) => screen.replace(/(<main[^>]*>).*(<\/main>)/s, (_, start: string, end: string) => start + main + end);
}

/** The page with which the service worker answers for every screen of a farm: the frame, which is the same for every person. */
async function shellPage(frame: string): Promise<string> {
  const page = await readFile(built, 'utf8');
  return page.replace('<div id="root"></div>', () => `<div id="root" inert>${frame}</div>${inlineScript('last-view.js')}`);
}

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** Opens the farm stored in a browser. The lists name what its screens then load first (app/stored-pages.ts). */
const farmOnDevice = 'src/web/app/farm-on-device.ts';
const shownWith: Readonly<Record<string, readonly string[]>> = {
  '/': ['src/web/dashboard/today.tsx'],
  '/animals': ['src/web/animals/animal-rows.tsx'],
};

function scriptsOf(manifest: Manifest, ...keys: string[]): string[] {
  const closure = (key: string, seen = new Set<string>()): Set<string> => {
    if (!manifest[key]) throw new Error(`${key} is not among the built files`);
    if (!seen.has(key)) {
      seen.add(key);
      for (const next of manifest[key].imports ?? []) closure(next, seen);
    }
    return seen;
  };
  const needed = new Set(keys.flatMap((key) => [...closure(key)]));
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
