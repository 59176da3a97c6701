import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The Chromium of CHROMIUM_PATH, an installed one, or Playwright's own. */
export function findChromium(): string | undefined {
  const candidates = [
    process.env['CHROMIUM_PATH'],
    // Without the windows of a whole Chromium, a journey takes a third less processor time.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/chromium-browser',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ];
  // Ubuntu's chromium-browser may be a stub that asks to install a snap, so `--version` is run.
  return candidates.find((path) => path && existsSync(path) && spawnSync(path, ['--version']).status === 0);
}

/** Installs Debian's package as root, or else Playwright's; returns undefined if neither works. */
export function ensureChromium(): string | undefined {
  const found = findChromium();
  if (found) return found;
  console.log('There is no Chromium on this machine; installing one …');
  for (const [command, ...args] of installers()) {
    spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    const installed = findChromium();
    if (installed) return installed;
  }
  return undefined;
}

function installers(): [command: string, ...args: string[]][] {
  const isRoot = process.getuid?.() === 0;
  const playwright = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '../cli.js');
  const download: [string, ...string[]] = [process.execPath, playwright, 'install', 'chromium'];
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return [download];
  return [
    ['sh', '-c', 'apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
    [...download, '--with-deps'],
  ];
}
