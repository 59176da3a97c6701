import type { Species } from '../records/animals.ts';
import { readHeading } from '../breeding/breeding-values.ts';
import { weightUnits, type WeightUnit } from './amounts.ts';
import { matchBreedingValues } from './breeding-values.ts';
import { isMissing } from './cell-values.ts';
import { isDistinct } from './cells.ts';
import { columnsOfKind, dayFields, isOfDams, kindOfFile, rowsQuestionId } from './file-kind.ts';
import {
  isEventField,
  targets,
  allowsSeveralColumns,
  columnOf,
  importFieldNames,
  importFields,
  type Column,
  type EventField,
  type ImportField,
} from './fields.ts';
import { datedHeadings, isDatedWeight, isOfMonth, isOfWeight, type DatedHeading } from './dated-headings.ts';
import { profileColumns } from './profile.ts';
import type { Answers } from './question.ts';
import { wordSet } from './vocabulary.ts';
import {
  divide,
  headingKey,
  isOfCount,
  namesDam,
  namesMating,
  namesSeveralParents,
  noise,
  parentsIn,
  parentWords,
  Phrases,
  readTogether,
  splitWords,
  weakParents,
  withdrawalIn,
  withoutBrackets,
} from './heading-words.ts';

interface Meaning {
  readonly field: ImportField;
  readonly rank: number;
}

const [meanings, eventMeanings] = [new Phrases<Meaning>(), new Phrases<EventField>()];
for (const field of importFieldNames)
  for (const [rank, key] of (importFields[field].words?.split(' ') ?? []).entries()) add(field, splitWords(key), rank);
for (const field of importFieldNames) for (const text of [importFields[field].label, field]) add(field, splitWords(text), 99);

function add(field: ImportField, words: readonly string[], rank: number): void {
  if (isEventField(field)) eventMeanings.add(words, field);
  else meanings.add(words, { field, rank });
}

const afterwards = wordSet('no nr num number nbr id text txt');
/** Fields of which 'last weight' means the same as 'weight'; 'last price' is not the price. */
const repeated: ReadonlySet<ImportField> = new Set(['weight', 'weighingDate', 'status', 'healthStatus', 'vaccinated']);
const ofLast = new Set(['last', 'latest', 'recent']);

const notParents = wordSet(
  `foster fostered surrogate recipient adoptive grand grandsire granddam grandmother grandfather mgs pgs paternal maternal rearing
  reared`,
);
const ofYoung = /lambed|kidded|lambing|kidding/i;
const naming: ReadonlySet<ImportField> = new Set(['tagNumber', 'eid', 'registration', 'official', 'tattoo', 'name', 'otherName']);

/** The words of a heading without what is around them, from all of them to the fewest. */
function* spellings(heading: string): Generator<{ words: string[]; cost: number }> {
  const bare = withoutBrackets(heading).replaceAll(/\b(?:y\/n|yes\/no)\b/gi, ' ');
  for (const [cost, text] of [heading, bare].entries()) {
    const words = splitWords(text);
    yield { words, cost };
    yield { words: withoutUnit(words), cost };
  }
  // '60 day weight' is the weight at an age, and not a weight.
  if (/\d ?-?days?\b/i.test(bare)) return;
  const words = withoutUnit(splitWords(bare.replaceAll(/\b(wt|weight|date)(\d{1,2})\b/gi, '$1 $2'))).flatMap(divide);
  yield { words: words.filter((word) => !/^\d+$/.test(word)), cost: 2 };
  const inside = words.filter((word) => !noise.has(word) && !/^\d+$/.test(word));
  yield { words: inside, cost: 3 };
  while (inside.length > 1 && afterwards.has(inside.at(-1) ?? ''))
    yield { words: (inside.pop(), [...inside]), cost: costWithoutEnd };
}

/** The cost of leaving out a word such as 'ID' at the end. */
const costWithoutEnd = 4;

const withoutUnit = (words: readonly string[]): string[] => {
  if (words.length < 2 || !isUnit(words.at(-1) ?? '')) return [...words];
  return words.slice(0, words.at(-2) === 'in' && words.length > 2 ? -2 : -1);
};

