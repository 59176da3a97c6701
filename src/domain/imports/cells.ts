import { cleanText } from '../text.ts';

/**
 * The longest cell that is read, in UTF-16 units. What is cut was longer than any field takes (2,000 characters, of which each may
 * be two units), so its row is refused with the reason and nothing is shortened silently.
 */
const longestCell = 4100;

/**
 * A cell as it is stored and read: nothing that a database refuses, no invisible controls, one space where there were several, at
 * most one empty line. Without long runs of white space, and bounded, whatever reads it afterwards takes little time.
 */
export function cleanCell(cell: string): string {
  if (cell === '') return cell;
  const text = cleanText(cell.replaceAll('\0', ''));
  const collapsed = text.replaceAll(/\s{2,}|(?! )\s/g, (space) => {
    const lines = space.split(/\r\n|[\r\n]/).length;
    return lines > 2 ? '\n\n' : lines === 2 ? '\n' : ' ';
  });
  return collapsed.slice(0, longestCell).toWellFormed();
}

/** The same on one line: a heading or the name of a file. */
export const cleanLine = (text: string): string => cleanCell(text).replaceAll(/\s+/g, ' ');
