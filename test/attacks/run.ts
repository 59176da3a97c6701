import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAllIfStale } from '../../scripts/parts.ts';
import { writeSection } from '../../scripts/page-section.ts';
import { startPostgres } from '#test/postgres.ts';
import { fillMemory } from './memory.ts';
import { injectSql } from './sqlmap.ts';
import { sendOddRequests } from './odd-requests.ts';
import { askForTooMuch } from './shares.ts';
import type { Finding } from './scan.ts';

/**
 * `npm run test:attacks [-- --only sqlmap] [-- --write]`: every attack in its long form, a table of figures in the end.
 * What each came to is kept in build/attacks, so that the table that is written also holds what ran before.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean' } } });
const root = resolve(import.meta.dirname, '../..');
// World-writable like /tmp: PostgreSQL may have to run as another user.
const temporary = mkdtempSync(join(tmpdir(), 'bellwether-attacks-'));
chmodSync(temporary, 0o1777);

const fuzz = ['test/attacks/fuzz.test.ts'];
const suites = [
  ...['access-matrix', 'mass-assignment', 'headers', 'heavy-farm', 'http', 'logs', 'farm-relations'].map(
    (name) => `test/${name}.test.ts`,
  ),
  ...['stored-scripts', 'other-sites', 'shell'].map((name) => `test/journeys/${name}.test.ts`),
  ...[
    'accounts/accounts',
    'accounts/sign-in',
    'accounts/takeover',
    'accounts/password-reset',
    'files/hostile-pictures',
    'http/sessions',
    'imports/undo-import',
    'members/members',
  ].map((name) => `src/server/${name}.test.ts`),
  'test/attacks/',
];

/** Fuzzing runs in a zone far east and in one far west of Greenwich, which reveals dates that shift with the zone. */
const all: readonly (readonly [name: string, attack: () => Promise<Finding[]>])[] = [
  ['laws', () => runTests('laws and matrices', [...suites, `--exclude=${fuzz[0]}`], 'UTC')],
  ['fuzz-east', () => runTests('fuzzing, TZ=Pacific/Auckland', fuzz, 'Pacific/Auckland')],
  ['fuzz-west', () => runTests('fuzzing, TZ=America/Los_Angeles', fuzz, 'America/Los_Angeles')],
  ['shares', () => askForTooMuch()],
  ['odd-requests', () => sendOddRequests()],
  ['memory', () => fillMemory()],
  ['memory-postgres', () => onPostgres((databaseUrl) => fillMemory({ databaseUrl }))],
  ['sqlmap', () => injectSql(temporary)],
];

const resultsFolder = join(root, 'build/attacks');
mkdirSync(resultsFolder, { recursive: true });

await buildAllIfStale();
const findings: Finding[] = [];
for (const [name, attack] of all.filter(([each]) => values.only === undefined || each === values.only)) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${name} …`);
  const measured = await attack().catch((error: unknown): Finding[] => [
    { attack: name, figure: 'broke off', faults: [String(error)] },
  ]);
  const found = measured.map((finding) => ({ ...finding, on: new Date().toISOString().slice(0, 10) }));
  findings.push(...found);
  writeFileSync(join(resultsFolder, `${name}.json`), JSON.stringify(found));
  for (const { attack: what, figure, faults } of found) {
    console.log(`${faults.length === 0 ? '✓' : '✗ FAILED'} ${what}: ${figure}`);
    for (const fault of faults.slice(0, 20)) console.log(`    ${fault}`);
  }
}
rmSync(temporary, { recursive: true, force: true });
console.log(`\n${table(findings)}\n`);
if (values.write) writeSection('reliability.md', 'attacks', table(storedFindings()));
const failed = findings.filter(({ faults }) => faults.length > 0).length;
console.log(`${findings.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function onPostgres(attack: (databaseUrl: string) => Promise<Finding[]>): Promise<Finding[]> {
  const postgres = await startPostgres();
  try {
    return await attack(`${postgres.url}postgres`);
  } finally {
    await postgres.stop();
  }
}

/** Tests in their long form; the measurements that they record are reported too. */
async function runTests(what: string, files: readonly string[], zone: string): Promise<Finding[]> {
  const [report, figures] = [join(temporary, 'report.json'), join(temporary, 'figures.jsonl')];
  for (const file of [report, figures]) rmSync(file, { force: true });
  const args = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: temporary, TZ: zone, LONG_TESTS: 'yes', ATTACK_FIGURES: figures },
  });
  const code = await new Promise((ended) => vitest.once('exit', ended));
  const { numTotalTests = 0, numPassedTests = 0 } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
    : {};
  const faults =
    code === 0 && numTotalTests > 0 && numTotalTests === numPassedTests
      ? []
      : [`${numTotalTests - numPassedTests} of ${numTotalTests} failed; vitest ended with ${String(code)}`];
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : [];
  const noted = lines.map((line) => JSON.parse(line) as [string, string]);
  return [
    { attack: what, figure: `${numPassedTests} of ${numTotalTests} tests`, faults },
    ...sums(noted).map(([attack, figure]): Finding => ({ attack, figure, faults: [] })),
  ];
}

interface Report {
  readonly numTotalTests?: number;
  readonly numPassedTests?: number;
}

/** Numbers that were recorded several times are summed; of texts the last is kept. */
function sums(noted: readonly (readonly [string, string])[]): [string, string][] {
  const found = new Map<string, string>();
  for (const [what, figure] of noted) {
    const before = Number(found.get(what) ?? 0);
    found.set(what, Number.isFinite(before + Number(figure)) ? String(before + Number(figure)) : figure);
  }
  return [...found];
}

function table(found: readonly Finding[]): string {
  const rows = found.map(({ attack, figure, on = '', faults }) => [attack, figure, on, String(faults.length)]);
  return [['Attack', 'Measured', 'On', 'Defects found'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function storedFindings(): Finding[] {
  const files = all.map(([name]) => join(resultsFolder, `${name}.json`)).filter((file) => existsSync(file));
  return files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Finding[]);
}
