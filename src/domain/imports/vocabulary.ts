/** The languages whose words an import knows. */
const languages = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const;
type Language = (typeof languages)[number];

const everywhere: ReadonlySet<Language> = new Set(languages);

interface Entry<M> {
  readonly meaning: M;
  /** Those in which the word means this. */
  readonly spoken: ReadonlySet<Language>;
}

/** The word of a cell as it is compared: without accents, case, dots and spare spaces. */
export const wordOf = (cell: string): string =>
  cell
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.\s_-]+/g, ' ')
    .trim();

/**
 * What the words in cells of one kind mean, and in which languages. A single letter means something else from language to language: it
 * is read together with the other words of its column, and not at all where two readings remain.
 */
export class Vocabulary<M> {
  readonly #entries = new Map<string, Entry<M>[]>();

  /** `spoken`: the languages that have these words, as `de en`; `*`: all. */
  add(spoken: string, list: string, meaning: M): this {
    const entry = { meaning, spoken: spoken === '*' ? everywhere : new Set(languages.filter((one) => spoken.includes(one))) };
    for (const word of list.split('|')) this.#entries.set(word, [...(this.#entries.get(word) ?? []), entry]);
    return this;
  }

  /** What a whole word means wherever it stands. */
  meaningOf(cell: string): M | undefined {
    const word = wordOf(cell);
    return word.length > 1 ? this.#entries.get(word)?.[0]?.meaning : undefined;
  }

  /** Reads the cells of one column. */
  readerOf(cells: Iterable<string>): (cell: string) => M | undefined {
    const spoken = this.#languagesOf(new Set([...cells].map(wordOf)));
    return (cell) => this.meaningOf(cell) ?? this.#readLetter(wordOf(cell), spoken);
  }

  #readLetter(letter: string, spoken: ReadonlySet<Language>): M | undefined {
    const entries = this.#entries.get(letter) ?? [];
    const [reading, ...others] =
      spoken.size === 0
        ? entries.filter((entry) => entry.spoken.size === everywhere.size)
        : entries.filter((entry) => [...entry.spoken].some((language) => spoken.has(language)));
    return others.length === 0 ? reading?.meaning : undefined;
  }

  /** The languages that have all of these words; none where the words contradict each other. */
  #languagesOf(words: ReadonlySet<string>): ReadonlySet<Language> {
    let spoken = everywhere;
    for (const word of words) {
      const entries = this.#entries.get(word);
      if (entries) spoken = new Set([...spoken].filter((language) => entries.some((entry) => entry.spoken.has(language))));
    }
    return spoken;
  }
}