const isUnit = (word: string): boolean =>
  weightUnits.has(word) ||
  /^(?:days?|ml|mls|hours?|hrs?|epg|years?|yrs?|l|litres?|liters?|milkings?|usd|cc|ha|hectares?|acres?|m2)$/.test(word);

/** `kg/day`. */
const ofDay = /(?<=\b(?:kgs?|g|lbs?))\s*\/\s*(?:day|tag|jour|dia|dag|giorno)\b/i;

/** Undefined if it is of a rate of which no field tells. */
function withoutRate(heading: string): string | undefined {
  // A price per kilogram is not the price of an animal, and the yield of a fleece in percent no milk.
  const isOfPercent = heading.includes('%') && /yield/i.test(heading);
  if (isOfPercent || /(?:price|value|cost|[$£€])\s*(?:\/|per)\s*(?:kg|lb)/i.test(heading)) return undefined;
  // What an animal gives in a day is milk, and what it gains no weight.
  const isOfGain = ofDay.test(heading) && !splitWords(heading).some((word) => /^(?:milk|yield)/.test(word));
  return isOfGain ? undefined : heading.replace(ofDay, '');
}

function findMeaning<M>(heading: string, known: Phrases<M>) {
  const whole = withoutRate(heading);
  if (whole === undefined) return undefined;
  // `Mob/Tag`, `Tag/Tattoo`: the first of the alternatives that means something.
  const [, last] = /^[^/()]+\/([^/()]+)$/.exec(whole) ?? [];
  const alternatives = last === undefined || isUnit(last.trim().toLowerCase()) ? [] : whole.split('/');
  for (const part of [whole, ...alternatives]) {
    const found = findOne(part, known);
    if (found) return part === whole ? found : { ...found, cost: found.cost + 5 };
  }
  return undefined;
}

function findOne<M>(heading: string, known: Phrases<M>) {
  for (const { words, cost } of spellings(heading)) {
    const meaning = words.length === 0 ? undefined : known.find(words);
    if (meaning !== undefined) return { meaning, cost, words: splitWords(heading) };
  }
  return undefined;
}

/** `Sire Name`, `EID of dam`, `Ewe breed`. */
function parentMeaning(heading: string): Meaning | undefined {
  const words = splitWords(withoutBrackets(heading)).flatMap(divide);
  const [role] = words.flatMap((word) => parentWords.get(word) ?? []);
  const isOfYoung = /\b(?:ewe|ram|tup|doe|buck) (?:lamb|kid)s?\b(?! of\b)/.test(words.join(' '));
  if (!role || isOfYoung || words.some((word) => notParents.has(word))) return undefined;
  const rest = words.filter(
    (word) =>
      !parentWords.has(word) && !['s', 'of', 'the', 'genetic', 'biological', 'birth', 'parent', 'parents', 'used'].includes(word),
  );
  const about = rest.length === 0 ? 'tagNumber' : findMeaning(rest.join(' '), meanings)?.meaning.field;
  if (about !== undefined && naming.has(about)) return { field: `${role}Tag`, rank: 100 };
  if (about === 'breed') return { field: `${role}Breed`, rank: 100 };
  return /^age(?:years)?$/.test(rest.join('')) && role === 'mother' ? { field: 'motherAgeYears', rank: 100 } : undefined;
}

/**
 * Assigns a field to each column: the one a person of this farm chose last time, else the one that its heading means, unless its cells say
 * otherwise; `keep` stores the cell in the notes. A column that looks important, and that nothing claims, is asked about.
 */
export function matchHeadings(
  headings: readonly string[],
  remembered: ReadonlyMap<string, ImportField> = new Map(),
  rememberedOfBreedingValues: ReadonlyMap<string, ImportField> = new Map(),
  allRows: readonly (readonly string[])[] = [],
): readonly Column[] {
  const rows = sampleOf(allRows);
  const isChosen = (heading: string): boolean => remembered.has(headingKey(heading));
  const columns = withHeadingDays(matchAnimalHeadings(readTogether(headings, isChosen), remembered, rows), rows);
  const ofBreedingValues = matchBreedingValues(columns, (heading) => rememberedOfBreedingValues.get(headingKey(heading)));
  const isRemembered = ({ heading }: Column): boolean => isChosen(heading);
  const matched =
    ofBreedingValues ?? profileColumns(askForMates(matchEvents(columns, isRemembered)), rows, isRemembered, isUnknown);
  return matched.map((column, index) => ({ ...column, heading: headings[index] ?? '' }));
}

