import { readAnimalTags, type AnimalTagKind } from '../records/animal-tags.ts';
import type { Sex, Species } from '../records/animals.ts';
import type { ParentRole } from '../records/parentage.ts';
import type { CalendarDate } from '../values/dates.ts';
import { parseEid } from '../records/eid.ts';
import { animalFields } from '../records/animal.ts';
import { parseSheepGeneticsId } from '../animals/sheep-genetics-id.ts';
import { cleanText } from '../values/text.ts';
import { numberKey } from '../animals/tags.ts';
import { codePointLength } from '../values/text-length.ts';
import { parseAgeYears } from './amounts.ts';
import { linesOf } from './cells.ts';
import { parseYear } from './birth-dates.ts';
import {
  birthIn,
  isDoubtfulDay,
  isOfOpenUnit,
  noteLine,
  oneLine,
  parseShortText,
  textUpTo,
  valueOfKind,
  type CellContext,
  type ReadFile,
} from './cell-context.ts';
import { daysOfLeaving, isDayOfLeaving, importFields, type ImportField, type TableRow } from './fields.ts';
import type { ParsedRow, UnreadableRow } from './parsed-row.ts';
import { moveImpossibleCastration, parentReference, placeEid, remarkDoubts, validateDraft, Draft } from './row-draft.ts';
import { unknownWordReason, wordQuestionId } from './inspection.ts';
import { isDoubtfulParent, isNobody, nameOfParent } from './nobody.ts';
import { normalizeWord } from './vocabulary.ts';
import { happenedOn, isHappened, readHappened, type HappenedField } from './happened-cells.ts';
import {
  parseHealthStatus,
  isMissingIn,
  isSlaughter,
  namesWether,
  parseCastrated,
  partsOfState,
  parseSpecies,
  parseYesNo,
  rewrittenNumber,
  stateOfHeading,
} from './cell-values.ts';

type KnownOf = (
  tag: string,
  eid: string | null,
) => { readonly tagNumber: string; readonly sex: Sex; readonly species: Species; readonly isByNumber: boolean } | undefined;

export function createRowReader({ columns, contexts, told: answers, today }: ReadFile, knownOf: KnownOf) {
  const hasPriceGot = columns.some(({ field }) => field === 'pricePaid');
  let named = 0;
  return ({ number, cells, remarks = [], refusal }: TableRow): ParsedRow | UnreadableRow => {
    const draft = new Draft();
    draft.remarks.push(...remarks);
    for (const context of contexts) readCell(cleanText(cells[context.index] ?? ''), draft, context);
    refuse(draft, refusal);
    addState(draft, answers, today);
    addStateOfName(draft);
    if (!hasPriceGot) moveSalePrice(draft);
    addImplied(draft);
    if (draft.tagNumber === '' && !draft.eid && answers.get('names') != null) {
      named += 1;
      const registered = draft.numbers.find(({ kind }) => kind === 'registration')?.number;
      const own = (answers.get('names') === 'registration' ? registered : undefined) ?? draft.values.name ?? '';
      draft.tagNumber = answers.get('names') === 'number' ? `N${named}` : own;
    }
    return finish(number, draft, answers, today, knownOf);
  };
}

function readCell(cell: string, draft: Draft, context: CellContext): void {
  const { field } = context.column;
  if (isMissingIn(field, cell)) return;
  if (isDoubtfulDay(cell, context)) keepLine(cell, draft, context);
  if (isDayOfLeaving(field) && parseYesNo(cell) === false) draft.hasNotDied ||= field !== 'soldOn';
  else if (isHappened(field)) readHappening(cell, field, draft, context);
  else (cellReaders[field] ?? readStored)(cell, draft, context);
}

function refuse(draft: Draft, reason: string | undefined): void {
  if (reason !== undefined) draft.refusal = reason;
}

