import { isMissing, isNan, wordsForNoTag } from './cell-values.ts';
import { normalizeWord, wordSet } from './vocabulary.ts';

const roles = new Set('sire sires dam dams father mother ram ewe buck doe tup billy nanny parent animal'.split(' '));
const nobodies = new Set([
  ...wordsForNoTag,
  ...`not rec|n/r|unreg|multi sire|pasture bred|group mating|none known|bought bred|bought in lamb|unkown|unknow|uknown|unknwon|unkonwn|unknowen|ukn|nk|notknown|unrecorded|not sure|unsure|no record|no|mob|mob mated|pasture|did not record|
  mob mating|syndicate|multiple|various|mixed|any|several|group|flock|paddock|bought|bought in|purchased|purchase|0|00|000|0000|own tag|own|
  home bred|homebred|not applicable|unregistered|not registered|see notes|see note|not identified|not given|
  not stated|not available|unidentified|unspecified|undetermined|missing|not listed|not in herd|no info|xx|xxx|outside|desconocido|unbekannt|
  inconnu|onbekend|sconosciuto|onbekende`.split(/\|\s*/),
]);
const namesNobody = (words: string): boolean => nobodies.has(words) || (words !== '' && isMissing(words));

const core = (cell: string): string =>
  normalizeWord(cell.replaceAll(/\ba\. ?i\./gi, 'ai').replaceAll(/[?!()[\]]/g, ' '))
    .split(/[\s/]+/)
    .filter((word) => !roles.has(word))
    .join(' ')
    .trim();

/** A cell of a parent that names no animal: `Unknown sire`, `n.k.`, `0`, `-9`. */
export const isNobody = (cell: string): boolean => {
  if (isNan(cell)) return false;
  // Pedigree programs.
  if (/^(?:-9+|0+(?:[.,]0+)?)$/.test(cell.trim())) return true;
  const words = normalizeWord(cell.replaceAll(/[?!()[\]]/g, ' '));
  if (words === '' || namesNobody(words) || /^(?:mob|group|syndicate|pen|paddock) ?(?:\d{1,3}|[a-z])$/.test(words)) return true;
  // `No Sire`, but 'unk buck' may be what a buck is called.
  return namesNobody(core(cell)) && !isAbbreviated(words);
};

const isAbbreviated = (words: string): boolean => /^(?:unk|unkn|ukn) /.test(words);

/** `AI - Bold Ruler`, `Q1 (twin)`: what is said of a parent besides its name. */
export const nameOfParent = (cell: string): string =>
  cell
    .replace(/^(?:ai|a\.i\.)\s*[-–:]\s*(?=\p{L})/iu, '')
    .replace(/(?<=\S)\s*\((?:twin|single|triplet|ai|et|dec|deceased|dead|died|sold|leased|borrowed|gone|rip)\)$/i, '');

const artificial = /^(?:ai|a i|lai|donor|artificial|artificial insemination|semen|straw|et|embryo)$/;

/** Somebody's, or of a kind, but no name of one animal. */
const ofSomeKind =
  /^(?:ext|external|grade|commercial|crossbred|cross|scrub|neighbou?rs?|auction|sale barn|deceased|dead|borrowed|hired|leased|rented|stock|terminal|random|wild|feral|old|young|big|white|black|see above)$/;

/** A cell that may name an animal or nobody: `AI`, `unk buck`, `Unknown (Rex)`. */
export const isDoubtfulParent = (cell: string): boolean => {
  const before = cell.replace(/\([^()]*\)$/, '');
  if (before !== cell && (isNobody(before) || artificial.test(normalizeWord(before))) && !isNobody(cell)) return true;
  const words = normalizeWord(cell.replaceAll(/['’]/g, ' '));
  const [first = ''] = core(cell.replaceAll(/['’]s?\b/g, '')).split(' ');
  if (ofSomeKind.test(core(cell.replaceAll(/['’]s?\b/g, '')) || first) && !/\d/.test(cell)) return true;
  const parts = core(cell).split(' ');
  const isMixed = parts.length > 1 && parts.every((part) => namesNobody(part) || artificial.test(part) || /^20\d\d$/.test(part));
  return artificial.test(core(cell)) || isMixed || (namesNobody(core(cell)) && isAbbreviated(words) && words !== core(cell));
};

const totalWords = wordSet(
  `total totals subtotal totaal totale totaux gesamt gesamtsumme zwischensumme insgesamt summe sum suma somme soma somma som
  count counts average avg mean median mittelwert durchschnitt promedio moyenne gemiddelde media anzahl`,
);
const prefixes = new Set(['grand', 'sub', 'overall', 'herd', 'flock']);
const countedNouns = wordSet(
  `of animals animal head heads ewes rams lambs sheep does bucks kids goats wethers females males tiere schafe lammer ziegen
  animales ovejas cabras animaux brebis chevres animali dieren schapen`,
);

/** `Total`, `12 ewes`, `Average 5`. */
export function isTotal(cell: string): boolean {
  const words = normalizeWord(cell).match(/[a-z]+|\d+/g) ?? [];
  const start = prefixes.has(words[0] ?? '') ? 1 : 0;
  const [first = '', ...rest] = words.slice(start);
  const isCount = /^\d/.test(first) && rest.length > 0 && rest.every((word) => countedNouns.has(word));
  return isCount || (totalWords.has(first) && rest.every((word) => countedNouns.has(word) || /^\d/.test(word)));
}
