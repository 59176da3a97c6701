import { parseEid } from '../records/eid.ts';
import { plural } from '../values/plural.ts';
import type { Species } from '../records/animals.ts';
import { monthNames } from '../values/calendar-date.ts';
import { hasDecimalComma, hasUnit, milkUnit } from './amounts.ts';
import { ambiguousExample, inferDateOrder } from './birth-dates.ts';
import { breedingValueQuestions } from './breeding-values.ts';
import {
  createSexReader,
  createStatusReader,
  isMissing,
  isSlaughter,
  parseSpecies,
  parseYesNo,
  partsOfState,
} from './cell-values.ts';
import type { ColumnFacts } from './cell-context.ts';
import type { RowKind } from './happened.ts';
import {
  askingColumn,
  askOnce,
  askWords,
  askWhoIsNobody,
  columnQuestion,
  nameQuestion,
  askAbout,
  type AskingColumn,
  cellsOf,
  maxWordQuestions,
  type Inspection,
  type InspectionContext,
} from './inspection.ts';
import { ask, type Question } from './question.ts';
import { isSignOfEvent, columnOf, importFields, type Column, type TableRow } from './fields.ts';
import { holdingQuestion, isIgnoredInEvents, rowKind, rowsQuestion, shortDays } from './file-kind.ts';
import { isImportedList } from './lists.ts';
import { speciesOf, unitOf } from './headings.ts';
import { parentsIn, parentWords } from './heading-words.ts';
import { dayQuestions, yearQuestion } from './event-days.ts';
import { normalizeWord } from './vocabulary.ts';

/** Nothing is asked about rows that cannot be used. */
export function inspectColumns(all: InspectionContext): Inspection {
  const context = { ...all, rows: all.rows.filter(({ refusal }) => refusal === undefined) };
  const { columns, kind, rows } = context;
  const questions = generalQuestions(context);
  const facts = columns.map((column, index): ColumnFacts => {
    const cells = cellsOf(index, rows);
    if (column.ask && askingColumn(columns, index) === index) questions.push(columnQuestion(column.ask, index, context));
    if (kind === 'animals' || !isIgnoredInEvents(column.field, kind))
      return inspectColumn({ ...context, column, index, cells, questions });
    // The sex decides whether an outside animal can be added.
    return column.field === 'sex' ? { sexOf: createSexReader(cells) } : {};
  });
  if (!isImportedList(kind)) questions.push(...yearQuestion(columns, facts, context.today));
  return askOnce(questions, facts, columns, context.answers);
}

interface InspectedColumn extends InspectionContext, AskingColumn {
  readonly cells: readonly string[];
  /** Those about the column are added. */
  readonly questions: Question[];
}

function inspectColumn(inspected: InspectedColumn): ColumnFacts {
  const { column, index, cells, columns, rows, questions } = inspected;
  const { field, heading, day } = column;
  const asked = (of: keyof typeof meaningsOf, facts: ColumnFacts, all: readonly string[], read: (cell: string) => unknown) => {
    const unknown = all.filter((cell) => read(cell) === undefined);
    const options = { ...meaningsOf[of], ...skip };
    const words = askWords(inspected, unknown, (example) => ({ text: `what does '${example}' mean?`, options }));
    if (new Set(unknown.map(normalizeWord)).size <= maxWordQuestions) questions.push(...words);
    return facts;
  };
  if (day !== undefined) {
    const days = columns.flatMap(({ day: other = [] }) => other);
    return { ...inspectByKind(inspected), ...inspectDates(inspected, days) };
  }
  switch (field) {
    case 'sex': {
      const sexOf = createSexReader(cells, heading);
      return asked(field, { sexOf }, cells, sexOf);
    }
    case 'species':
      return asked(field, {}, cells, parseSpecies);
    case 'recordKind':
      return asked(field, {}, openKinds(index, inspected), rowKind);
    case 'howLeft':
      return { statusOf: createStatusReader(cells) };
    case 'motherTag':
    case 'fatherTag':
      questions.push(...askWhoIsNobody(inspected, cells));
      return {};
    case 'status': {
      const statusOf = createStatusReader(cells, heading);
      const others = columns.flatMap((other, at) => (other.field === 'howLeft' ? at : []));
      const isTold = (row: TableRow): boolean => others.some((other) => statusOf(row.cells[other] ?? '') !== undefined);
      const open = rows.filter((row) => !isTold(row));
      const facts = asked(field, { statusOf }, cellsOf(index, open), statusOf);
      return {
        ...facts,
        ...inspectDates(
          inspected,
          cells.map((cell) => partsOfState(cell).day),
        ),
      };
    }
    default:
      return inspectByKind(inspected);
  }
}