/** A number that stands in two columns is that with its days. */
const distinctNumbers = (numbers: Draft['numbers']): Draft['numbers'] => [
  ...new Map(
    numbers
      .toSorted((a, b) => Number(a.fromDay != null) - Number(b.fromDay != null))
      .map((each) => [`${each.kind} ${numberKey(each.number)} ${each.toDay ?? ''}`, each]),
  ).values(),
];

/** The number of Sheep Genetics says the year of birth. */
function addBirthYear({ tagNumber, numbers, values }: Draft, today: CalendarDate): void {
  if (values.birthDate != null || values.birthYear != null) return;
  const ids = [tagNumber, ...numbers.flatMap(({ kind, number }) => (kind === 'registration' ? number : []))];
  const id = ids.map(parseSheepGeneticsId).find((each) => each !== null && String(each.year) <= today.slice(0, 4));
  if (id) Object.assign(values, { birthDate: null, birthYear: id.year });
}

/** A wether is a castrated male, and who was given a vaccine is vaccinated. */
function addImplied(draft: Draft): void {
  if (draft.isWether && (draft.sex ??= 'male') === 'male') draft.values.isCastrated = true;
  if ([...draft.happened.values()].some(({ values }) => values.has('vaccine'))) draft.values.vaccinated = true;
}

/** `Bella (SOLD)`, `Duke - dead` and `DEAD: Rex` say what has become of them, where nothing else does. */
function addStateOfName(draft: Draft): void {
  const { values, keptLines, remarks } = draft;
  if (values.status !== undefined) return;
  const readState = (called: string): string => {
    const [, rest = '', word = '', day = ''] =
      /^(.*\S) ?(?:\(| [-–] |(?=[†✝]))(sold|dead|died|deceased|rip|†|✝)( [\d/.-]{4,10})?\)?$/i.exec(
        called.replace(/^\(?(sold|dead|died|deceased)(?:\)|:| [-–](?= )) ?(.*\S)$/i, '$2 ($1)'),
      ) ?? [];
    const state = /sold/i.test(word) ? 'sold' : 'died';
    if (word === '' || state !== (values.status ?? state)) return called;
    values.status = state;
    if (day !== '') keptLines.push(word + day);
    remarks.push(`It is called '${called}', so it ${state === 'sold' ? 'was sold' : 'has died'}.`);
    return rest;
  };
  draft.tagNumber = readState(draft.tagNumber);
  if (values.name !== undefined) values.name = readState(values.name);
}

/** What its day of leaving says of the state of an animal. */
function addState(draft: Draft, answers: CellContext['answers'], today: CalendarDate): void {
  const { values, happened, monthsOfLeaving, hasNotDied, howLeft, keepStatus } = draft;
  if (howLeft === undefined) keepStatus?.();
  // 'Off farm', and 'Dead' in another column.
  if (howLeft === 'died' && values.status !== 'active') values.status = 'died';
  const row = happened.get('')?.values;
  const hasCause = row?.has('cause') && !row.has('diedOn') && !hasNotDied;
  // A day tells more than a month, and what is still to come has not happened.
  const past = [row, monthsOfLeaving].flatMap((days) => daysOfLeaving.filter((field) => (days?.get(field) ?? '9999') <= today));
  const states = { diedOn: 'died', soldOn: 'sold', statusDate: answers.get('left') } as const;
  const told = [...(hasCause ? (['died'] as const) : []), ...past.map((field) => states[field])];
  const state = values.status ?? howLeft ?? told.find((each) => each === 'sold' || each === 'died');
  if (state !== undefined) values.status = state;
}

/** `May 2026` under 'Date of death' is no day, but tells that it has died. */
function readHappening(cell: string, field: HappenedField, draft: Draft, context: CellContext): void {
  readHappened(cell, field, happenedOn(draft.happened, context), context);
  // 'No', 'Still alive' and 'Sold' are no causes of a death.
  if (field === 'cause') draft.hasNotDied ||= parseYesNo(cell) === false || (stateOfHeading(cell) ?? 'died') !== 'died';
  const from = isDayOfLeaving(field) ? birthIn(cell, context)?.from : undefined;
  if (from !== undefined) draft.monthsOfLeaving.set(field, from);
}

