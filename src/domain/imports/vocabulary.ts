const languages = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const;
type Language = (typeof languages)[number];

const allLanguages: ReadonlySet<Language> = new Set(languages);

interface Entry<M> {
  readonly meaning: M;
  /** The languages in which the word has this meaning. */
  readonly spoken: ReadonlySet<Language>;
}

/** Normalizes a cell for comparison: without accents, case, dots and repeated spaces. */
export const normalizeWord = (cell: string): string =>
  cell
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.\s_-]+/g, ' ')
    .trim();

/**
 * The meanings of words in one kind of cell, by language. A single letter has different meanings in different languages, so it is
 * read together with the other words of its column, and not at all if it stays ambiguous.
 */
export class Vocabulary<M> {
  readonly #entries = new Map<string, Entry<M>[]>();

  /** `spoken` lists the languages that have these words, as in `de en`; `*` means all. */
  add(spoken: string, list: string, meaning: M): this {
    const entry = { meaning, spoken: spoken === '*' ? allLanguages : new Set(languages.filter((one) => spoken.includes(one))) };
    for (const word of list.split('|')) this.#entries.set(word, [...(this.#entries.get(word) ?? []), entry]);
    return this;
  }

  /** The meaning of a word of more than one letter, independent of its column. */
  lookUp(cell: string): M | undefined {
    const word = normalizeWord(cell);
    return word.length > 1 ? this.#entries.get(word)?.[0]?.meaning : undefined;
  }

  /** Creates the reader for the cells of one column. */
  createReader(cells: Iterable<string>): (cell: string) => M | undefined {
    const spoken = this.#commonLanguages(new Set([...cells].map(normalizeWord)));
    return (cell) => this.lookUp(cell) ?? this.#readLetter(normalizeWord(cell), spoken);
  }

  #readLetter(letter: string, spoken: ReadonlySet<Language>): M | undefined {
    const entries = this.#entries.get(letter) ?? [];
    const [reading, ...others] =
      spoken.size === 0
        ? entries.filter((entry) => entry.spoken.size === allLanguages.size)
        : entries.filter((entry) => [...entry.spoken].some((language) => spoken.has(language)));
    return others.length === 0 ? reading?.meaning : undefined;
  }

  /** The languages that have all of these words; empty if the words contradict each other. */
  #commonLanguages(words: ReadonlySet<string>): ReadonlySet<Language> {
    let spoken = allLanguages;
    for (const word of words) {
      const entries = this.#entries.get(word);
      if (entries) spoken = new Set([...spoken].filter((language) => entries.some((entry) => entry.spoken.has(language))));
    }
    return spoken;
  }
}
