import type { AnimalStatus, HealthStatus, Sex, Species } from '../animals.ts';

/** The word of a cell as it is compared: without accents, case, dots and spare spaces. */
export const wordOf = (cell: string): string =>
  cell
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.\s_-]+/g, ' ')
    .trim();

const missing = words(
  'na|n/a|n a|#n/a|#value!|#ref!|-|--|—|–|?|??|???|empty|null|nil|none|nan|unknown|unk|unkn|not known|tbd|.|..',
);

/** `NA`, `-`, `?` and the like: nothing is known. */
export const isMissing = (cell: string): boolean => {
  const word = cell.trim().toLowerCase();
  return word === '' || missing.has(word) || missing.has(wordOf(word)) || wordOf(word) === '';
};

export interface SexMeaning {
  readonly sex: Sex;
  readonly species?: Species;
  /** A castrated male; the notes say so. */
  readonly isWether?: true;
}

const sexMeanings = new Map<string, SexMeaning>();
const mean = (list: string, meaning: SexMeaning): void => {
  for (const word of words(list)) sexMeanings.set(word, meaning);
};
mean('f|fem|female|females|girl|♀|hembra|femelle|femmina|femea|weiblich|vrouwelijk|vrouw', { sex: 'female' });
mean('m|male|males|entire|entire male|boy|♂|macho|maschio|mannlich|mannelijk|man', { sex: 'male' });
mean('ewe|ewes|ewe lamb|ewe hogg|ewe hogget|gimmer|theave|female sheep|oveja|brebis|agnelle|pecora|ovelha|ooi|mutterschaf', {
  sex: 'female',
  species: 'sheep',
});
mean('ram|rams|ram lamb|ram hogg|ram hogget|tup|tups|male sheep|carnero|belier|montone|carneiro|schafbock', {
  sex: 'male',
  species: 'sheep',
});
mean('doe|does|doeling|doe kid|nanny|nanny goat|nannie|she goat|cabra|chevre|chevrette|capra|ziege|geit', {
  sex: 'female',
  species: 'goat',
});
mean('buck|bucks|buckling|buck kid|billy|billy goat|billie|he goat|chivo|bouc|becco|bode|ziegenbock', {
  sex: 'male',
  species: 'goat',
});
mean('wether|wethers|weather|wethered|wthr|wth|castrated|castrated male|castrate|neutered|castrado|castre|capado|kastrat', {
  sex: 'male',
  isWether: true,
});
mean('wether lamb|hammel', { sex: 'male', species: 'sheep', isWether: true });

/** A lone `W` is a wether only where the females are called something else: in German it is *weiblich*. */
export const sexOf = (cell: string, hasOtherFemales: boolean): SexMeaning | undefined => {
  const word = wordOf(cell);
  return word === 'w' && hasOtherFemales ? { sex: 'male', isWether: true } : sexMeanings.get(word);
};

const species = new Map<string, Species>([
  ...[...words('goat|goats|caprine|caprin|caprino|kid|kids|cabra|cabras|chevre|ziege|ziegen|capra|geit|goat kid')].map(
    (word) => [word, 'goat'] as const,
  ),
  ...[...words('sheep|ovine|ovin|ovino|lamb|lambs|hogget|hogg|teg|shearling|oveja|ovejas|mouton|schaf|schafe|pecora|schaap')].map(
    (word) => [word, 'sheep'] as const,
  ),
]);

/** `Ovine` → sheep; an `ewe` is a sheep too. */
export const speciesWord = (cell: string): Species | undefined =>
  species.get(wordOf(cell)) ?? sexMeanings.get(wordOf(cell))?.species;

const statuses = new Map<string, AnimalStatus>([
  ...[
    ...words('active|alive|live|living|present|current|on farm|in herd|in flock|owned|kept|a|yes|viva|vivo|aktiv|lebend|actif'),
  ].map((word) => [word, 'active'] as const),
  ...[...words('sold|sale|sold live|s|vendido|vendida|verkauft|vendu|vendue|verkocht')].map((word) => [word, 'sold'] as const),
  ...[
    ...words(
      'died|dead|deceased|death|d|lost|killed|slaughtered|butchered|euthanized|euthanised|muerto|muerta|tot|mort|morte|dood',
    ),
  ].map((word) => [word, 'died'] as const),
]);

export const statusWord = (cell: string): AnimalStatus | undefined => statuses.get(wordOf(cell));

const healthWords: ReadonlyMap<string, HealthStatus> = new Map([
  ['very poor', '1'],
  ['poor', '1'],
  ['sick', '1'],
  ['fair', '2'],
  ['ok', '3'],
  ['okay', '3'],
  ['good', '3'],
  ['healthy', '3'],
  ['very good', '4'],
  ['excellent', '5'],
]);

/** `4`, `4 - Very Good` and `Very good` are the same. */
export function healthWord(cell: string): HealthStatus | undefined {
  const [, digit] = /^([1-5])(?:\D|$)/.exec(cell.trim()) ?? [];
  return (digit as HealthStatus | undefined) ?? healthWords.get(wordOf(cell));
}

const yes = words('yes|y|true|t|1|x|✓|✔|☑|done|si|oui|ja|sim|wahr|vrai');
const no = words('no|n|false|f|0|not|non|nein|nao|nee|falsch|faux|never|not yet');

export function yesOrNo(cell: string): boolean | undefined {
  const word = wordOf(cell);
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}

function words(list: string): Set<string> {
  return new Set(list.split('|'));
}
