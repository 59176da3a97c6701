import { writeSection } from '../scripts/page-section.ts';

export interface Row {
  readonly engine: string;
  readonly name: string;
  readonly cells: readonly string[];
}

const headings = ['engine', 'operation', 'requests/s', 'p50 ms', 'p99 ms', 'server CPU ms', 'RSS MB', 'baseline/s (ratio)'];

export function writeReport(rows: readonly Row[], { isWritten }: { isWritten: boolean }): void {
  const table = [headings, headings.map(() => '---'), ...rows.map(({ engine, name, cells }) => [engine, name, ...cells])]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
  console.log(`\n${table}`);
  if (isWritten) writeSection('performance.md', 'server', table);
}