/** The price of an animal that was sold was got. */
function moveSalePrice({ values, happened }: Draft): void {
  const row = happened.get('')?.values;
  const price = values.salePriceCents;
  if (!row || price === undefined || values.status !== 'sold' || !(row.has('soldOn') || row.has('statusDate'))) return;
  row.set('pricePaid', price / 100);
  delete values.salePriceCents;
}

function finish(
  number: number,
  draft: Draft,
  answers: CellContext['answers'],
  today: CalendarDate,
  knownOf: KnownOf,
): ParsedRow | UnreadableRow {
  const { species, sex } = identify(draft, answers, knownOf);
  const refusal = draft.refusal ?? validateDraft(draft, species, sex);
  remarkDoubts(draft);
  moveImpossibleCastration(draft, sex, today);
  addBirthYear(draft, today);
  const { castratedOn } = draft.values;
  const happened = draft.happened.get('')?.values;
  if (happened?.has('castrationMethod') && castratedOn != null) happened.set('castratedOn', castratedOn);
  const notes = [...draft.notes, ...draft.keptLines];
  if (refusal !== undefined || !species || (sex !== 'female' && sex !== 'male')) {
    return { number, tagNumber: draft.tagNumber, refusal: refusal ?? 'The sex is missing.' };
  }
  return {
    number,
    tagNumber: draft.tagNumber,
    species,
    sex,
    values: draft.values,
    mother: parentReference(draft, 'mother', notes),
    father: parentReference(draft, 'father', notes),
    happened: [...draft.happened.values()],
    numbers: distinctNumbers(draft.numbers),
    names: draft.names,
    notes,
    remarks: draft.remarks,
  };
}

/** What the row does not say is known of an animal of the farm, or else the same for all rows. */
function identify(draft: Draft, answers: CellContext['answers'], knownOf: KnownOf) {
  const known = knownOf(draft.tagNumber, draft.eid ? parseEid(draft.eid.text) : null);
  // The cell may be another number of the animal, such as its official one.
  if (known && (draft.tagNumber === '' || known.isByNumber)) draft.tagNumber = known.tagNumber;
  placeEid(draft);
  const species = draft.species ?? draft.speciesBySex ?? known?.species ?? (answers.get('species') as Species | null | undefined);
  return { species, sex: draft.sex ?? known?.sex ?? (draft.values.isCastrated ? 'male' : answers.get('sex')) };
}

function keepLine(cell: string, draft: Draft, context: CellContext): void {
  draft.keptLines.push(noteLine(cell, context));
}

function keepAsNote(cell: string, draft: Draft, context: CellContext): void {
  keepLine(cell, draft, context);
  if (!isOfOpenUnit(cell, context))
    draft.remarks.push(`'${cell}' is no ${importFields[context.column.field].label.toLowerCase()}; it is kept in the notes.`);
}

type FieldReader = (cell: string, draft: Draft, context: CellContext) => void;

const createFieldReader =
  <T>(read: (cell: string, context: CellContext) => T | undefined, store: (draft: Draft, value: T) => void): FieldReader =>
  (cell, draft, context) => {
    const result = read(cell, context);
    if (result === undefined) keepAsNote(cell, draft, context);
    else store(draft, result);
  };

const createParentReader = (role: ParentRole, part: 'tag' | 'breed'): FieldReader =>
  createFieldReader(parseShortText, (draft, text) => {
    const known = draft.parents[role];
    if (part === 'tag' && known?.tag !== undefined) draft.parents[role] = { ...known, also: [...(known.also ?? []), text] };
    else draft.parents[role] = { ...known, [part]: text };
  });

