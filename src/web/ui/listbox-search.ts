import { searchItems, searchKeys } from '#domain/animals/find.ts';

interface Searchable {
  readonly label: string;
  readonly tag?: string;
  readonly keywords?: readonly (string | null)[];
  readonly numbers?: readonly string[] | undefined;
}

const keyOf = searchKeys(({ label, tag = label, keywords, numbers }: Searchable) => ({
  tag,
  numbers,
  ...(keywords && { words: keywords }),
}));

/** The matching options, the best first. */
export const matching = <O extends Searchable>(options: readonly O[], typed: string): readonly O[] =>
  searchItems(typed, options, keyOf);
