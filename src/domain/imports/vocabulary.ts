const languages = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const;
type Language = (typeof languages)[number];

const allLanguages: ReadonlySet<Language> = new Set(languages);

/** A letter that means the same in so many languages does so in one that is not known. */
const sureLanguages = 3;

interface Entry<M> {
  readonly meaning: M;
  readonly spoken: ReadonlySet<Language>;
}

export const normalizeWord = (cell: string): string =>
  cell
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.\s_-]+/g, ' ')
    .trim();

/** The meanings by their words. */
export const byWord = <M extends string>(
  words: Readonly<Partial<Record<M, string>>>,
  separator: string | RegExp = '|',
): ReadonlyMap<string, M> =>
  new Map(
    Object.entries<string | undefined>(words).flatMap(([meaning, list = '']) =>
      list.split(separator).map((word) => [word.trim(), meaning as M] as const),
    ),
  );

/** A single letter has different meanings in different languages, so it is read together with the other words of its column. */
export class Vocabulary<M> {
  readonly #entries = new Map<string, Entry<M>[]>();

  /** The words of each meaning, by the languages that have them, as in `de en`; `*` means all. */
  static of<M, N extends string>(
    meanings: Readonly<Record<N, M>>,
    table: Readonly<Record<string, Readonly<Partial<Record<N, string>>>>>,
  ): Vocabulary<M> {
    const vocabulary = new Vocabulary<M>();
    for (const [spoken, words] of Object.entries(table))
      for (const [word, name] of byWord<N>(words)) vocabulary.#add(spoken, word, meanings[name]);
    return vocabulary;
  }

  #add(languagesOf: string, word: string, meaning: M): void {
    const spoken = languagesOf === '*' ? allLanguages : new Set(languages.filter((one) => languagesOf.includes(one)));
    this.#entries.set(word, [...(this.#entries.get(word) ?? []), { meaning, spoken }]);
  }

  lookUp(cell: string): M | undefined {
    const word = normalizeWord(cell);
    return word.length > 1 ? this.#entries.get(word)?.[0]?.meaning : undefined;
  }

  /** `language` is that of the heading, if it tells. */
  createReader(cells: Iterable<string>, language?: string): (cell: string) => M | undefined {
    const words = new Set([...cells].map(normalizeWord));
    const common = this.#commonLanguages(words);
    const known = [...words].filter((word) => this.#entries.has(word));
    // 'V' beside an 'S' that no language has is of a language that is not known.
    const isForeign = known.length === 1 && [...words].some((word) => word.length === 1 && !this.#entries.has(word));
    const spoken = language === undefined ? common : new Set([...common].filter((one) => language.includes(one)));
    return (cell) => this.lookUp(cell) ?? this.#readLetter(normalizeWord(cell), spoken, isForeign);
  }

  #readLetter(letter: string, spoken: ReadonlySet<Language>, isForeign: boolean): M | undefined {
    const entries = this.#entries.get(letter) ?? [];
    const [reading, ...others] =
      spoken.size === 0
        ? entries.filter((entry) => entry.spoken.size === allLanguages.size)
        : entries.filter((entry) => [...entry.spoken].some((language) => spoken.has(language)));
    const isSure = others.length === 0 && !(isForeign && (reading?.spoken.size ?? 0) < sureLanguages);
    return isSure ? reading?.meaning : undefined;
  }

  #commonLanguages(words: ReadonlySet<string>): ReadonlySet<Language> {
    let spoken = allLanguages;
    for (const word of words) {
      const entries = this.#entries.get(word);
      if (entries) spoken = new Set([...spoken].filter((language) => entries.some((entry) => entry.spoken.has(language))));
    }
    return spoken;
  }
}