const sampled = 200;

/** From the whole file, because its first animals may have no parents. */
export const sampleOf = <T>(rows: readonly T[]): readonly T[] =>
  rows.length <= sampled
    ? rows
    : Array.from({ length: sampled }, (_, index) => rows[Math.floor((index * rows.length) / sampled)]!);

/** Whether a heading says nothing of what the column is. */
const isUnknown = (heading: string): boolean =>
  eventMeaning(heading) === undefined &&
  parentsIn(heading).length === 0 &&
  !splitWords(heading).some((word) => notParents.has(word));

/** In a list of ewes the ram may be their mate or their sire, and so may the ram that was used where no dams are told. */
function askForMates(columns: readonly Column[]): readonly Column[] {
  if (kindOfFile(columns) !== null) return columns;
  const mayBeMate = columns.some(isOfDams)
    ? (word: string) => weakParents.has(word)
    : (word: string) => word === 'used' && columnOf(columns, 'motherTag') === -1;
  return columns.map((column) =>
    column.field === 'fatherTag' && splitWords(column.heading).some(mayBeMate)
      ? { heading: column.heading, field: 'keep', ask: ['fatherTag'] }
      : column,
  );
}

/** Columns may have their day in the heading: of weights, scores or yields, or of what was given on that day. */
function withHeadingDays(columns: readonly Column[], rows: readonly (readonly string[])[]): Column[] {
  const dated = datedHeadings(columns.map(({ heading }) => heading));
  const cellsOf = (index: number): string[] => rows.map((row) => row[index] ?? '').filter((cell) => !isMissing(cell));
  return columns.map((column, index) => (dated[index] ? onDay(column, dated[index], cellsOf(index)) : column));
}

/** Figures under a month, or from 1 to 5 under a day, may be of several kinds. */
const areOpenFigures = ({ day, rest }: DatedHeading, cells: readonly string[]): boolean =>
  rest === '' && (isOfMonth(day) || (cells.length > 1 && cells.every((cell) => /^[1-5]$/.test(cell))));

function onDay(column: Column, dated: DatedHeading, cells: readonly string[]): Column {
  const { day, rest } = dated;
  const { heading } = column;
  const isMonth = isOfMonth(day);
  // 'Vaccinated' names no vaccine, '1/2' may be a share of a breed, and only figures are of a month.
  const hasFigures = cells.filter((cell) => /^[\d.,]+/.test(cell)).length >= cells.length / 2;
  if (/^vaccin\w*$/i.test(rest) || (!hasFigures && (isMonth || /^\d{1,2}\/\d{1,2}$/.test(day)))) return column;
  if (areOpenFigures(dated, cells)) return { heading, field: 'keep', day, ask: ['weight', 'milk', 'famacha'] };
  const field = isOfWeight(rest) ? 'weight' : eventMeaning(rest);
  if (field && targets.get(field)?.some(({ isSign }) => isSign || !isMonth)) return { heading, field, day };
  if (column.field === 'vaccinated' && !isMonth) return { heading, field: 'vaccine', day };
  const isOpen = column.field === 'keep' && !isMonth && /\p{L}{3}/u.test(rest);
  return isOpen ? { heading, field: 'keep', day, ask: ['product', 'vaccine'] } : column;
}

/** An animal may have given birth after its own day of birth. */
const afterBirth = (heading: string, match: Meaning | undefined): Meaning | undefined =>
  match?.field === 'birthDate' && ofYoung.test(heading) ? { ...match, rank: match.rank + 90 } : match;