/** Pedigree programs write 0 or -9 for a parent that is not known, and people write words. */
const createParentTagReader = (role: ParentRole): FieldReader => {
  const read = createParentReader(role, 'tag');
  return (cell, draft, context) => {
    const answer = context.answers.get(wordQuestionId(context.index, normalizeWord(cell)));
    const isKept = isDoubtfulParent(cell) && answer !== 'named';
    const mistake = rewrittenNumber(cell);
    if (mistake !== undefined) draft.refusal = mistake;
    else if (isKept) keepLine(cell, draft, context);
    else if (!isNobody(cell)) {
      const name = nameOfParent(cell);
      if (name !== cell) keepLine(cell, draft, context);
      read(name, draft, context);
    }
  };
};

/** Of the columns whose cells are not just values of a field of the animal. */
const cellReaders: Readonly<Partial<Record<ImportField, FieldReader>>> = {
  tagNumber: (cell, draft) => {
    draft.tagNumber = oneLine(cell);
    refuse(draft, rewrittenNumber(cell));
    if (codePointLength(cell) > 100) draft.refusal = 'The tag number is longer than 100 characters.';
    if (/^(?:dead|stillborn|still born|born dead|doa|s\/b|sb)$/i.test(cell))
      draft.refusal = 'It was born dead, so it is no animal to bring in.';
  },
  eid: (cell, draft, context) => {
    draft.eid = { text: oneLine(cell), keep: () => keepAsNote(cell, draft, context) };
    refuse(draft, rewrittenNumber(cell));
  },
  registration: readNumber('registration'),
  official: readNumber('official'),
  tattoo: readNumber('tattoo'),
  otherNumber: readNumber('other'),
  moreNumbers: (cell, draft, context) => {
    const found = readAnimalTags(cell);
    if (found.length === 0) keepLine(cell, draft, context);
    draft.numbers.push(...found);
  },
  name: createFieldReader(parseShortText, (draft, text) => {
    const other = draft.values.name;
    draft.values.name = text;
    // Another name stood before it.
    if (other !== undefined && other !== text) draft.keptLines.push(`Another name: ${other}`);
  }),
  species: readSpecies,
  sex: readSex,
  birthDate: readBirthDate,
  birthYear: createFieldReader(
    (cell, { today }) => parseYear(cell, today),
    (draft, year) => {
      if (draft.values.birthDate === undefined) Object.assign(draft.values, { birthDate: null, birthYear: year });
    },
  ),
  status: readStatus,
  howLeft: (cell, draft, context) => {
    const answer = parseYesNo(cell);
    if (answer === false) return;
    const state = answer
      ? stateOfHeading(context.column.heading)
      : (context.facts.statusOf?.(cell) ?? (isSlaughter(cell) ? 'died' : stateOfHeading(context.column.heading)));
    if (state === 'died' || (state === 'sold' && draft.howLeft === undefined)) draft.howLeft = state;
    if (isSlaughter(cell)) happenedOn(draft.happened, context).values.set('cause', cell);
    if (!answer) keepLine(cell, draft, context);
  },
  otherName: (cell, draft, context) => {
    draft.names.push(oneLine(cell));
    if (draft.values.name === undefined) draft.values.name = oneLine(cell).slice(0, 100);
    else if (draft.values.name !== oneLine(cell)) keepLine(cell, draft, context);
  },
  healthStatus: createFieldReader(parseHealthStatus, (draft, status) => (draft.values.healthStatus = status)),
  motherTag: createParentTagReader('mother'),
  motherBreed: createParentReader('mother', 'breed'),
  motherAgeYears: createFieldReader(
    parseAgeYears,
    (draft, ageYears) => (draft.parents.mother = { ...draft.parents.mother, ageYears }),
  ),
  fatherTag: createParentTagReader('father'),
  fatherBreed: createParentReader('father', 'breed'),
  vaccinated: (cell, draft, context) => {
    const answer = parseYesNo(cell);
    draft.values.vaccinated = answer ?? true;
    // A date or the name of a vaccine means yes, and its text is kept as well.
    if (answer === undefined) keepLine(cell, draft, context);
  },
  isCastrated: readCastration,
  castratedOn: readCastration,
  notes: (cell, draft) => void draft.notes.push(...linesOf(cell)),
  leaveOut: () => {},
};

