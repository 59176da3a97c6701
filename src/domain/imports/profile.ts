import { parseEid } from '../records/eid.ts';
import { weightUnits } from './amounts.ts';
import { isWholeDay, latestDay, parseBirth } from './birth-dates.ts';
import {
  createSexReader,
  createStatusReader,
  isMissing,
  ofLoss,
  ofRemoval,
  parseBirthState,
  parseYesNo,
  stateOfHeading,
} from './cell-values.ts';
import { isDistinct } from './cells.ts';
import { allowsSeveralColumns, columnOf, importFields, type Column, type ImportField } from './fields.ts';
import { isKindWord, isOfDams, kindOfFile, shortDays } from './file-kind.ts';
import { happenedDays, scanOf } from './happened-cells.ts';
import {
  isDayOfRemoval,
  isDayOfSlaughter,
  namesParent,
  namesSlaughter,
  spacedOut,
  splitWords,
  withdrawalIn,
} from './heading-words.ts';

type Profile = ReturnType<typeof profileOf> & {
  readonly isOfAnimals: boolean;
  readonly areDams: boolean;
  /** The heading says nothing of what the column is. */
  readonly isUnknown: boolean;
};

/** The shares of the cells of a column, of those that are not empty, that look like something. */
function profileOf(cells: readonly string[], tagShapes: ReadonlySet<string | undefined>) {
  const share = (holds: (cell: string) => boolean): number =>
    cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;
  const [sexOf, statusOf] = [createSexReader(cells), createStatusReader(cells)];
  const hasF = cells.some((cell) => /^f$/i.test(cell));
  return {
    cells: cells.length,
    // Sixteen digits are fifteen that a spreadsheet program has changed.
    eid: share((cell) => parseEid(cell) !== null || /^(?:\d[.,]\d+e\+1[45]|\d{15,16}(?:\.0+)?)$/i.test(cell)),
    // A printed number with its letters is what an animal is called by.
    areEids: cells.every((cell) => /^[\d .-]+$/.test(cell) && parseEid(cell) !== null),
    day: share((cell) => isDay(cell)),
    /** Numbers like the tags of the file. */
    tag: share((cell) => tagShapes.has(shapeOfTag(cell))),
    /** A day, or a year. */
    birth: share((cell) => parseBirth(cell, 'dmy', latestDay) !== undefined),
    /** Short words with digits, and no decimals. */
    numbered: share((cell) => /^(?=.*\d)[^.,]{1,20}$/.test(cell)),
    digits: share((cell) => /\d/.test(cell)),
    number: share((cell) => /\d/.test(cell) && /^[-\d.,\s]+(?:kgs?|lbs?|g|ml|l)?$/i.test(cell)),
    sex: share((cell) => sexOf(cell) !== undefined),
    state: share((cell) => statusOf(cell) !== undefined),
    birthState: share((cell) => parseBirthState(cell) !== undefined),
    // `F` is no result, and `T` no twins where nothing else stands beside it.
    scan: hasF && cells.every((cell) => /^[tf]$/i.test(cell)) ? 0 : share((cell) => scanOf(cell) !== undefined),
    hasF,
    tick: share((cell) => scanOf(cell)?.isTick === true),
    unit: share((cell) => weightUnits.has(cell.toLowerCase())),
    /** Words for kinds of records. */
    kind: share(isKindWord),
    /** Withdrawals whose products the cells name. */
    withdrawal: share((cell) => (withdrawalIn(`withdrawal ${cell}`)?.of.length ?? 0) > 0),
    yesNo: share((cell) => parseYesNo(cell) !== undefined),
    yes: share((cell) => parseYesNo(cell) === true),
    /** Words of a death anywhere in the cell. */
    death: share((cell) => /\b(?:dead|died|killed|put down|euthan|stillborn)/i.test(cell)),
    /** The largest number. */
    most: Math.max(...cells.map((cell) => Number(/[\d.]+/.exec(cell.replace(',', '.'))?.[0] ?? 0))),
    areDistinct: isDistinct(cells),
    // 'Left' may be an ear, and 'Meat' a purpose.
    hasLeft: cells.some((cell) => !/^(?:.|left|meat)$/i.test(cell) && ['sold', 'died'].includes(statusOf(cell) ?? '')),
  };
}

/** A number alone may be a serial day as well as anything else. */
const isDay = (cell: string): boolean => /\D/.test(cell.trim()) && isWholeDay(cell);

