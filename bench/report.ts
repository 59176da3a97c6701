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

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