/** By the description of the animal's field. What is of none is kept in the notes. */
function readStored(cell: string, draft: Draft, context: CellContext): void {
  const { stored, kind } = importFields[context.column.field];
  const result = stored && animalFields[stored].safeParse(valueOfKind(kind, cell, context));
  if (!stored) keepLine(cell, draft, context);
  else if (result?.success) Object.assign(draft.values, { [stored]: result.data });
  else keepAsNote(cell, draft, context);
}

/** A column of those that are entire, but not `Castrated or entire` or `Wether/Intact`. */
const ofEntire = /^(?!.*castrated)[^/]*\b(?:entire|intact)\b/i;

function readCastration(cell: string, draft: Draft, context: CellContext): void {
  const { heading } = context.column;
  const isCastrated = parseCastrated(cell);
  const isEntire = ofEntire.test(heading) ? parseYesNo(cell) : undefined;
  if (isEntire === false) draft.notEntireLine = `${heading}: ${cell}`;
  if (isEntire !== undefined) return;
  if (isCastrated === undefined) {
    draft.castrationHeading = heading;
    readStored(cell, draft, context);
  } else draft.values.isCastrated ||= isCastrated;
}

function readNumber(kind: AnimalTagKind): FieldReader {
  return createFieldReader(textUpTo(60), (draft, number) => void draft.numbers.push({ kind, number }));
}

function readSpecies(cell: string, draft: Draft, { column, index, answers }: CellContext): void {
  const answer = parseSpecies(cell) ?? answers.get(wordQuestionId(index, normalizeWord(cell)));
  if (answer === 'goat' || answer === 'sheep') draft.species = answer;
  else draft.refusal = unknownWordReason(cell, column, answer);
}

function readSex(cell: string, draft: Draft, { column, index, facts, answers }: CellContext): void {
  const answer = answers.get(wordQuestionId(index, normalizeWord(cell)));
  const meaning = facts.sexOf?.(cell);
  const isWether = meaning?.isWether ?? answer === 'wether';
  const sex = meaning?.sex ?? (answer === 'wether' ? 'male' : answer);
  if (sex !== 'female' && sex !== 'male') {
    draft.refusal = unknownWordReason(cell, column, answer);
    return;
  }
  draft.sex = sex;
  if (meaning?.species) draft.speciesBySex = meaning.species;
  draft.isWether ||= isWether;
}

function readStatus(cell: string, draft: Draft, context: CellContext): void {
  const answer = context.facts.statusOf?.(cell) ?? context.answers.get(wordQuestionId(context.index, normalizeWord(cell)));
  if (answer === 'active' || answer === 'sold' || answer === 'died') {
    draft.values.status = answer;
    if (namesWether(cell)) {
      draft.isWether = true;
      draft.wetherLine = noteLine(cell, context);
    }
    const { day, saysMore } = partsOfState(cell);
    if (saysMore) keepLine(cell, draft, context);
    if (day !== '') readHappened(day, 'statusDate', happenedOn(draft.happened, context), context);
  } else if (answer === 'skip') draft.refusal = unknownWordReason(cell, context.column, answer);
  else draft.keepStatus = () => keepAsNote(cell, draft, context);
}

function readBirthDate(cell: string, draft: Draft, context: CellContext): void {
  const { today } = context;
  if (/^0+$/.test(cell)) return;
  const birth = birthIn(cell, context);
  if (!birth) {
    keepAsNote(cell, draft, context);
    return;
  }
  if ((birth.date ?? '') > today) draft.refusal = `The birth date ${birth.date} is in the future.`;
  if (birth.isApproximate) keepLine(cell, draft, context);
  Object.assign(draft.values, { birthDate: birth.date, birthYear: birth.year });
}
