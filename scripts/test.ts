import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findChromium } from '#test/chromium.ts';
import { runChecks, type Tally } from './checks.ts';
import { buildIfStale } from './parts.ts';

const root = resolve(import.meta.dirname, '..');

const checks = await runChecks();
const build = await step('web part and server build', buildIfStale);
const browser = await step('browser', async () => void findChromium());
const tallies = [checks, build, browser, await runTests({ withJourneys: build.failed + browser.failed === 0 })];
const total = (of: keyof Tally): number => tallies.reduce((sum, tally) => sum + tally[of], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);

async function step(name: string, work: () => Promise<void>): Promise<Tally> {
  try {
    await work();
    console.log(`✓ ${name}`);
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.log(`✗ FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
    return { passed: 0, failed: 1 };
  }
}

/** Without the web build or a browser the journeys are left out, which is already counted. */
async function runTests({ withJourneys }: { withJourneys: boolean }): Promise<Tally> {
  // All temporary files of the tests are in one folder, writable for all because PostgreSQL may have to run as another user.
  const temporary = mkdtempSync(join(tmpdir(), 'bellwether-run-'));
  chmodSync(temporary, 0o1777);
  try {
    return await runVitest(temporary, withJourneys);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function runVitest(temporary: string, withJourneys: boolean): Promise<Tally> {
  const report = join(temporary, 'report.json');
  const only = withJourneys ? [] : ['--project', '!journeys'];
  const { promise, resolve: ended } = Promise.withResolvers<number | null>();
  const vitest = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...only,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR: temporary } },
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => vitest.kill(signal));
  vitest.once('error', () => ended(null));
  vitest.once('exit', ended);
  const isGood = (await promise) === 0;
  return existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8')) as Report, isGood) : { passed: 0, failed: 1 };
}

interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Everything that did not pass counts as failed: skipped tests, unreadable files, and errors outside any test. */
function count({ numTotalTests, numPassedTests, testResults }: Report, isGood: boolean): Tally {
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  );
  const failed = numTotalTests - numPassedTests + broken.length;
  return { passed: numPassedTests, failed: isGood ? failed : Math.max(failed, 1) };
}
