import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The server restarts when its files change; Vite reloads the page and proxies the API to the server. */
const parts = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], { cwd: root, stdio: 'inherit' }),
];

const stop = (): void => {
  for (const part of parts) part.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// Neither is of use without the other.
for (const part of parts) part.on('exit', stop);