function inspectByKind(inspected: InspectedColumn): ColumnFacts {
  const { column, cells, kind: ofFile, today } = inspected;
  const { kind } = importFields[column.field];
  if (kind === 'day') return shortDays(column.field, ofFile, cells, today) ?? inspectDates(inspected, cells);
  if (kind === 'weight' || column.field === 'milk') return inspectAmounts(inspected);
  return kind === 'price' || kind === 'number' ? { decimalComma: hasDecimalComma(cells) } : {};
}

/** `DOB (dd/mm/yyyy)`. */
const orderIn = (heading: string): 'dmy' | 'mdy' | undefined =>
  /\bd{1,2}\W?m{1,2}\W?y/i.test(heading) ? 'dmy' : /\bm{1,2}\W?d{1,2}\W?y/i.test(heading) ? 'mdy' : undefined;

function inspectDates(inspected: InspectedColumn, cells: readonly string[]): ColumnFacts {
  const { column, index, today, questions } = inspected;
  const inferred = inferDateOrder(cells, importFields[column.field].isOfFuture ? undefined : today);
  const order = inferred === 'ambiguous' ? (orderIn(column.heading) ?? inferred) : inferred;
  if (order !== 'ambiguous') return { order };
  const example = ambiguousExample(cells) ?? '03/04';
  const [, a, b] = /(\d{1,2})\D+(\d{1,2})/.exec(example) ?? [];
  const question = askAbout(inspected, {
    id: `date:${index}`,
    text: `In '${column.heading}', what does ${example} mean?`,
    options: {
      mdy: `Month first: the ${ordinal(b)} of ${monthName(a)}`,
      dmy: `Day first: the ${ordinal(a)} of ${monthName(b)}`,
    },
  });
  questions.push(question);
  return {};
}

function inspectAmounts(inspected: InspectedColumn): ColumnFacts {
  const { column, index, cells, questions } = inspected;
  const { heading, field } = column;
  const isMilk = field === 'milk';
  const [unit, decimalComma] = [isMilk ? undefined : unitOf(heading), hasDecimalComma(cells)];
  const open = cells.find((cell) => (isMilk ? !/[a-z]/i.test(cell) : !hasUnit(cell)));
  if (unit || open === undefined || (isMilk && milkUnit(heading))) return { unit, decimalComma };
  const question = askAbout(inspected, {
    id: `${isMilk ? 'milk' : 'unit'}:${index}`,
    text: isMilk
      ? `'${heading}': in which unit is the milk? The first is ${open}.`
      : `'${heading}': are these weights in kilograms or in pounds? The first is ${open}.`,
    options: { kg: 'Kilograms', lb: 'Pounds', ...(isMilk && { l: 'Litres', ml: 'Millilitres' }) },
  });
  questions.push(question);
  return { decimalComma };
}

/** What a word of a column may mean that the program does not know. */
const meaningsOf = {
  sex: { female: 'Female', male: 'Male', wether: 'Wether' },
  species: { goat: 'Goat', sheep: 'Sheep' },
  status: { active: 'Active', sold: 'Sold', died: 'Died' },
  recordKind: {
    sale: 'Sold',
    slaughter: 'Slaughtered',
    death: 'Died',
    loan: 'Lent',
    return: 'Came back',
    arrival: 'Arrived',
    note: 'Something else: keep it as a note',
  } satisfies Partial<Record<RowKind, string>>,
} as const;
const skip = { skip: 'Leave these rows out' };

/** Words for the kind of a record, where no other cell tells what it is. */
function openKinds(index: number, { rows, columns, kind }: InspectionContext): string[] {
  if (kind === 'animals') return [];
  const tells = ({ field }: Column): boolean => field === 'fromHolding' || field === 'toHolding' || isSignOfEvent(field);
  const telling = columns.flatMap((column, other) => (tells(column) ? other : []));
  const open = rows.filter(({ cells }) => telling.every((other) => isMissing(cells[other] ?? '')));
  return cellsOf(index, open);
}

