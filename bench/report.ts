import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  readonly engine: string;
  readonly name: string;
  /** As many as `headings`. */
  readonly cells: readonly string[];
}

const headings = ['requests/s', 'p50 ms', 'p99 ms', 'server CPU ms', 'RSS MB', 'bare server/s (ratio)', 'bare driver/s (ratio)'];
const file = join(import.meta.dirname, '../docs/performance.md');

/** Prints the table; a full run also puts it into docs/performance.md, between the markers. */
export function writeReport(
  rows: readonly Row[],
  { machine, command, isKept }: { machine: string; command: string; isKept: boolean },
): void {
  const table = [
    `Measured with \`${command}\` on ${machine}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    line(['engine', 'operation', ...headings]),
    line(['engine', 'operation', ...headings].map(() => '---')),
    ...rows.map(({ engine, name, cells }) => line([engine, name, ...cells])),
  ].join('\n');
  console.log(`\n${table}`);
  if (!isKept) return;
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`);
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
