import { cleanText } from '../values/text.ts';

/**
 * In UTF-16 units. A longer cell exceeds the limit of every field (2,000 code points of up to two units), so its row is refused
 * with a reason, and no value is shortened silently.
 */
const maxCellLength = 4100;

/**
 * Removes what a database refuses and invisible controls, and reduces white space to single spaces and at most one empty line.
 * The result is bounded and has no long runs of white space, so that no later regular expression takes long on it.
 */
export function cleanCell(cell: string): string {
  if (cell === '') return cell;
  const text = cleanText(cell.replaceAll('\0', ''));
  const collapsed = text.replaceAll(/\s{2,}|(?! )\s/g, (space) => {
    const lines = space.split(/\r\n|[\r\n]/).length;
    return lines > 2 ? '\n\n' : lines === 2 ? '\n' : ' ';
  });
  return collapsed.slice(0, maxCellLength).toWellFormed();
}

export const cleanLine = (text: string): string => cleanCell(text).replaceAll(/\s+/g, ' ');

export const linesOf = (cell: string): string[] =>
  cell
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Whether no two cells are the same; empty ones do not count. */
export function isDistinct(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return new Set(filled).size === filled.length;
}
