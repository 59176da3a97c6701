import type { AnimalStatus, HealthStatus, Sex, Species } from '../records/animals.ts';
import { shortMonths } from './months.ts';
import { spacedOut, splitWords } from './heading-words.ts';
import { byWord, createVocabulary, normalizeWord } from './vocabulary.ts';

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

export const wordsForNoTag: readonly string[] = ['untagged', 'not tagged', 'no tag'];

/** A goat may be called Nan; what programs write for no number is `nan`, `NaN` or `NAN`. */
export const isNan = (cell: string): boolean => cell.trim() === 'Nan';

/** A withdrawal of nil is recorded, and so is a female that was scanned empty; 'untagged' is no tag. */
export function isMissingIn(field: string, cell: string): boolean {
  const word = normalizeWord(cell);
  if ((field === 'tagNumber' || field === 'eid') && wordsForNoTag.includes(word)) return true;
  const isTelling = /^(?:nil|none)$/.test(word)
    ? /^(?:(?:meat|milk|both|fibre)Days|scanned)$/.test(field)
    : word === 'empty' && field === 'scanned';
  const isCalled = (field === 'name' || field === 'motherTag' || field === 'fatherTag') && isNan(cell);
  return isMissing(cell) && !isTelling && !isCalled;
}

export interface ParsedSex {
  readonly sex: Sex;
  readonly species?: Species;
  readonly isWether?: true;
}

const sexes = {
  female: { sex: 'female' },
  male: { sex: 'male' },
  wether: { sex: 'male', isWether: true },
  ewe: { sex: 'female', species: 'sheep' },
  ram: { sex: 'male', species: 'sheep' },
  doe: { sex: 'female', species: 'goat' },
  buck: { sex: 'male', species: 'goat' },
  wetherSheep: { sex: 'male', isWether: true, species: 'sheep' },
} as const satisfies Readonly<Record<string, ParsedSex>>;

/** What the words of the languages mean; of several languages, or of all, where they are the same. */
const sexWords = createVocabulary<ParsedSex, keyof typeof sexes>(sexes, {
  en: {
    doe: 'd|doe|does|doelings|doeling|nanny|nanny goat|nannie|she goat',
    buck: 'b|buck|bucks|bucklings|herd sire|herdsire|buckling|billy|billy goat|billie|he goat',
    ewe: 'e|ewe|ewes|gimmer|theave|female sheep',
    ram: 'r|rams|tup|tups|male sheep',
    female: 'fem|female|females|girl|fml|femal|femail|spayed|desexed f',
    male: 'males|entire|boy|intact|mle|mal',
    wether:
      'w|wether|wethers|weather|wethered|wthr|wth|wethr|castrated|castrate|castrated male|male castrated|male castrate|neutered male|neutered|neuter|gelded|gelding|desexed m|desexed|maleneuter|m castrated|m castrate|cm|mc|banded|steer|hog|wedder|whether',
    wetherSheep: 'wether lamb',
  },
  '*': { female: '♀', male: 'm|♂' },
  'en fr it pt': { female: 'f' },
  'en fr': { male: 'male' },
  'en nl': { ram: 'ram|rammen|ramme' },
  de: {
    female: 'w|weiblich|weibl|zibbe',
    male: 'mannlich|mannl|bock|bocke',
    ewe: 'mutterschaf|mutterschafe|aue|auen',
    ram: 'schafbock|widder',
    doe: 'ziege|ziegen',
    buck: 'ziegenbock',
    wether: 'kastrat',
    wetherSheep: 'h|hammel',
  },
  es: { female: 'h|hembra|hembras', ewe: 'oveja|ovejas', ram: 'carnero|carneros', buck: 'chivo' },
  'es pt': { male: 'macho|machos', doe: 'cabra|cabras', wether: 'castrado|macho castrado' },
  fr: {
    female: 'femelle',
    ewe: 'brebis|agnelle',
    ram: 'belier|beliers',
    doe: 'chevre|chevres|chevrette',
    buck: 'bouc|boucs',
    wether: 'castre',
  },
  it: { female: 'femmina', male: 'maschio', ewe: 'pecora', ram: 'montone', doe: 'capra', buck: 'becco' },
  nl: {
    female: 'v|vrouwelijk|vrouw|vroulik',
    male: 'mannelijk|man|manlik',
    ewe: 'ooi|ooien|ooie',
    doe: 'geit|geiten',
    buck: 'bok|bokken',
    wether: 'hamel|hamels',
  },
  pt: { female: 'femea', ewe: 'ovelha', ram: 'carneiro', buck: 'bode', wether: 'capado' },
});

/** A single letter has a meaning only within its column. */
export const parseSex = (cell: string): ParsedSex | undefined => sexWords.lookUp(cell) ?? sexInWords(cell);

