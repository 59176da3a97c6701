import { writeSection } from '../scripts/page-section.ts';

export interface Row {
  readonly engine: string;
  readonly name: string;
  readonly cells: readonly string[];
}

const headings = ['requests/s', 'p50 ms', 'p99 ms', 'server CPU ms', 'RSS MB', 'bare server/s (ratio)', 'bare driver/s (ratio)'];

export function writeReport(rows: readonly Row[], { isWritten }: { isWritten: boolean }): void {
  const table = [
    line(['engine', 'operation', ...headings]),
    line(['engine', 'operation', ...headings].map(() => '---')),
    ...rows.map(({ engine, name, cells }) => line([engine, name, ...cells])),
  ].join('\n');
  console.log(`\n${table}`);
  if (isWritten) writeSection('performance.md', 'server', table);
}

export interface Measured {
  readonly engine: string;
  readonly name: string;
  readonly figure: string;
  readonly limit: string;
  readonly isWithin: boolean;
}

/** Returns whether all figures are within their limits. */
export function reportLimits(
  section: 'memory' | 'journal',
  rows: readonly Measured[],
  { isWritten }: { isWritten: boolean },
): boolean {
  const table = [
    line(['engine', 'what', 'measured', 'limit']),
    line(['---', '---', '---', '---']),
    ...rows.map(({ engine, name, figure, limit }) => line([engine, name, figure, limit])),
  ].join('\n');
  if (isWritten) writeSection('performance.md', section, table);
  for (const { engine, name, figure, limit } of rows.filter(({ isWithin }) => !isWithin))
    console.error(`Above its limit on ${engine}: ${name}, ${figure} instead of ${limit}`);
  return rows.every(({ isWithin }) => isWithin);
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
