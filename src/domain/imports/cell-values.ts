import type { AnimalStatus, HealthStatus, Sex, Species } from '../animals.ts';
import { byWord, Vocabulary, normalizeWord } from './vocabulary.ts';

const placeholders = new Set(
  'na|n/a|n a|#n/a|#value!|#ref!|#name?|-|--|—|–|?|??|???|empty|null|nil|none|nan|unknown|unk|unkn|not known|n k|not recorded|tbd|tba|tbc|.|..|(null)|(blank)|blank|1-01-01|0001-01-01|0000-00-00|1900-01-00|00/00/0000|01/01/0001|1/1/0001'.split(
    '|',
  ),
);

export const isMissing = (cell: string): boolean => {
  const word = cell.trim().toLowerCase();
  return (
    word === '' ||
    placeholders.has(word) ||
    /^(?:0001-01-01|1-01-01|0000-00-00|0*1\/0*1\/0001)[ t]/.test(word) ||
    placeholders.has(normalizeWord(word)) ||
    normalizeWord(word) === ''
  );
};

const nothing = new Set(['nil', 'none']);

/** A withdrawal of nil is recorded, and so is a female that was scanned empty. */
export const isMissingIn = (field: string, cell: string): boolean =>
  isMissing(cell) &&
  !(/^(?:meat|milk|both|fibre)Days$/.test(field) && nothing.has(normalizeWord(cell))) &&
  !(field === 'scanned' && normalizeWord(cell) === 'empty');

export interface ParsedSex {
  readonly sex: Sex;
  readonly species?: Species;
  readonly isWether?: true;
}

const [female, male, wether] = [{ sex: 'female' }, { sex: 'male' }, { sex: 'male', isWether: true }] as const;
const [ewe, ram] = [
  { ...female, species: 'sheep' },
  { ...male, species: 'sheep' },
] as const;
const [doe, buck] = [
  { ...female, species: 'goat' },
  { ...male, species: 'goat' },
] as const;

const sexWords = new Vocabulary<ParsedSex>()
  .add('en', 'd', doe)
  .add('en', 'b', buck)
  .add('en', 'e', ewe)
  .add('en', 'r', ram)
  .add('*', '♀', female)
  .add('*', 'm|♂', male)
  .add('en fr it pt', 'f', female)
  .add(
    'en',
    'fem|female|females|girl|fml|femal|femail|intact female|spayed|spayed female|desexed f|female lamb|female kid',
    female,
  )
  .add('en fr', 'male', male)
  .add('en', 'males|entire|entire male|boy|intact male|intact|male intact|male entire|mle|mal', male)
  .add('en', 'ewe|ewes|ewe lambs|yearling ewe|maiden ewe|ewe lamb|ewe hogg|ewe hogget|gimmer|theave|female sheep', ewe)
  .add('en nl', 'ram', ram)
  .add('en', 'rams|ram lambs|yearling ram|stud ram|ram lamb|ram hogg|ram hogget|tup|tups|male sheep', ram)
  .add('en', 'doe|does|doelings|yearling doe|junior doe|senior doe|doeling|doe kid|nanny|nanny goat|nannie|she goat', doe)
  .add('en', 'buck|bucks|bucklings|yearling buck|herd sire|buckling|buck kid|billy|billy goat|billie|he goat', buck)
  .add(
    'en',
    'w|wether|wethers|weather|wethered|wthr|wth|wethr|castrated|castrated male|castrate|neutered|neutered male|gelded|gelding',
    wether,
  )
  .add(
    'en',
    'desexed m|desexed male|desexed|male desexed|male castrate|male castrated|male neuter|maleneuter|m castrated|m castrate',
    wether,
  )
  .add('en', 'cm|mc|male wether|male (castrated)|male, castrated|banded|banded male|steer|hog|wedder|whether', wether)
  .add('en', 'wether lamb', { ...wether, species: 'sheep' })
  .add('de', 'w|weiblich', female)
  .add('de', 'mannlich', male)
  .add('de', 'mutterschaf', ewe)
  .add('de', 'schafbock', ram)
  .add('de', 'ziege', doe)
  .add('de', 'ziegenbock', buck)
  .add('de', 'kastrat', wether)
  .add('de', 'h|hammel', { ...wether, species: 'sheep' })
  .add('es', 'h|hembra', female)
  .add('es pt', 'macho', male)
  .add('es', 'oveja', ewe)
  .add('es', 'carnero', ram)
  .add('es pt', 'cabra', doe)
  .add('es', 'chivo', buck)
  .add('es pt', 'castrado', wether)
  .add('fr', 'femelle', female)
  .add('fr', 'brebis|agnelle', ewe)
  .add('fr', 'belier', ram)
  .add('fr', 'chevre|chevrette', doe)
  .add('fr', 'bouc', buck)
  .add('fr', 'castre', wether)
  .add('it', 'femmina', female)
  .add('it', 'maschio', male)
  .add('it', 'pecora', ewe)
  .add('it', 'montone', ram)
  .add('it', 'capra', doe)
  .add('it', 'becco', buck)
  .add('nl', 'v|vrouwelijk|vrouw', female)
  .add('nl', 'mannelijk|man', male)
  .add('nl', 'ooi', ewe)
  .add('nl', 'geit', doe)
  .add('pt', 'femea', female)
  .add('pt', 'ovelha', ewe)
  .add('pt', 'carneiro', ram)
  .add('pt', 'bode', buck)
  .add('pt', 'capado', wether);

