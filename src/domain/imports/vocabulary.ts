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

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

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

/**
 * The words of each meaning, by the languages that have them, as in `de en`; `*` means all. A single letter has different meanings in
 * different languages, so it is read together with the other words of its column.
 */
export function createVocabulary<M, N extends string>(
  meanings: Readonly<Record<N, M>>,
  table: Readonly<Record<string, Readonly<Partial<Record<N, string>>>>>,
) {
  const entries = new Map<string, Entry<M>[]>();
  for (const [languagesOf, words] of Object.entries(table)) {
    const spoken = languagesOf === '*' ? allLanguages : new Set(languages.filter((one) => languagesOf.includes(one)));
    for (const [word, name] of byWord<N>(words))
      entries.set(word, [...(entries.get(word) ?? []), { meaning: meanings[name], spoken }]);
  }

  const lookUp = (cell: string): M | undefined => {
    const word = normalizeWord(cell);
    return word.length > 1 ? entries.get(word)?.[0]?.meaning : undefined;
  };

  const commonLanguages = (words: ReadonlySet<string>): ReadonlySet<Language> =>
    new Set(
      languages.filter((language) =>
        [...words].every((word) => entries.get(word)?.some(({ spoken }) => spoken.has(language)) ?? true),
      ),
    );

  function readLetter(letter: string, spoken: ReadonlySet<Language>, isForeign: boolean): M | undefined {
    const [reading, ...others] = (entries.get(letter) ?? []).filter((entry) =>
      spoken.size === 0 ? entry.spoken.size === allLanguages.size : [...entry.spoken].some((language) => spoken.has(language)),
    );
    const isSure = others.length === 0 && !(isForeign && (reading?.spoken.size ?? 0) < sureLanguages);
    return isSure ? reading?.meaning : undefined;
  }

  /** `language` is that of the heading, if it tells. */
  function createReader(cells: Iterable<string>, language?: string): (cell: string) => M | undefined {
    const words = new Set([...cells].map(normalizeWord));
    const common = commonLanguages(words);
    const known = [...words].filter((word) => entries.has(word));
    // 'V' beside an 'S' that no language has is of a language that is not known.
    const isForeign = known.length === 1 && [...words].some((word) => word.length === 1 && !entries.has(word));
    const spoken = language === undefined ? common : new Set([...common].filter((one) => language.includes(one)));
    return (cell) => lookUp(cell) ?? readLetter(normalizeWord(cell), spoken, isForeign);
  }

  return { lookUp, createReader };
}