/** `50-0082` is like `47-1031`; a number alone, or with fewer than three digits, may be anything. */
const shapeOfTag = (cell: string): string | undefined =>
  /^[\d.,]*$/.test(cell) || cell.replaceAll(/\D/g, '').length < 3
    ? undefined
    : cell.replaceAll(/\p{L}/gu, 'a').replaceAll(/\d/g, '9');

/** In pounds. */
const maxBirthWeight = 16;

const likelyDays = ['birthDate', ...happenedDays, 'outDay'] as const satisfies readonly ImportField[];

/** Compares the headings' meanings with the cells. */
export function profileColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  isRemembered: (column: Column) => boolean,
  isUnknown: (heading: string) => boolean,
): Column[] {
  const fields = columns.map(({ field }) => field);
  const kind = kindOfFile(columns) ?? 'animals';
  const [isOfAnimals, areDams] = [kind === 'animals', columns.some(isOfDams)];
  const has = (field: ImportField): boolean => fields.includes(field);
  const cellsOf = (index: number): string[] => rows.map((row) => (row[index] ?? '').trim()).filter((cell) => !isMissing(cell));
  const tagShapes = new Set(cellsOf(columnOf(columns, 'tagNumber')).flatMap((tag) => shapeOfTag(tag) ?? []));
  return columns.map((column, index) => {
    const cells = cellsOf(index);
    if (isRemembered(column) || column.ask || shortDays(column.field, kind, cells)) return column;
    const profile = { ...profileOf(cells, tagShapes), isOfAnimals, areDams, isUnknown: isUnknown(column.heading) };
    const found = decide({ ...column, heading: spacedOut(column.heading) }, profile, has);
    if (found === undefined) return column;
    if (typeof found === 'string') {
      fields[index] = found;
      return { ...column, field: found };
    }
    // Two columns of meat are two intervals, of which the longer one holds.
    const mayBe = (field: ImportField): boolean => field === column.field || field === 'meatDays' || allowsSeveralColumns(field);
    const ask = found.filter((field) => mayBe(field) || !has(field));
    return ask.length === 0 ? column : { heading: column.heading, field: 'keep', ask };
  });
}

type Has = (field: ImportField) => boolean;
type Decision = ImportField | readonly ImportField[] | undefined;

/** The field, or several of which the person chooses; undefined leaves the column as it is. */
const decide = (column: Column, profile: Profile, has: Has): Decision =>
  column.field === 'keep'
    ? (decideByHeading(column.heading, profile, has) ?? decideByCells(column.heading, profile, has))
    : contradicted(column, profile, has);

/** Days in whose place a yes may stand. */
const ticked: ReadonlySet<ImportField> = new Set(['vaccinatedOn', 'castratedOn']);

/** What a heading means although its cells look like something else. */
function contradicted(column: Column, profile: Profile, has: Has): Decision {
  const { field, heading } = column;
  const { cells, day, birth, number, sex, state, yesNo } = profile;
  if (cells === 0) return undefined;
  const meant = meanings[field]?.(profile, has, column);
  if (meant !== undefined || cells < 3) return meant;
  const isNoDay = birth < 0.2 && day < 0.2 && number < 0.5 && !(ticked.has(field) && yesNo > 0.5);
  const isOfDay = importFields[field].kind === 'day' && !field.endsWith('ClearOn') && !/^(?:lambing|kidding)/i.test(heading);
  const wrong: Partial<Record<ImportField, boolean>> = {
    sex: sex === 0 && number > 0.8,
    status: state === 0 && cells > 12,
    weight: number < 0.3,
  };
  return (wrong[field] ?? (isOfDay && isNoDay)) ? [field] : undefined;
}

const asEnd =
  (field: 'meatClearOn' | 'milkClearOn' | 'fibreClearOn') =>
  ({ day }: Profile) =>
    day > 0.5 ? field : undefined;