function matchAnimalHeadings(
  headings: readonly string[],
  remembered: ReadonlyMap<string, ImportField>,
  rows: readonly (readonly string[])[],
): Column[] {
  let matches = headings.map((heading) => afterBirth(heading, matchHeading(heading, remembered)));
  const hasAnimal = matches.some((match) => match !== undefined && naming.has(match.field));
  if (!hasAnimal) {
    // A list of ewes has their numbers under 'Ewe', and its dams under 'Dam'.
    const weak = headings.flatMap((heading) => splitWords(heading).filter((word) => weakParents.has(word)));
    const roles = new Set(weak.map((word) => parentWords.get(word)));
    const role = roles.has('mother') ? 'mother' : [...roles][0];
    const own = (word: string): boolean => weakParents.has(word) && parentWords.get(word) === role;
    matches = headings.map((heading, index) => {
      const words = splitWords(heading);
      if (!words.some(own)) return matches[index];
      const rest = words.filter((word) => !own(word)).join(' ');
      return rest === '' ? { field: 'tagNumber', rank: 100 } : (matchHeading(rest, remembered) ?? matches[index]);
    });
  }
  const best = new Map<ImportField, number>();
  for (const [column, match] of matches.entries()) {
    const current = match && best.get(match.field);
    if (match && (current === undefined || match.rank < (matches[current]?.rank ?? 0))) best.set(match.field, column);
  }
  // Where nothing else is a tag, the official tag or the tattoo is what an animal is called by, but not the tattoo of a whole herd.
  const callable = (['official', 'tattoo'] as const).flatMap((field) =>
    matches.flatMap((match, column) => (match?.field === field ? column : [])),
  );
  const filled = (column: number): string[] => rows.map((cells) => cells[column] ?? '').filter((cell) => !isMissing(cell));
  const isOfHerd = (column: number, ofTags?: number): boolean => {
    const numbered = rows.filter((cells) => !isMissing(cells[column] ?? ''));
    const distinctIn = (each: number): number => new Set(numbered.map((cells) => cells[each])).size;
    return numbered.length > 1 && distinctIn(column) === 1 && (ofTags === undefined || distinctIn(ofTags) > 1);
  };
  const called = best.has('tagNumber')
    ? undefined
    : (callable.find((column) => isDistinct(filled(column))) ?? callable.find((column) => !isOfHerd(column)));
  const tag = called ?? best.get('tagNumber');
  const old = headings.findIndex((heading) => eventMeaning(heading) === 'oldTag');
  const replaced = best.has('tagNumber') || best.has('eid') ? -1 : old;
  const ofDams = headings.some((heading, column) => best.get('tagNumber') === column && namesDam(heading));
  const mate = ofDams ? mateAmong(headings, best) : -1;
  return headings.map((heading, column): Column => {
    if ([replaced, called].includes(column)) return { heading, field: 'tagNumber' };
    const match = matches[column];
    // A list of ewes tells when each has lambed.
    if (ofDams && match?.field === 'birthDate' && ofYoung.test(heading)) return { heading, field: 'bornOn' };
    const isOwner = match && (allowsSeveralColumns(match.field) || best.get(match.field) === column);
    if (column === mate) return { heading, field: 'fatherTag' };
    // A number that several animals share is that of the herd.
    if (callable.includes(column) && tag !== undefined && isOfHerd(column, tag)) return { heading, field: 'keep' };
    return { heading, field: isOwner ? match.field : besideBetter(match?.field, heading) };
  });
}

/** In a list of ewes that tells nothing of their birth the ram was their mate. */
const mateAmong = (headings: readonly string[], known: ReadonlyMap<ImportField, number>): number =>
  known.has('fatherTag') || known.has('birthDate')
    ? -1
    : headings.findIndex((heading) => /^(?:bred|mated|joined|exposed) (?:to|with)$/i.test(heading));

/** 'Date Sold/Died' does not say which. */
const namesBothWays = (heading: string): boolean => /\bsold\b/i.test(heading) && /\b(?:died|dead|death)\b/i.test(heading);

/** `Heptavac P`, `Footvax date`. */
const nameOfVaccine = /^\p{L}{3,20}(?:vacc?|vax)(?: (?:\p{L}|\d{1,2}))?(?: date)?$/iu;

