import { countKnownHeadings, maxHeadingRows } from './headings.ts';

const delimiters = ['\t', ';', ',', '|'] as const;

export const usedWidth = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** The delimiter that finds the most headings, or else the most columns, in the first lines of a table. */
export function likelyDelimiter(linesBy: (delimiter: string) => readonly (readonly string[])[]): string {
  const ranked = delimiters.map((delimiter) => {
    const lines = linesBy(delimiter);
    const widths = lines.map(usedWidth).toSorted((a, b) => a - b);
    return {
      delimiter,
      known: Math.max(0, ...lines.slice(0, maxHeadingRows).map(countKnownHeadings)),
      width: widths[Math.floor(widths.length / 2)] ?? 0,
    };
  });
  return ranked.toSorted((a, b) => b.known - a.known || b.width - a.width)[0]?.delimiter ?? ',';
}