/** `Dry doe`, `Does in milk`, `wether kid`, but not `ram, castrate in May`: all words for a sex agree. */
function sexInWords(cell: string): ParsedSex | undefined {
  const isUnsure = cell.length > maxSexLength || /\b(?:not|non|un\w+|never|to|later|will|or)\b|[?/]/i.test(cell);
  const words = isUnsure ? [] : (cell.match(/\p{L}+/gu) ?? []);
  const [meaning, ...others] = words.flatMap((word) => sexWords.lookUp(word) ?? []);
  if (others.every(({ sex, isWether }) => sex === meaning?.sex && isWether === meaning.isWether)) return meaning;
  // `Buck - castrated` was one, but not `ram (castrated son)`.
  const isOne = others.length === words.length - 1 && others.every(({ sex }) => sex === meaning?.sex);
  const isWether = isOne && /\b(?:wether|castrated|neutered)\b/i.test(cell);
  return isWether ? sexes.wether : undefined;
}

const maxSexLength = 40;

const languages = byWord({ de: 'geschlecht|geschl', fr: 'sexe', 'es pt': 'sexo|genero', it: 'sesso', nl: 'geslacht|geslag' });

/** A lone `W` means wether only if the column uses another word for females. */
export function createSexReader(cells: readonly string[], heading = ''): (cell: string) => ParsedSex | undefined {
  const reader = sexWords.createReader(cells, languages.get(normalizeWord(heading)));
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

const statusWords = createVocabulary<AnimalStatus, AnimalStatus>(
  { active: 'active', sold: 'sold', died: 'died' },
  {
    en: {
      active:
        'active|alive|live|living|present|current|currently owned|on farm|on property|on holding|on the farm|in herd|in flock|in stock|owned|own|kept|retained|keeper|yes|here|breeding|breeder|milking|milker|in milk|lactating|dry|home|for sale|available|bred|open|pregnant',
      sold: 's|sold|sold live|sold alive|sold private|private sale|sold for breeding|gone|left|left farm|off farm|transferred|traded|given away|gifted|moved off|exported|sold off',
      died: 'died|dead|deceased|verendet|eingegangen|knackery|knackered|fallen stock|death|killed|meat|euthanized|euthanised|euthanasia|put down|pts|destroyed|perished|stillborn|still born|dead on farm|died on farm|found dead|rip|predator|predated|mortality|deaths|losses',
    },
    '*': { active: 'a|y|true', died: '†|✝' },
    'es it pt': { active: 'viva|vivo|activo|activa|ativo|ativa|presente' },
    'it pt': { sold: 'venduto|venduta', died: 'morto|morta|deceduto|deceduta' },
    de: { active: 'aktiv|lebend|vorhanden', sold: 'verkauft|verkauf', died: 'tot|tod|gestorben' },
    fr: { active: 'actif|active|presente', sold: 'vendu|vendue|vente', died: 'mort|morte|decede|decedee|mortalite' },
    'de fr nl': { sold: 'verkaufte|vendus|vendues|verkochte', died: 'tote|gestorbene|verendete|morts|mortes|dode' },
    'es pt': { sold: 'vendido|vendida|vendidos|vendidas|venta|venda' },
    nl: { active: 'aanwezig|levend|lewend', sold: 'verkocht|verkoop', died: 'dood|gestorven|overleden|vrek|gevrek' },
    'en nl': { died: 'd' },
    pt: { died: 'obito' },
    es: { died: 'muerto|muerta|muertos|muertas|muerte' },
  },
);

const ofWether = /\b(?:wether(?:ed)?|castrate[ds]?|neutered|desexed)\b/i;
export const namesWether = (cell: string): boolean => ofWether.test(cell);

/** Numbers under such a heading count young. */
export const ofLoss = /^(?:lost|missing|stolen|departed|removed|disposed|shipped|rehomed|donated)\b\W*$/i;
/** Under `Culled`, `Archived` and `Lost` a yes does not say what has become of the animal. */
export const ofRemoval = new RegExp(`\\b(?:cull|inactive|archive)|${ofLoss.source}`, 'i');

/** A state may stand before its day or a remark: `died 3/4/26`, `Sold (to Bob)`, and a word for wethers instead of one or beside it. */
export function createStatusReader(cells: readonly string[], heading = ''): (cell: string) => AnimalStatus | undefined {
  const read = statusWords.createReader(cells);
  const [isOfRemoval, isOfLife] = [ofRemoval.test(heading), /alive|(?<!in)active/i.test(heading)];
  return (cell) => {
    const answer = isOfRemoval ? parseYesNo(cell) : undefined;
    if (answer !== undefined) return answer ? undefined : 'active';
    if (isOfLife && parseYesNo(cell)) return 'active';
    const rest = cell.replace(ofWether, '').trim();
    return rest === '' && cell !== '' ? 'active' : (read(cell) ?? read(rest) ?? stateBefore(cell));
  };
}

/** The words of a cell in English; `geslacht` there means slaughtered. No phrase is longer than 60 characters. */
const cellInEnglish = (cell: string): string =>
  cell
    .trim()
    .slice(0, 60)
    .replaceAll(/\p{L}+/gu, (word) => (/^gesla(?:g|cht)$/i.test(word) ? 'slaughtered' : splitWords(word).join(' ')));

/** `Slaughtered`, `Processed 2025`, `Gone to the freezer`, but not `To slaughter`, which is still to come. */
const wasSlaughtered = (cell: string): boolean =>
  /^(?:slaughtered|butchered|processed|harvested|(?:gone|went|sent|taken) to (?:the |our )?(?:slaughter|butcher|freezer|abattoir|(?:meat ?)?works))(?:\W*|\W*\d.*|,? (?:on|in|at|by) .*)$/i.test(
    cellInEnglish(cell),
  );

/** Why or how an animal left: `Factory` tells that too. */
export const isSlaughter = (cell: string): boolean =>
  wasSlaughtered(cell) ||
  /^(?:slaughter|butcher|freezer|abattoir|factory|home ?kill|(?:meat ?)?works)$/i.test(cellInEnglish(cell));

/** `Off farm - died`, `Culled, sold`: words that do not say how an animal left stand before those that do. */
const ofLeaving = /^(?:off|left|gone|inactive|culled|disposed|removed|lost)(?: (?:farm|herd|flock))?[\s:(,–-]+/i;

function stateBefore(cell: string): AnimalStatus | undefined {
  if (wasSlaughtered(cell)) return 'died';
  const how = cell.replace(ofLeaving, '');
  const state = how === cell ? undefined : stateBefore(how);
  if (state === 'sold' || state === 'died') return state;
  return statusWords.lookUp(cell.replace(/(?:[([\d,;:–)]|\s-\s|\b(?:on|to|at|in|of|from|day|after|aged?)\b)[^]*/i, ''));
}

/** `Sold to Bob 1/5/24 $200`: the day, and whether the cell says more than that and its state. `died day 3` has none. */
export function partsOfState(cell: string): { readonly day: string; readonly saysMore: boolean } {
  const said = /\d/.test(cell) ? cell.slice(cell.search(/\d/)) : '';
  const [day = ''] = /^[\p{L}\d/.-]*\d(?: \p{L}{3,9} \d{2,4})?/u.exec(said) ?? [];
  const before = cell.slice(0, cell.length - said.length);
  const isOfMore = statusWords.lookUp(cell) === undefined && /[([,;:–]|\s-\s|\b(?:to|by|in|of|from)\b/i.test(before);
  const isDay = day.length > 2 && !/^\d{4}$/.test(day);
  const isAfter = said.slice(day.length).trim() !== '' || (day !== '' && !isDay);
  return { day: isDay ? day : '', saysMore: isOfMore || isAfter };
}

/** The state in a heading such as `Sold?`, `Is dead` or `Died Y/N`. */
export const stateOfHeading = (heading: string): AnimalStatus | undefined =>
  createStatusReader([])(
    spacedOut(heading)
      .replaceAll(/\?|^(?:is|was|has|still) | y\/n$/gi, '')
      .trim(),
  );

const birthStates = byWord({
  alive: 'alive|live|living|yes|y|1',
  stillborn: 'stillborn|still born|dead|born dead|no|n|0',
  died: 'died|died later|died at birth',
});
export const parseBirthState = (cell: string) => birthStates.get(cell.trim().toLowerCase());

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

/** A yes, or a word for a wether. */
export function parseCastrated(cell: string): boolean | undefined {
  const answer = parseYesNo(cell);
  if (answer !== undefined) return answer;
  const { sex, isWether = false } = parseSex(cell) ?? {};
  return sex === 'male' ? isWether : undefined;
}

const monthParts = shortMonths.join('|');
const writtenAsDay = new RegExp(`^(?:\\d{4}-\\d\\d-\\d\\d|\\d{1,2}-(?:${monthParts})|(?:${monthParts})-\\d\\d)$`);

/** Why a number cannot be used that a spreadsheet program has written as 9.82E+14 or, of 3-1, as 3-Jan. */
export function rewrittenNumber(cell: string): string | undefined {
  if (writtenAsDay.test(cell)) return mistakeOfSpreadsheet(`made a day of the number, ${cell}`);
  return /^\d(?:[.,]\d+)?e\+?\d+$/i.test(cell.trim()) ? mistakeOfSpreadsheet(`shortened the number to ${cell}`) : undefined;
}

export const mistakeOfSpreadsheet = (what: string): string =>
  `A spreadsheet program has ${what}. Format its column as text, enter the numbers again and save the file.`;