function eventMeaning(heading: string): EventField | undefined {
  if (namesBothWays(heading)) return 'statusDate';
  const { of: [product, ...others] = [], isEnd = false } = withdrawalIn(heading) ?? {};
  if (product && others.length === 0) return isEnd ? `${product}ClearOn` : `${product}Days`;
  // 'Date w/d ends' is not the day of the treatment.
  if (isEnd) return undefined;
  const found = findMeaning(heading, eventMeanings);
  // 'Sample ID' is not the day on which it was sampled.
  if (found?.cost === costWithoutEnd && importFields[found.meaning].kind === 'day') return undefined;
  return found?.meaning ?? (nameOfVaccine.test(heading) ? 'vaccinatedOn' : undefined);
}

/** Whether a heading of a day names something else than a weighing, such as a mating or a scan. */
export const isOfOtherDay = (heading: string): boolean =>
  namesMating(heading) || /(?<![a-z])(?:milk|mov|scan|shear|shorn|heat)/i.test(splitWords(heading).flatMap(divide).join(' '));

/** What a column is if another one has a better heading of the same meaning. */
function besideBetter(field: ImportField | undefined, heading: string): ImportField {
  if (field === 'name') return 'otherName';
  if (field === 'status') return 'howLeft';
  if (field === 'tagNumber' && /^(?:animal|goat|sheep)s?$/i.test(heading)) return 'otherName';
  return field === 'tagNumber' && /tag|vid|brand|\bid\b/i.test(heading) ? 'otherNumber' : 'keep';
}

const ofMales: Readonly<Partial<Record<ImportField, ImportField>>> = { arrivedOn: 'inDay', statusDate: 'outDay' };

/** Gives the columns without a meaning in a list of animals the one that they have in a list of what happened. */
function matchEvents(columns: readonly Column[], isRemembered: (column: Column) => boolean): Column[] {
  const isOpen = (column: Column): boolean =>
    !isRemembered(column) && !column.ask && (column.field === 'keep' || column.field === 'vaccinated');
  const hasWeights = columns.some(({ field }) => field === 'weight');
  const taken = new Set(columns.map(({ field }) => field));
  const isOfBoth = columns.some(({ heading }) => namesBothWays(heading));
  const leaves = columns.some(({ heading }) => eventMeaning(heading) === 'statusDate');
  const read = columns.map((column): Column => {
    const field = isOpen(column) ? eventMeaning(column.heading) : undefined;
    if (field === undefined) return column;
    const isGone = field === 'place' && leaves && /\bto\b/i.test(column.heading.replaceAll('_', ' '));
    const asDay = field === 'eventDay' && hasWeights && !taken.has('weighingDate') ? 'weighingDate' : isGone ? 'buyer' : field;
    if (taken.has(asDay) && !allowsSeveralColumns(asDay)) return column;
    taken.add(asDay);
    return { ...column, field: asDay };
  });
  // A ram comes to its ewes and leaves them.
  const withMales = read.map((column): Column => ({ ...column, field: ofMales[column.field] ?? column.field }));
  const inEvents = columns.some(isOfDams) && kindOfFile(withMales) === 'mating' ? withMales : read;
  // In a list of events every heading has its meaning there; in a list of animals only some have.
  const kind = kindOfFile(inEvents);
  if (kind !== null)
    return inEvents.map((column, index) =>
      kind === 'weighing' && column.field === 'weighingDate' && isOfOtherDay(column.heading)
        ? (columns[index] ?? column)
        : asEventColumn(column, kind, hasWeights),
    );
  // The reason beside a medicine is why it was given, and that beside a buyer why it was sold.
  const isOfOthers = inEvents.some(({ field }) => ['product', 'vaccine', 'treatedOn', 'buyer'].includes(field));
  const isOfPurchases = inEvents.some(({ field }) => field === 'from') && !columns.some(({ field }) => field === 'forSale');
  return columns.map((column, index) => {
    if (column.field === 'salePrice' && isOfPurchases && /^price/i.test(column.heading))
      return { ...column, field: 'purchasePrice' };
    const said = (inEvents[index] ?? column).field;
    const field = said === 'reason' && (isOfBoth || (leaves && !isOfOthers)) ? 'howLeft' : said;
    if (isOpen(column) && field === 'howLeft') return { ...column, field };
    return isOpen(column) && isOfAnimalsToo(field, column.heading, inEvents) ? { ...column, field } : column;
  });
}

