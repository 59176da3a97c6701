import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { digestOf, runVite } from './vite.ts';

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'build/server/main.js');
const stamp = join(root, 'build/server.digest');

const sources = [
  'src/server/**/*',
  'src/contract/**/*',
  'src/domain/**/*',
  'scripts/built-threads.ts',
  'vite.server.config.ts',
  'vite.threads.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

export async function buildServerIfStale(): Promise<void> {
  const digest = digestOf(sources);
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  await buildServer(digest);
}

export async function buildServer(digest = digestOf(sources)): Promise<void> {
  console.log('Building the server …');
  rmSync(stamp, { force: true });
  await runVite('server', '--config', 'vite.server.config.ts');
  await runVite('threads of the server', '--config', 'vite.threads.config.ts');
  writeFileSync(stamp, digest);
}
