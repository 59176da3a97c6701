import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAllIfStale } from '../../scripts/parts.ts';
import { writeSection } from '../../scripts/page-section.ts';
import { fillDiskWhileWriting } from './disk-full.ts';
import { table, type Figures } from './figures.ts';
import { failFsyncWhileWriting } from './fsync.ts';
import { cutPowerWhileWriting, cutPowerWithoutSync, killWhileWriting } from './interruptions.ts';
import { crashPostgresWhileWriting } from './postgres-crashes.ts';
import { restartServersWhileWriting } from './rolling-restarts.ts';

/**
 * `npm run test:faults [-- --quick] [-- --only kill --only power] [-- --write]`: every fault in its long form, a table in the end.
 * What each fault came to is kept in build/faults, so that the table that is written also holds what ran before.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, only: { type: 'string', multiple: true } },
});
const times = (long: number): number => (values.quick ? Math.ceil(long / 40) : long);

const all: readonly (readonly [name: string, run: () => Promise<Figures>])[] = [
  ['kill', () => killWhileWriting(times(1000))],
  ['power', () => cutPowerWhileWriting(times(200))],
  ['power-control', () => cutPowerWithoutSync(times(20))],
  ['disk-full', () => fillDiskWhileWriting(times(20))],
  ['fsync', () => failFsyncWhileWriting(times(60))],
  ['postgres', () => crashPostgresWhileWriting(times(30))],
  ['rolling', () => restartServersWhileWriting(times(50))],
];

const resultsFolder = join(import.meta.dirname, '../../build/faults');
const fileOf = (name: string): string => join(resultsFolder, `${name}.json`);

await buildAllIfStale();
mkdirSync(resultsFolder, { recursive: true });
const done: Figures[] = [];
for (const [name, run] of all.filter(([each]) => values.only === undefined || values.only.includes(each))) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${name} …`);
  const broken = { fault: name, rounds: 0, answered: 0, retried: 0 };
  const figures = await run().catch((error: unknown): Figures => ({ ...broken, faults: [String(error)] }));
  done.push(figures);
  if (!values.quick) writeFileSync(fileOf(name), JSON.stringify(figures));
  console.log(`${figures.faults.length === 0 ? '✓' : '✗ FAILED'} ${table([figures]).split('\n').at(-1)}`);
  for (const fault of figures.faults.slice(0, 20)) console.log(`    ${fault}`);
}
console.log(`\n${table(done)}\n`);
if (values.write) writeSection('reliability.md', 'faults', table(storedFigures()));
const failed = done.filter(({ faults }) => faults.length > 0).length;
console.log(`${done.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function storedFigures(): Figures[] {
  const files = all.map(([name]) => fileOf(name)).filter((file) => existsSync(file));
  return files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Figures);
}
