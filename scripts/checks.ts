import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/**
 * The project of the tests contains all files but the service worker; the lint would otherwise read the shared files once for each
 * project. One checker, because each evaluates the table of calls anew. The domain and the contract are checked once more, because
 * they may use no library of Node or of the newest browsers.
 */
const checks: readonly (readonly [name: string, bin: string, ...args: string[]])[] = [
  ['types', 'tsc', '-p', 'test', '--noEmit', '--checkers', '1'],
  ['types of what browsers share', 'tsc', '-b', 'src/domain', 'src/contract'],
  ['lint', 'oxlint', '--tsconfig', 'test/tsconfig.json'],
  ['format', 'oxfmt', '--check'],
  ['dead code', 'knip', '--no-progress'],
];

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export async function runChecks(): Promise<Tally> {
  const isGood = await Promise.all(
    checks.map(async ([name, bin, ...args]) => {
      const started = performance.now();
      const { isSuccess, output } = await run(bin, args);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${isSuccess ? '✓' : '✗ FAILED'} ${name} (${seconds} s)`);
      if (!isSuccess)
        console.log(`${output.trim()}\n  → ${['npx', bin, ...args].join(' ')}${bin === 'oxfmt' ? '; npx oxfmt mends it' : ''}\n`);
      return isSuccess;
    }),
  );
  const failed = isGood.filter((good) => !good).length;
  return { passed: checks.length - failed, failed };
}

async function run(bin: string, args: readonly string[]): Promise<{ isSuccess: boolean; output: string }> {
  let output = '';
  const { promise, resolve: resolveExit } = Promise.withResolvers<number | null>();
  const child = spawn(join(root, 'node_modules/.bin', bin), args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.once('error', (error) => {
    output += String(error);
    resolveExit(null);
  });
  child.once('close', resolveExit);
  return { isSuccess: (await promise) === 0, output };
}