/** 'Registered' above yes and no is no number. */
const keepIfYesNo = ({ yesNo, number }: Profile) => (yesNo > 0.8 && number === 0 ? 'keep' : undefined);
/** 'Scrapie' may be a genotype, and 'Registry' a society. */
const keepIfNoDigits = (profile: Profile) => (profile.digits === 0 ? 'keep' : keepIfYesNo(profile));
/** How many bucks were born, and not which of them is the sire; how many are alive. `Nr. Mutter` is the number of one. */
const keepIfCount = ({ number, most }: Profile, _: Has, { heading }: Column) => {
  const isOfLive = most > 1 && /\b(?:a?live|living)\b/i.test(heading);
  const isCounted = isOfLive || /^(?:ram|buck|ewe|doe|tup)s\b|^(?:#|no\.|(?:number|total|anzahl|aantal)\b)/i.test(heading);
  return number === 1 && most <= 6 && isCounted ? 'keep' : undefined;
};

const asVaccination = ({ day, yesNo, isOfAnimals }: Profile, has: Has, { heading }: Column) =>
  day > 0.5 || (yesNo > 0.5 && has('vaccinatedOn') && !isOfAnimals && !/^vaccin/i.test(heading)) ? 'vaccinatedOn' : undefined;

/** Where several meanings of a heading are usual, and a few cells tell which. */
const meanings: Readonly<Partial<Record<ImportField, (profile: Profile, has: Has, column: Column) => Decision>>> = {
  tagNumber: (profile, has, { heading }) =>
    keepIfYesNo(profile) ??
    (profile.areEids && !has('eid') && !has('task') ? 'eid' : undefined) ??
    (/^animals\b/i.test(heading) && profile.number === 1 && profile.most < 1000 ? ['tagNumber'] : undefined),
  // 'Animal' beside a tag may be its name.
  otherName: ({ number, sex, areDistinct }, _, { heading }) =>
    !/name/i.test(heading) && (number + sex > 0.5 || !areDistinct) ? 'keep' : undefined,
  registration: keepIfNoDigits,
  official: keepIfNoDigits,
  tattoo: keepIfYesNo,
  status: keepIfCount,
  motherTag: keepIfCount,
  fatherTag: keepIfCount,
  // 'Sold' may say when, or whether, instead of to whom.
  buyer: (profile, has, { heading }) => {
    if (profile.day > 0.5) return has('soldOn') ? undefined : 'soldOn';
    return profile.yesNo > 0.5 && splitWords(heading).join() === 'sold' ? decideState(heading, 'sold', profile, has) : undefined;
  },
  // `Damage` is an age only as numbers beside a dam.
  motherAgeYears: ({ number }, has, { heading }) =>
    /^(?:[Dd]amage|DAMAGE)$/.test(heading) && !(number > 0.8 && has('motherTag')) ? 'keep' : undefined,
  notes: ({ hasLeft, isOfAnimals, eid }, has) => {
    if (eid > 0.3 && !has('eid')) return ['eid', 'notes'];
    return hasLeft && isOfAnimals && !has('status') ? ['howLeft', 'notes'] : undefined;
  },
  eid: ({ eid }, has) => (eid >= 0.3 ? undefined : has('tagNumber') ? ['eid', 'registration'] : ['tagNumber', 'eid']),
  // 'Birth' may be how much it weighed, and 'Born' how many.
  birthDate: ({ birth, number, most }, has) => {
    if (birth > 0 || number <= 0.8 || most > maxBirthWeight) return undefined;
    return has('bornOn') ? 'keep' : ['birthWeight', 'birthDate'];
  },
  dewormed: ({ day }, has) => (day > 0.5 && has('product') && !has('treatedOn') ? 'treatedOn' : undefined),
  // 'Sold/Died' may say which instead of when.
  statusDate: ({ state, day, yesNo }) => (state > 0.5 && day + yesNo === 0 ? 'howLeft' : undefined),
  isCastrated: ({ day }) => (day > 0 ? 'castratedOn' : undefined),
  vaccinated: asVaccination,
  cdnt: asVaccination,
  reason: ({ number, most }, has, { heading }) =>
    number === 1 && most <= 5 && /condition/i.test(heading) && !has('bodyCondition') ? 'bodyCondition' : undefined,
  // Numbers say how many were born, and not how.
  bornAs: ({ birthState, number }) => (birthState <= 0.5 || number > 0.5 ? 'keep' : undefined),
  // Words under 'PM' tell of a post mortem.
  milk: ({ number }) => (number === 0 ? 'keep' : undefined),
  weaningWeight: ({ day }, has) => (day > 0.5 && !has('weanedOn') ? 'weanedOn' : undefined),
  // 'Yes' under 'Scanned' may only tell that it was scanned, and 1 under 'Pregnant' may be a yes.
  scanned: ({ scan, hasF, tick, yesNo, number, most }, _, { heading }) => {
    if (scan <= 0.5) return 'keep';
    const words = splitWords(heading).join(' ');
    const isTicked = (tick > 0 || (yesNo === 1 && number === 0)) && /^(?:scan|ultrasound)/.test(words);
    const isOfOnes = number === 1 && most <= 1 && /^scan(?:ned)?$|\bpreg(?:nant|nancy)?\b/.test(words);
    return hasF || isTicked || isOfOnes ? ['scanned'] : undefined;
  },
  recordKind: ({ kind }) => (kind <= 0.5 ? 'keep' : undefined),
  meatDays: asEnd('meatClearOn'),
  milkDays: asEnd('milkClearOn'),
  fibreDays: asEnd('fibreClearOn'),
  // 'Weighed at' is the day or the weight.
  weighingDate: ({ day, most, number }, has) =>
    number > 0.8 && day < 0.2 && most < 1000 && !has('weight') ? 'weight' : undefined,
  weight: ({ day, most, number }, has, column) => {
    if (day > 0.5 && !has('weighingDate')) return 'weighingDate';
    // In a list of young a small weight may be that of their birth.
    const isOfYoung = has('motherTag') && !has('birthWeight') && !has('weighingDate') && column.day === undefined;
    return isOfYoung && most <= maxBirthWeight && number > 0.5 ? ['birthWeight', 'weight'] : undefined;
  },
};

const isRemoved = (heading: string, { number }: Profile): boolean =>
  ofRemoval.test(heading) && (number === 0 || !ofLoss.test(heading));

function decideByHeading(heading: string, profile: Profile, has: Has): Decision {
  const withdrawal = withdrawalIn(heading);
  if (withdrawal) return decideWithdrawal(withdrawal.of, profile);
  const ofKind = profile.isOfAnimals ? decideInAnimals(heading, profile, has) : besideSales(heading, has);
  if (ofKind) return ofKind;
  const field = profile.day > profile.yes ? 'statusDate' : 'status';
  const isOfRemoval = field === 'status' ? isRemoved(heading, profile) : isDayOfRemoval(heading);
  if (isOfRemoval && profile.yesNo + profile.day > 0.5 && !has(field)) return field;
  const state = stateOfHeading(heading);
  if ((state === 'sold' || state === 'died') && profile.cells > 0) return decideState(heading, state, profile, has);
  const isOfParent = namesParent(heading) && !/age|breed|weight|wt|born|dob|color|colour/i.test(heading);
  return isOfParent && profile.cells > 0 ? ['motherTag', 'fatherTag'] : undefined;
}

const besideSales = (heading: string, has: Has): Decision =>
  has('soldOn') && /^(?:buyer|purchaser)\b/i.test(heading) ? 'buyer' : undefined;

const ofPresence = /^(?:present|current(?:ly owned)?|living|here|kept|retained|owned|in (?:flock|stock))\W*$/i;

function decideInAnimals(heading: string, profile: Profile, has: Has): Decision {
  if (/^(?:date|day|datum|fecha|data|datetime)$/i.test(heading.trim())) return dateMeaning(has);
  if (namesSlaughter(heading) && profile.day > 0.5 && !has('product')) return isDayOfSlaughter(heading) ? 'diedOn' : ['diedOn'];
  const isState = Math.max(profile.state, profile.yesNo) === 1 && profile.number === 0 && !has('status');
  if (isState && ofPresence.test(heading)) return 'status';
  return isWeightOfAge(heading, profile) ? ['weaningWeight', 'weight'] : undefined;
}

function decideWithdrawal([product, ...others]: readonly ('meat' | 'milk' | 'fibre')[], { withdrawal, day }: Profile): Decision {
  if (withdrawal > 0.3) return 'bothDays';
  if (day > 0.5) return ['meatClearOn', 'milkClearOn'];
  return product && others.length === 0 ? [`${product}Days`] : ['meatDays', 'milkDays', 'bothDays'];
}

/** 'Sold' or 'Dead' above ticks or days; what was transferred may be its papers. */
function decideState(heading: string, state: 'sold' | 'died', { day, yesNo, number, areDams }: Profile, has: Has): Decision {
  const field = state === 'sold' ? 'soldOn' : 'diedOn';
  const isSure = splitWords(heading).some((word) => /^(?:sold|dead|died|deceased|slaughtered)$/.test(word));
  if (day > 0.5) return has(field) || !isSure ? [field] : field;
  // Beside a day of birth the young that have died are counted.
  if (number > 0.5 && has('bornOn')) return 'keep';
  return yesNo > 0.5 && isSure && !(number > 0.5 && areDams) ? 'howLeft' : ['howLeft', field];
}

function decideByCells(heading: string, profile: Profile, has: Has): Decision {
  const { cells, eid, day } = profile;
  if (cells === 0) return undefined;
  const isBare = /^Column \d+$/.test(heading);
  if (eid > 0.3) return isBare && !has('eid') ? 'eid' : ['eid', 'motherTag', 'fatherTag'];
  const found = besideOthers(profile, has) ?? sexIn(profile, isBare, has) ?? stateIn(profile, has);
  if (found) return found;
  if (day > 0.7) return isBare || profile.isOfAnimals || !likelyDays.some(has) ? likelyDays : undefined;
  return isBare ? decideUnnamed(profile, has) : (calledBy(profile, has) ?? parentsOf(profile, has));
}

/** Numbers that differ, in a list that names its animals nowhere. */
function calledBy({ cells, numbered, areDistinct, isUnknown }: Profile, has: Has): Decision {
  const isCalled = (['tagNumber', 'eid', 'name', 'registration', 'official', 'motherTag'] as const).some(has);
  return !isCalled && isUnknown && cells > 2 && areDistinct && numbered > 0.8 ? ['tagNumber', 'otherNumber'] : undefined;
}

function parentsOf({ cells, tag, isUnknown, isOfAnimals }: Profile, has: Has): Decision {
  const mayBe = cells > 2 && tag > 0.5 && isUnknown && isOfAnimals;
  return mayBe && !(has('motherTag') && has('fatherTag')) ? ['motherTag', 'fatherTag', 'otherNumber'] : undefined;
}

/** Units beside weights, and ticks or days beside those of a vaccine. */
function besideOthers({ unit, yesNo, day, isOfAnimals }: Profile, has: Has): Decision {
  if (unit > 0.8 && has('weight') && !has('doseUnit')) return 'doseUnit';
  return Math.max(yesNo, day) > 0.7 && !isOfAnimals && has('vaccinatedOn') ? ['vaccinatedOn'] : undefined;
}

/** A column without a heading has sexes only if nearly all of its words are. */
function sexIn({ cells, sex, isOfAnimals }: Profile, isBare: boolean, has: Has): Decision {
  if (cells < 2 || has('sex')) return undefined;
  if (isBare) return sex > 0.8 ? 'sex' : undefined;
  return sex > 0.5 && isOfAnimals ? ['sex'] : undefined;
}

function stateIn({ state, hasLeft, isOfAnimals, death }: Profile, has: Has): Decision {
  const isBesideDay = has('statusDate') && isOfAnimals && state > 0.4;
  if (((state > 0.4 && hasLeft) || isBesideDay) && !has('status')) return ['status'];
  // Of a place, some are 'Sold'.
  if (hasLeft && isOfAnimals && !has('status')) return ['howLeft'];
  return death > 0.3 && !has('cause') && !has('status') ? ['cause', 'status'] : undefined;
}

/** In a file without headings the first numbers, or words that differ, are what the animals are called by. */
function decideUnnamed({ cells, number, areDistinct }: Profile, has: Has): Decision {
  const isCalled = has('tagNumber') || has('eid');
  if (number > 0.8) return isCalled ? ['weight', 'otherNumber'] : 'tagNumber';
  if (!isCalled && areDistinct) return 'tagNumber';
  return cells > 1 ? ['breed', 'name', 'color', 'notes'] : undefined;
}

/** '60 day wt' and '60d' are of a day that the column does not tell. */
const isWeightOfAge = (heading: string, { number }: Profile): boolean =>
  /\b(?:wt|wgt|weight)s?\b|^\d+ ?-?d(?:ays?)?$/i.test(heading) && number > 0.5;

/** 'Date' in a list of animals: of the birth where dams, birth weights or young say so and nobody was weighed. */
function dateMeaning(has: Has): Decision {
  if (has('weight')) return has('weighingDate') ? likelyDays : ['birthDate', 'weighingDate'];
  const isOfBirths = !has('birthDate') && (has('motherTag') || has('birthWeight'));
  return isOfBirths ? 'birthDate' : likelyDays;
}