/** In a list that a person says tells of some kind of events, what was kept in the notes has the meaning that its heading has there. */
export function columnsToldAs(columns: readonly Column[], answers: Answers): readonly Column[] {
  const kind = answers.get(rowsQuestionId);
  if (!kind || kind === 'animals') return columnsOfKind(columns, answers);
  const taken = new Set(columns.map(({ field }) => field));
  const told = columns.map((column): Column => {
    const isOpen = column.field === 'keep' && !column.isChosen;
    const field = isOpen ? eventMeaning(column.heading) : undefined;
    const isOfKind = field !== undefined && (field === 'eventDay' || targets.get(field)?.some((target) => target.kind === kind));
    if (!isOfKind || (taken.has(field) && !allowsSeveralColumns(field))) return column;
    taken.add(field);
    const { ask: _, ...own } = column;
    return { ...own, field };
  });
  return columnsOfKind(told, answers);
}

const asEventColumn = (column: Column, kind: string, hasWeights: boolean): Column => {
  if ((kind === 'sale' || kind === 'arrival') && column.field === 'salePrice')
    return { ...column, field: kind === 'sale' ? 'pricePaid' : 'purchasePrice' };
  // A weight at weaning is one of the day in the list.
  return column.field === 'weaningWeight' && !hasWeights && kind === 'weaning' ? { ...column, field: 'weight' } : column;
};

const onlyOfEvents: ReadonlySet<ImportField> = new Set(['eventDay', 'inDay', 'recordKind']);

const left = ['statusDate', 'soldOn', 'diedOn', 'status'] as const satisfies readonly ImportField[];
/** What a list of animals that tells of such events has too. */
const besides: Readonly<Partial<Record<string, readonly ImportField[]>>> = {
  sale: left,
  death: left,
  arrival: ['arrivedOn'],
  castration: ['castratedOn'],
  scores: ['eventDay'],
};

/** A list of animals may also tell what happened to each, if it tells the day. */
function isOfAnimalsToo(field: ImportField, heading: string, columns: readonly Column[]): boolean {
  const has = (...fields: ImportField[]): boolean => fields.some((each) => columns.some((column) => column.field === each));
  if (!isEventField(field) || onlyOfEvents.has(field)) return false;
  if (dayFields.has(field) || field === 'doseUnit') return true;
  const kinds = targets.get(field)?.map(({ kind }) => kind) ?? [];
  const needed = kinds.flatMap((kind) => besides[kind] ?? []);
  const isOfDeath = field === 'cause' && /\bdeath\b/i.test(heading) && !/\b(?:lambs?|kids?|abortion|dam)\b/i.test(heading);
  if (needed.length > 0) return isOfDeath || has(...needed);
  const isOfMedicine = kinds.some((kind) => kind === 'treatment' || kind === 'vaccination') || field === 'time';
  return isOfMedicine && (has('product') || (has('vaccine') && field !== 'time')) && has('treatedOn', 'eventDay');
}

export function unitOf(heading: string): WeightUnit | undefined {
  const words = splitWords(heading);
  const units = words.flatMap((word, at) => (at === 0 && word.length === 1 ? undefined : weightUnits.get(word)) ?? []);
  return heading.trim().endsWith('#') ? undefined : units.at(-1);
}

export function speciesOf(headings: readonly string[]): Species | undefined {
  const words = headings.flatMap(splitWords);
  const about = (stem: RegExp): boolean => words.some((word) => stem.test(word));
  const isSheep = about(/^(?:ewe|ram|lamb|sheep|flock|tup)(?:s|ing|id|no|tag|gen|breed|age)?$/);
  const isGoat = about(/^(?:doe|buck|kid|goat)(?:s|ding|id|no|tag|gen|breed|age)?$/);
  if (isSheep === isGoat) return undefined;
  return isSheep ? 'sheep' : 'goat';
}

