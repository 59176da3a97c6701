import { compactTag } from '#domain/tags.ts';

interface Searchable {
  label: string;
  keywords?: string;
}

/** Options that contain every typed word; those that begin with the typed text come first. */
export function matching<O extends Searchable>(options: readonly O[], typed: string): readonly O[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return options;
  const words = wanted.split(/\s+/);
  const compact = compactTag(wanted);
  const first: O[] = [];
  const rest: O[] = [];
  for (const option of options) {
    const label = option.label.toLowerCase();
    const text = option.keywords === undefined ? label : `${label} ${option.keywords.toLowerCase()}`;
    const isFound = words.every((word) => text.includes(word)) || (compact !== '' && compactTag(label).includes(compact));
    if (!isFound) continue;
    (label.startsWith(wanted) ? first : rest).push(option);
  }
  return [...first, ...rest];
}
