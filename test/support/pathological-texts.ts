/** Units whose repetition makes expressions, searches and comparisons backtrack. */
// prettier-ignore
const units: readonly string[] = [
  ' ', '\t', '\n', '\u00A0', '0', '1', '9,', '1.', '1 ', 'a', 'A ', 'a1', 'a.', 'a@', '@', '.', ',', '-', '- ', "'", '"', '/',
  '\\', ':', ';', '=', '&', '%', '_', '(', '<', '{"a":', '[', '#', '*', 'ß', 'é', 'e\u0301', '\u0301', '٠', '羊', '🐐', '\u200B',
  '\u202E', '1 kg ', '01/', '2024-', 'https://', 'tag ',
];

/**
 * An expression that fails late is tried again from every position, so each text begins like a number or a word and ends with a
 * character that matches nothing.
 */
export const pathologicalTexts = (length: number): readonly string[] => units.map((unit) => textOf(unit, length));

/** One of them; to make all of a megabyte costs more than most requests with one. */
export const pathologicalText = (length: number, index: number): string => textOf(units[index % units.length] ?? '', length);

const textOf = (unit: string, length: number): string => `1${unit.repeat(Math.max(1, Math.floor(length / unit.length)))}!`;
