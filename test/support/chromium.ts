import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '../..');

/** What `chromium.launch` of Playwright takes. */
export interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

// Chromium's sandbox needs privileges that a container does not have; a small /dev/shm would crash it.
const args = ['--no-sandbox', '--disable-dev-shm-usage'];

let found: Chromium | undefined;

/** The browser of CHROMIUM_PATH, on Linux (x64) the one that `npm ci` brought, elsewhere an installed Chrome. Throws if there is none. */
export function findChromium(): Chromium {
  found ??= locate();
  return found;
}

function locate(): Chromium {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (runs({ executablePath: named, args })) return { executablePath: named, args };
    throw new Error(`CHROMIUM_PATH names ${named}, which is no browser that runs here. Name another one.`);
  }
  const candidates = isSupported ? [unpacked()] : installed.map((executablePath) => ({ executablePath, args }));
  const chromium = candidates.find(runs);
  if (chromium) return chromium;
  throw new Error('The browser journeys need a Chrome or Chromium, and none runs here. Name one in CHROMIUM_PATH.');
}

/** The package has a Chromium for this platform only. */
const isSupported = process.platform === 'linux' && process.arch === 'x64';

const installed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

// Ubuntu's chromium-browser may be a stub that asks to install a snap, so `--version` is run.
const runs = ({ executablePath, env }: Chromium): boolean =>
  existsSync(executablePath) && spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0;

/** With its own libraries and fonts, so that it is the same on every machine. */
function unpacked(): Chromium {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8')) as { version: string };
  const folder = join(root, 'node_modules/.cache', `chromium-${version}`);
  if (!existsSync(folder)) unpack(join(entry, '../../bin'), folder);
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: { ...(process.env as Record<string, string>), LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: folder },
  };
}

/** The folder appears whole, so several processes may unpack at once. */
function unpack(archives: string, folder: string): void {
  mkdirSync(join(folder, '..'), { recursive: true });
  const temporary = mkdtempSync(`${folder}-`);
  const names = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];
  // The package unpacks into the folder for temporary files only.
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { inflate } from '@sparticuz/chromium';
      await Promise.all(process.argv.slice(1).map((file) => inflate(file)));`,
      ...names.map((name) => join(archives, name)),
    ],
    { cwd: root, env: { ...process.env, TMPDIR: temporary }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The Chromium of @sparticuz/chromium could not be unpacked:\n${stderr}`);
  writeFileSync(
    join(temporary, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  );
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}
