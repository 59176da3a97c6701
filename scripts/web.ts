import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { CurrentUser } from '#contract/accounts.ts';
import type { DrawScreen } from '#contract/beginning.ts';
import { digestOf, runVite } from './vite.ts';

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'build/web/index.html');
/** Beside the built files, so that it is not served: the digest of what they were built from. */
const stamp = join(root, 'build/web.digest');

/** Everything that decides how the web part comes out. */
const sources = [
  'src/web/**/*',
  'src/contract/**/*',
  'src/domain/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'scripts/web.ts',
  'package-lock.json',
];

/** Builds the web part when there is none or when anything it is made of has changed since. */
export async function buildWebIfStale(): Promise<void> {
  const digest = digestOf(sources);
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await buildWeb(digest);
}

export async function buildWeb(digest = digestOf(sources)): Promise<void> {
  console.log('Building the web part …');
  rmSync(stamp, { force: true });
  await Promise.all([runVite('web part'), runVite('web part', '--ssr', 'src/web/app/draw-screen.tsx')]);
  await Promise.all([compressFiles(), drawFrames()]);
  writeFileSync(stamp, digest);
}

/** Screens whose first view is drawn now, with skeletons in the place of everything that is somebody's (decision 24). */
const framed = {
  visitor: ['/login', '/for-sale'],
  farmer: ['/', '/animals', '/animal-sells', '/for-sale', '/reports'],
} as const;

/** A farmer of whom nothing is known: where the farm's name stands is a space. */
const anyFarmer: CurrentUser = {
  id: '',
  username: '',
  email: '',
  emailConfirmed: true,
  role: 'guest',
  farmName: '\u00A0',
  ownerName: null,
  phone: null,
  address: null,
  logoUrl: null,
  profileVersion: '',
  subscriptionPlan: 'guest',
  subscriptionStatus: null,
  animalLimit: 0,
  hasTemporaryPassword: false,
};

async function drawFrames(): Promise<void> {
  const { drawScreen } = (await import(pathToFileURL(join(root, 'build/view/draw-screen.js')).href)) as {
    drawScreen: DrawScreen;
  };
  const draw = async (screens: readonly string[], user: CurrentUser | null): Promise<Record<string, string>> =>
    Object.fromEntries(await Promise.all(screens.map(async (screen) => [screen, await drawScreen(screen, { user })] as const)));
  const frames = { visitor: await draw(framed.visitor, null), farmer: await draw(framed.farmer, anyFarmer) };
  await writeFile(join(root, 'build/view/frames.json'), JSON.stringify(frames));
}

/** Compressed once and as well as can be, instead of with every answer. */
async function compressFiles(): Promise<void> {
  const files = globSync('build/web/assets/*.{js,css}', { cwd: root }).map((file) => join(root, file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < 1024) return;
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