function generalQuestions(context: InspectionContext): Question[] {
  const { columns, kind, rows, memory, known } = context;
  const questions: Question[] = rowsQuestion(columns, rows.length);
  if (isImportedList(kind)) return questions;
  if (kind !== 'animals')
    return [
      ...questions,
      ...holdingQuestion(columns, rows, memory),
      ...dayQuestions(columns, rows, kind),
      ...(columnOf(columns, 'breedingValue') === -1 ? [] : breedingValueQuestions(columns, rows)),
    ];
  const speciesColumn = columnOf(columns, 'species');
  const sexColumn = columnOf(columns, 'sex');
  const [tag, eid] = [columnOf(columns, 'tagNumber'), columnOf(columns, 'eid')];
  const strangers = rows.filter(({ cells }) => !known.findOne((cells[tag] ?? '').trim(), parseEid(cells[eid] ?? '')));
  const nameColumn = columnOf(columns, 'name') === -1 ? columnOf(columns, 'otherName') : columnOf(columns, 'name');
  const numbers = columns.flatMap(({ field }, index) => (field === 'tagNumber' || field === 'eid' ? index : []));
  if (nameColumn !== -1 && numbers.every((index) => cellsOf(index, rows).length === 0))
    questions.push(nameQuestion(nameColumn, rows, columnOf(columns, 'registration') !== -1));
  if (hasMissingCells(speciesColumn, strangers))
    questions.push(
      ask({
        id: 'species',
        text: speciesColumn === -1 ? 'Which animals are in this file?' : 'What species are the rows that do not say?',
        options: { goat: 'Goats', sheep: 'Sheep' },
        suggestion: likelySpecies(sexColumn, context) ?? null,
      }),
    );
  const isAskedBefore = columns.some(({ ask: fields, isChosen }) => fields?.includes('sex') && !isChosen);
  if (hasMissingCells(sexColumn, strangers) && !(sexColumn === -1 && isAskedBefore)) {
    const text =
      sexColumn === -1 ? 'No column says the sex. Are all these animals of one sex?' : 'What sex are the rows that do not say?';
    const suggestion = sexColumn === -1 ? likelySex(columns) : null;
    questions.push(ask({ id: 'sex', text, options: { female: 'Female', male: 'Male', ...skip }, suggestion }));
  }
  return [...questions, ...leftQuestion(columns, rows), ...dayQuestions(columns, rows, kind)];
}

/** `Mastitis` says why an animal left, and not how. */
const isTelling = (cell: string, statusOf: (cell: string) => unknown): boolean =>
  !isMissing(cell) && (statusOf(cell) !== undefined || parseYesNo(cell) !== undefined || isSlaughter(cell));

/** A day of leaving without a state does not say whether the animal was sold or has died. */
function leftQuestion(columns: readonly Column[], rows: readonly TableRow[]): Question[] {
  const [left, how] = [columnOf(columns, 'statusDate'), columnOf(columns, 'howLeft')];
  const tells = (['status', 'soldOn', 'diedOn', 'cause'] as const).map((field) => columnOf(columns, field));
  const statusOf = createStatusReader(cellsOf(how, rows));
  const open = rows.filter(
    ({ cells }) =>
      !isMissing(cells[left] ?? '') &&
      parseYesNo(cells[left] ?? '') !== false &&
      !isTelling(cells[how] ?? '', statusOf) &&
      tells.every((column) => isMissing(cells[column] ?? '')),
  );
  const [first] = open;
  if (!first) return [];
  return [
    ask({
      id: 'left',
      column: left,
      text: `'${columns[left]?.heading}' says when ${plural(open.length, 'animal')} left, the first on ${first.cells[left]}, and nothing says how. What happened to them?`,
      options: {
        sold: 'They were sold',
        died: 'They have died',
        active: 'They are still here: keep the day in the notes',
      },
    }),
  ];
}

/** A list of ewes has their numbers under 'Ewe'. */
function likelySex(columns: readonly Column[]): 'female' | null {
  const roles = parentsIn(columns[columnOf(columns, 'tagNumber')]?.heading ?? '').map((word) => parentWords.get(word));
  return roles.length > 0 && !roles.includes('father') ? 'female' : null;
}

function likelySpecies(sexColumn: number, { columns, rows, herdSpecies }: InspectionContext): Species | undefined {
  const sexCells = cellsOf(sexColumn, rows);
  const named = new Set(sexCells.map(createSexReader(sexCells)).map((sex) => sex?.species));
  named.delete(undefined);
  if (named.size > 1) return undefined;
  return [...named][0] ?? speciesOf(columns.map(({ heading }) => heading)) ?? herdSpecies;
}

const hasMissingCells = (column: number, rows: readonly TableRow[]): boolean =>
  rows.some(({ cells }) => isMissing(cells[column] ?? ''));

const monthName = (number: string | undefined): string => monthNames[Number(number) - 1] ?? '';

const ordinal = (number: string | undefined): string => `${Number(number)}${['st', 'nd', 'rd'][Number(number) - 1] ?? 'th'}`;
