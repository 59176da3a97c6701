// Plain JavaScript for any Node from version 20: locates Node 26 and runs the script with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const needed = 26;
const [script = '', ...args] = process.argv.slice(2);
const file = resolve(import.meta.dirname, '..', script);
const own = resolve(import.meta.dirname, '../node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

// The compile cache halves the start time and saves 30 MB of memory.
const compiled = process.env.NODE_COMPILE_CACHE ?? resolve(import.meta.dirname, '../node_modules/.cache/compiled');

if (Number.parseInt(process.versions.node, 10) >= needed) {
  module.enableCompileCache(compiled);
  // Existing environment variables take precedence over the operator's settings.
  const settings = resolve(import.meta.dirname, '../.env');
  if (existsSync(settings)) process.loadEnvFile(settings);
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else if (existsSync(own)) {
  const child = spawn(own, [...process.execArgv, file, ...args], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const cannotRun = 'Node 26 came with npm ci, but this machine cannot run it: it needs the system libraries glibc and libatomic';
  child.on('error', ({ message }) => {
    console.error(`${cannotRun} (${message}). To install Node ${needed} yourself: https://nodejs.org/`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    // 127 is the loader's: a library is missing, and the line above this one names it.
    if (code === 127) console.error(`${cannotRun}. On Debian and Ubuntu: apt-get install libatomic1`);
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
  });
} else {
  console.error(`Bellwether runs on Node ${needed}; this is Node ${process.versions.node}.`);
  if (existsSync(resolve(own, '../../package.json')))
    console.error(
      'Node 26 came with npm ci, but npm did not run the install script that unpacks it. Run this once, then try again:\n\n  npm rebuild node --ignore-scripts=false\n',
    );
  // A release has no packages to install.
  else if (existsSync(resolve(import.meta.dirname, '../package-lock.json')))
    console.error('Node 26 comes with the packages. Run this once, then try again:\n\n  npm ci\n');
  console.error(`To install Node ${needed} yourself: https://nodejs.org/`);
  process.exit(1);
}