export const maxHeadingRows = 20;

const filledOf = (cells: readonly string[]): number => cells.filter((cell) => cell !== '').length;

/** The headings are those with the most known words. */
function areBetterHeadings(
  cells: readonly string[],
  than: readonly string[],
  { more, distance }: Record<'more' | 'distance', number>,
) {
  // A row with one cell is a title, such as 'FAMACHA 2026', or a lone heading above animals, such as 'Ear tag'.
  if (filledOf(than) === 1) {
    const first = cells.find((cell) => cell !== '') ?? '';
    const isHeading = !/\d/.test(first) && countKnownHeadings([first]) > 0;
    return isHeading && (more > 0 || (more === 0 && /\b20\d\d\b/.test(than.join(' '))));
  }
  // Lines of groups, such as EWE, EWE, LAMB, LAMB.
  return more > 0 || (more === 0 && filledOf(cells) > 1 && distance === 1 && !isDistinct(than));
}

/** Titles and notes may stand above the headings. Returns undefined if the table begins with an animal. */
export function findHeadingRow(rows: readonly (readonly string[])[]): number | undefined {
  let best = { row: 0, known: 0 };
  for (const [row, cells] of rows.slice(0, maxHeadingRows).entries()) {
    // A line with numbers and days has weighings, and no headings.
    const hasWeights = cells.some((cell) => /^\s*\d[\d.,]*\s*$/.test(cell));
    // A day below a heading is a cell.
    const isOfRow = (cell: string, column: number): boolean =>
      isDatedWeight(cell) && (hasWeights || (rows[row - 1]?.[column] ?? '') !== '');
    const known = countKnownHeadings(cells.filter((cell, column) => !isOfRow(cell, column)));
    const counts = { more: known - best.known, distance: row - best.row };
    if (known > 0 && (best.known === 0 || areBetterHeadings(cells, rows[best.row] ?? [], counts))) best = { row, known };
  }
  if (best.known >= 2) return best.row;
  const first = rows[0] ?? [];
  const hasNumbers = first.some((cell) => /^\s*[\d.,/-]+\s*$/.test(cell));
  // Days are headings only beside another heading.
  const named = countKnownHeadings(first.filter((cell) => !isDatedWeight(cell)));
  return hasNumbers && (best.known === 0 || (best.row === 0 && named === 0)) ? undefined : best.row;
}

/** A longer cell is a note, and reading it would take long. */
const maxHeadingLength = 200;

export const countKnownHeadings = (cells: readonly string[]): number =>
  cells.filter(
    (cell) =>
      cell.length <= maxHeadingLength &&
      (matchHeading(cell, new Map()) !== undefined ||
        readHeading(cell).isKnown ||
        (cell !== '' && eventMeaning(cell) !== undefined)),
  ).length;

/** `# born` and `Lambs weaned` are no days and no weights. */
const isCounted = (heading: string, field: ImportField): boolean =>
  (isOfCount(heading) || /^(?:lambs|kids)[ _](?:born|weaned)[\W\d_]*$/i.test(heading)) &&
  /^(?:day|weight)$/.test(importFields[field].kind ?? '');

function matchHeading(heading: string, remembered: ReadonlyMap<string, ImportField>): Meaning | undefined {
  const field = remembered.get(headingKey(heading));
  if (field) return { field, rank: -1 };
  if (isDatedWeight(heading)) return { field: 'weight', rank: 0 };
  if (namesSeveralParents(heading)) return undefined;
  const found = findMeaning(heading, meanings);
  if (!found || (found.cost > 2 && parentsIn(heading).length > 0)) return parentMeaning(heading);
  const { meaning, cost, words } = found;
  // 'Actual birth date' is a heading of a list of matings, although 'birth date' is one of animals.
  if (cost > 2 && (findMeaning(heading, eventMeanings)?.cost ?? 9) < 2) return undefined;
  const isStale = cost > 2 && words.some((word) => ofLast.has(word)) && !repeated.has(meaning.field);
  return isStale || isCounted(heading, meaning.field) ? undefined : { field: meaning.field, rank: meaning.rank + cost * 100 };
}
