import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeSection } from '../scripts/page-section.ts';
import type { Finding } from './attacks/scan.ts';
import type { Figures } from './faults/figures.ts';

/**
 * `npm run reliability [-- --print]`: every fault and every attack in its long form (some hours), then what was promised beside
 * what was measured. `--print` runs nothing again.
 */
const root = resolve(import.meta.dirname, '..');
const isOnlyPrinted = process.argv.includes('--print');
for (const suite of isOnlyPrinted ? [] : ['test/faults/run.ts', 'test/attacks/run.ts']) {
  spawnSync(process.execPath, [join(root, suite), '--write'], { cwd: root, stdio: 'inherit' });
}

interface Promised {
  readonly promise: string;
  readonly measured: string;
  readonly isKept: boolean;
}

const missing: Omit<Promised, 'promise'> = { measured: 'not measured', isKept: false };

const promises: readonly Promised[] = [
  ofFault('kill', 'no answered write is lost or doubled in 1,000 kill -9', ({ rounds, answered, faults }) => [
    `${faults.length} of ${written(answered)}, ${written(rounds)} kills`,
    rounds >= 1000,
  ]),
  ofFault(
    'power',
    'none in 200 power cuts; a control that does not wait for the disk must lose some',
    ({ rounds, answered, faults }) => {
      const control = read<Figures>('faults/power-control');
      const measured = `${faults.length} of ${written(answered)}, ${written(rounds)} cuts; ${control?.remark ?? 'no control'}`;
      return [measured, rounds >= 200 && control?.faults.length === 0];
    },
  ),
  ofFault('kill', 'serving again within 2 s after kill -9', ({ slowestReturnMs = Infinity }) => [
    `${(slowestReturnMs / 1000).toFixed(2)} s at most`,
    slowestReturnMs <= 2000,
  ]),
  ofFault('disk-full', 'a full disk is told (507), reads go on, writes resume by themselves', ({ rounds, remark = '' }) => [
    `${rounds} times; ${remark}`,
    rounds > 0,
  ]),
  ofFault('fsync', 'a disk that fails to sync loses and doubles nothing', ({ rounds, faults }) => [
    `${faults.length} in ${written(rounds)} failures`,
    rounds > 0,
  ]),
  ofFault('postgres', 'PostgreSQL crashing every 2 s under load loses and doubles nothing', ({ rounds, answered, faults }) => [
    `${faults.length} of ${written(answered)}, ${rounds} crashes`,
    rounds >= 30,
  ]),
  ofFault('rolling', 'no idempotent request fails over 50 rolling restarts under load', ({ rounds, answered, faults }) => [
    `${faults.length} of ${written(answered)}, ${rounds} restarts`,
    rounds >= 50,
  ]),
  ofAttacks('fuzz-east fuzz-west', 'no unexpected 5xx in 100,000 fuzzed requests, both engines', (figures) => {
    const asked = sum(figures, /^fuzzed requests/);
    return [`0 of ${written(asked)}`, asked >= 100_000];
  }),
  ofAttacks('laws', 'access, fields, sites, sessions, pictures, texts: every law holds', (figures) => [
    figureOf(figures, 'laws'),
    true,
  ]),
  ofAttacks('laws', 'score of MDN’s HTTP Observatory at least 115 on every kind of answer', (figures) => {
    const scores = figures.filter(({ attack }) => attack.startsWith('observatory')).map(({ figure }) => Number(figure));
    return [`${Math.min(...scores)} to ${Math.max(...scores)}`, Math.min(...scores) >= 115];
  }),
  ofAttacks('laws', 'ten pixel bombs at once leave the server below 400 MB', (figures) => {
    const figure = figureOf(figures, 'pixel bombs');
    return [figure, Number.parseInt(figure, 10) < 400];
  }),
  ofAttacks(
    'shares odd-requests memory memory-postgres',
    'whatever one client sends, or asks for and does not read, a bystander waits 250 ms for the server at most, both engines',
    (figures) => {
      const waits = figures.flatMap(({ bystanderMs }) => bystanderMs ?? []);
      return [`${Math.ceil(Math.max(...waits))} ms at most, in ${waits.length} attacks`, Math.max(...waits) <= 250];
    },
  ),
  ofAttacks(
    'memory memory-postgres',
    'the server takes 400 MB at most while clients ask for all there is and do not read it, both engines',
    (figures) => {
      const peaks = figures.flatMap(({ peakMb }) => peakMb ?? []);
      return [`${Math.ceil(Math.max(...peaks))} MB at most, in ${peaks.length} attacks`, Math.max(...peaks) <= 400];
    },
  ),
  ofAttacks('shares', '2,500 idle connections of one address: visitors of other addresses are served, 20 of 20', (figures) => {
    const [served = ''] = figureOf(figures, '2,500 idle').split(';');
    return [served, served.startsWith('20 of 20')];
  }),
  ofAttacks('shares', '2,500 slow clients of one address: visitors of other addresses are served, 20 of 20', (figures) => {
    const slow = figures.filter(({ attack }) => /^2,500 (?:half-sent|slow)/.test(attack));
    const served = slow.map(({ figure }) => figure.split(';')[0]!);
    return [served.join('; '), served.length === 3 && served.every((each) => each.startsWith('20 of 20'))];
  }),
  ofAttacks(
    'sqlmap',
    'the scanner sqlmap reports no defect, and finds the injection of a server made for the test',
    (figures) => {
      const each = figures.map(({ attack, figure }) => `${attack}: ${figure}`);
      return [`0 defects: ${each.join('; ')}`, figures.length > 0];
    },
  ),
];

const table = [
  ['Promise', 'Measured', 'Promise kept'],
  ['---', '---', '---'],
  ...promises.map(({ promise, measured, isKept }) => [promise, measured, isKept ? 'yes' : 'no']),
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');
console.log(`\n${table}\n`);
writeSection('reliability.md', 'promises', table);
const kept = promises.filter(({ isKept }) => isKept).length;
console.log(`${kept} passed, ${promises.length - kept} failed`);
process.exit(kept === promises.length ? 0 : 1);

function ofFault(name: string, promise: string, say: (figures: Figures) => [measured: string, isReached: boolean]): Promised {
  const figures = read<Figures>(`faults/${name}`);
  if (!figures) return { promise, ...missing };
  const [measured, isReached] = say(figures);
  return { promise, measured, isKept: isReached && figures.faults.length === 0 };
}

function ofAttacks(
  names: string,
  promise: string,
  say: (figures: readonly Finding[]) => [measured: string, isReached: boolean],
): Promised {
  const found = names.split(' ').map((name) => read<Finding[]>(`attacks/${name}`));
  if (!found.every((figures) => figures !== undefined)) return { promise, ...missing };
  const [measured, isReached] = say(found.flat());
  const faults = found.flat().reduce((count, finding) => count + finding.faults.length, 0);
  return {
    promise,
    measured: `${measured}${faults === 0 ? '' : `; ${faults} defects found`}`,
    isKept: isReached && faults === 0,
  };
}

function figureOf(figures: readonly Finding[], attack: string): string {
  return figures.find((each) => each.attack.startsWith(attack))?.figure ?? '';
}

function read<T>(name: string): T | undefined {
  const file = join(root, 'build', `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

function sum(figures: readonly Finding[], what: RegExp): number {
  return figures.filter(({ attack }) => what.test(attack)).reduce((total, { figure }) => total + Number(figure), 0);
}

function written(count: number): string {
  return count.toLocaleString('en-US');
}
