import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { findChromium } from '#test/chromium.ts';
import { isInstalled } from '#test/system-programs.ts';
import { runChecks, type Tally } from './checks.ts';
import { buildAllIfStale } from './parts.ts';

/**
 * `npm test` leaves out what is tagged `long` and takes the short form of what is tagged `grows`; `npm run test:all` runs everything in its
 * long form; with `--rest`, only what `npm test` has not run. The last line is `N passed, N failed`.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean' }, rest: { type: 'boolean' } } });
const isLong = values.all === true || values.rest === true;

/** Outside CI the long form draws other cases each time, in all workers from one seed. */
const newSeed = isLong && process.env['CI'] !== 'true' ? String(Date.now() % 2 ** 31) : undefined;
const seed = process.env['TEST_SEED'] ?? newSeed;

const root = resolve(import.meta.dirname, '..');
const tallies: Tally[] = [];
if (!values.rest) tallies.push(await runChecks());
const build = await step('web part and server build', buildAllIfStale);
const browser = await step('browser', async () => void findChromium());
if (!values.rest) tallies.push(build, browser);
if (isLong) nameWhatIsMissing();
tallies.push(await runTests({ withJourneys: build.failed + browser.failed === 0 }));
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

function nameWhatIsMissing(): void {
  for (const [program, tests] of [
    ['nginx', 'the server behind nginx'],
    ['caddy', 'the server behind Caddy'],
    ['systemd-analyze', 'the units of systemd'],
  ] as const)
    if (!isInstalled(program)) console.log(`! ${program} is not installed; left out: ${tests}`);
}

/** Without the web build or a browser the journeys are left out, which is already counted. */
async function runTests({ withJourneys }: { withJourneys: boolean }): Promise<Tally> {
  // All temporary files of the tests are in one folder, writable for all because PostgreSQL may have to run as another user.
  const temporary = mkdtempSync(join(tmpdir(), 'bellwether-run-'));
  chmodSync(temporary, 0o1777);
  try {
    const guard = guardSystem(temporary);
    const tally = await runVitest(temporary, withJourneys, guard.path);
    return guard.isUntouched() ? tally : { ...tally, failed: tally.failed + 1 };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Programs that would install, start or change something outside the clone fail for every test, and the run with them. */
function guardSystem(temporary: string): { readonly path: string; readonly isUntouched: () => boolean } {
  const folder = join(temporary, 'guard');
  const calls = join(folder, 'calls');
  mkdirSync(folder);
  for (const name of ['apt', 'apt-get', 'dnf', 'apk', 'sudo', 'systemctl'])
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${calls}'\nexit 1\n`, { mode: 0o755 });
  const isUntouched = (): boolean => {
    if (!existsSync(calls)) return true;
    console.log(`✗ FAILED tests may not change the machine, but called:\n${readFileSync(calls, 'utf8')}`);
    return false;
  };
  return { path: [folder, process.env['PATH'] ?? ''].join(delimiter), isUntouched };
}

async function runVitest(temporary: string, withJourneys: boolean, path: string): Promise<Tally> {
  const report = join(temporary, 'report.json');
  if (seed !== undefined) console.log(`TEST_SEED=${seed}`);
  const { promise, resolve: ended } = Promise.withResolvers<number | null>();
  const vitest = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(values.rest ? ['--tagsFilter=long || grows'] : isLong ? [] : ['--tagsFilter=!long']),
      // Nothing in it grows.
      ...(values.rest ? ['--project=!components'] : []),
      ...(withJourneys ? [] : ['--project=!journeys']),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: path, TMPDIR: temporary, LONG_TESTS: isLong ? 'yes' : 'no', TEST_SEED: seed },
    },
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
  /** Those of the other tier. A test that is left out in both is a fault of the lint. */
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** One line, which `.ci/run` repeats at its end. */
function sayFailed(what: string, message: string): void {
  console.log(`✗ FAILED ${what}: ${stripVTControlCharacters(message).replaceAll(/\s+/gu, ' ').slice(0, 600)}`);
}

/** Everything of the tier that did not pass counts as failed, also unreadable files and errors outside any test. */
function count({ numTotalTests, numPassedTests, numPendingTests, testResults }: Report, isGood: boolean): Tally {
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  );
  for (const { name, message } of broken) sayFailed(relative(root, name), message);
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') sayFailed(`${relative(root, name)} > ${fullName}`, failureMessages.join(' '));
  const failed = numTotalTests - numPassedTests - numPendingTests + broken.length;
  return { passed: numPassedTests, failed: isGood ? failed : Math.max(failed, 1) };
}