/** A single letter has a meaning only within its column. */
export const parseSex = (cell: string): ParsedSex | undefined => sexWords.lookUp(cell) ?? sexWords.lookUp(withoutBrackets(cell));

/** What stands in brackets explains the word before them: `Wether (banded)`. */
const withoutBrackets = (cell: string): string =>
  cell
    .trim()
    .replace(/[([][^()[\]]*[)\]]?$/, '')
    .trimEnd();

const languages: Readonly<Record<string, string>> = {
  geschlecht: 'de',
  sexe: 'fr',
  sexo: 'es pt',
  sesso: 'it',
  geslacht: 'nl',
  genero: 'es pt',
};
const languageOf = (heading: string): string | undefined => languages[normalizeWord(heading)];

/** A lone `W` means wether only if the column uses another word for females. */
export function createSexReader(cells: readonly string[], heading = ''): (cell: string) => ParsedSex | undefined {
  const reader = sexWords.createReader(cells, languageOf(heading));
  const read = (cell: string): ParsedSex | undefined => reader(cell) ?? parseSex(cell);
  const hasFemales = cells.some((cell) => read(cell)?.sex === 'female');
  return (cell) => {
    const meaning = read(cell);
    return meaning?.isWether && !hasFemales ? parseSex(cell) : meaning;
  };
}

const speciesByWord = byWord<Species>({
  goat: 'goat|goats|caprine|caprin|caprino|kid|kids|cabra|cabras|chevre|ziege|ziegen|capra|geit|goat kid',
  sheep: 'sheep|ovine|ovin|ovino|lamb|lambs|hogget|hogg|teg|shearling|oveja|ovejas|mouton|schaf|schafe|pecora|schaap',
});

export const parseSpecies = (cell: string): Species | undefined =>
  speciesByWord.get(normalizeWord(cell)) ?? parseSex(cell)?.species;

const statusWords = new Vocabulary<AnimalStatus>()
  .add('*', 'a', 'active')
  .add('*', 'y|true', 'active')
  .add(
    'en',
    'active|alive|live|living|present|current|currently owned|on farm|on property|on holding|on the farm|in herd|in flock|in stock|owned|own|kept|retained|keeper|yes|here|breeding|breeder|milking|dry|home|for sale|available|bred|open|pregnant',
    'active',
  )
  .add('es it pt', 'viva|vivo', 'active')
  .add('de', 'aktiv|lebend', 'active')
  .add('fr', 'actif', 'active')
  .add(
    'en',
    's|sold|sold live|sold alive|sold private|private sale|sold for breeding|gone|left|left farm|off farm|transferred|traded|given away|gifted|moved off|exported|inactive sold|sold off|culled sold|disposed sold',
    'sold',
  )
  .add('es pt', 'vendido|vendida', 'sold')
  .add('de', 'verkauft', 'sold')
  .add('fr', 'vendu|vendue', 'sold')
  .add('nl', 'verkocht', 'sold')
  .add('en nl', 'd', 'died')
  .add(
    'en',
    'died|dead|deceased|factory|knackery|knackered|fallen stock|death|killed|slaughtered|slaughter|butchered|processed|harvested|abattoir|works|meat|home kill|euthanized|euthanised|euthanasia|put down|pts|destroyed|perished|stillborn|still born|dead on farm|died on farm|culled dead|rip|lost dead|predator|predated|mortality',
    'died',
  )
  .add('es', 'muerto|muerta', 'died')
  .add('de', 'tot', 'died')
  .add('fr', 'mort|morte', 'died')
  .add('nl', 'dood', 'died');

/** A state may stand before its day or a remark: `died 3/4/26`, `Sold (to Bob)`. */
export function createStatusReader(cells: readonly string[]): (cell: string) => AnimalStatus | undefined {
  const read = statusWords.createReader(cells);
  return (cell) =>
    read(cell) ?? statusWords.lookUp(cell.replace(/(?:[([\d,;:–]|\s-\s|\b(?:on|to|at|in|of|from|day|after|aged?)\b)[^]*/i, ''));
}

/** The state in a line above animals, such as `Sold 2025`. */
export const parseStatus = (cell: string): AnimalStatus | undefined => createStatusReader([])(cell);

const healthWords = byWord<HealthStatus>({
  1: 'very poor|poor|sick',
  2: 'fair',
  3: 'ok|okay|good|healthy',
  4: 'very good',
  5: 'excellent',
});

export function parseHealthStatus(cell: string): HealthStatus | undefined {
  const [, digit] = /^([1-5])(?:\D|$)/.exec(cell.trim()) ?? [];
  return (digit as HealthStatus | undefined) ?? healthWords.get(normalizeWord(cell));
}

const answerWords = byWord({
  yes: 'yes|y|true|t|1|x|✓|✔|☑|done|si|oui|ja|sim|wahr|vrai',
  no: 'no|n|false|f|0|not|non|nein|nao|nee|falsch|faux|never|not yet',
});

export function parseYesNo(cell: string): boolean | undefined {
  const answer = answerWords.get(normalizeWord(cell));
  return answer && answer === 'yes';
}

export function parseUrl(cell: string): string | undefined {
  const isAddress = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:[/?#][\x21-\x7E]*)?$/i.test(cell);
  return isAddress && cell.length <= 2048 ? cell : undefined;
}

/** Why a number cannot be used that a spreadsheet program has written as 9.82E+14. */
export const shortenedNumber = (cell: string): string | undefined =>
  /^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell.trim())
    ? `A spreadsheet program has shortened the number to ${cell}. Format its column as text, enter the numbers again and save the file.`
    : undefined;
