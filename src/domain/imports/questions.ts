import { plural } from '../plural.ts';
import type { Sex, Species } from '../animals.ts';
import { monthNames } from '../calendar-date.ts';
import { hasDecimalComma, hasUnit, milkUnit } from './amounts.ts';
import { ambiguousExample, inferDateOrder } from './birth-dates.ts';
import { breedingValueQuestions } from './breeding-values.ts';
import { createSexReader, createStatusReader, isMissing, parseSpecies, parseYesNo } from './cell-values.ts';
import { targets } from './event-fields.ts';
import { isSlaughter, type RowKind } from './happened.ts';
import { askOnce, askWhoIsNobody, columnQuestion, nameQuestion } from './column-questions.ts';
import { importFields, type Column, type ImportField, type TableRow } from './fields.ts';
import {
  chosenKind,
  holdingQuestion,
  isEventFile,
  ownHolding,
  isIgnoredInEventFiles,
  rowKind,
  rowsQuestion,
} from './file-kind.ts';
import { speciesOf, unitOf } from './headings.ts';
import {
  cellsOf,
  maxWordQuestions,
  withSuggestion,
  wordQuestionId,
  type ColumnFacts,
  type Inspection,
  type InspectionContext,
} from './inspection.ts';
import type { Question } from './question.ts';
import { normalizeWord } from './vocabulary.ts';
import { dayQuestions } from './event-days.ts';

export function inspectColumns(columns: readonly Column[], context: InspectionContext): Inspection {
  const questions = generalQuestions(columns, context);
  const facts: ColumnFacts[] = [];
  const ofEvents = isEventFile(columns, context.answers);
  const kind = chosenKind(columns, context.answers);
  const isOfRows = ({ field }: Column): boolean => !ofEvents || !isIgnoredInEventFiles(field, kind);
  for (const [index, column] of columns.entries()) {
    const inspected = isOfRows(column)
      ? inspectColumn(column, index, { ...context, columns })
      : { questions: [], facts: factsOfUnread(column, index, context) };
    if (column.ask) questions.push(columnQuestion(column, column.ask, index, context));
    questions.push(...inspected.questions);
    facts.push(inspected.facts);
  }
  return askOnce(questions, facts, columns, context);
}

/** The sex decides whether an outside animal can be added. */
const factsOfUnread = ({ field }: Column, index: number, { rows }: InspectionContext): ColumnFacts =>
  field === 'sex' ? { sexOf: createSexReader(cellsOf(index, rows)) } : {};

function inspectColumn(column: Column, index: number, context: InspectionContext): { questions: Question[]; facts: ColumnFacts } {
  const cells = cellsOf(index, context.rows);
  if (column.day !== undefined) {
    const read = inspectByKind(column, index, cells, context);
    const days = inspectDates(column, index, context.columns?.flatMap(({ day = [] }) => day) ?? [], context);
    return { questions: [...read.questions, ...days.questions], facts: { ...read.facts, ...days.facts } };
  }
  if (column.field === 'milk' && milkUnit(column.heading) === undefined && cells.some((cell) => !/[a-z]/i.test(cell))) {
    const question = {
      id: `milk:${index}`,
      text: `'${column.heading}': in which unit is the milk? The first is ${cells[0]}.`,
      options: [
        { value: 'kg', label: 'Kilograms' },
        { value: 'lb', label: 'Pounds' },
        { value: 'l', label: 'Litres' },
        { value: 'ml', label: 'Millilitres' },
      ],
    };
    return {
      questions: [withSuggestion(question, index, column.heading, context.memory)],
      facts: { decimalComma: hasDecimalComma(cells) },
    };
  }
  switch (column.field) {
    case 'sex': {
      const sexOf = createSexReader(cells, column.heading);
      const unknown = cells.filter((cell) => !sexOf(cell));
      return { questions: askUnknownWords(column, index, unknown, sexOptions, context), facts: { sexOf } };
    }
    case 'species':
      return {
        questions: askUnknownWords(
          column,
          index,
          cells.filter((cell) => !parseSpecies(cell)),
          speciesOptions,
          context,
        ),
        facts: {},
      };
    case 'howLeft':
      return { questions: [], facts: { statusOf: createStatusReader(cells) } };
    case 'motherTag':
    case 'fatherTag':
      return { questions: askWhoIsNobody(column, index, cells, context), facts: {} };
    case 'recordKind':
      return {
        questions: isEventFile(context.columns ?? [], context.answers)
          ? askUnknownWords(column, index, unknownKinds(index, context), kindOptions, context)
          : [],
        facts: {},
      };
    case 'status': {
      const statusOf = createStatusReader(cells);
      const others = context.columns?.flatMap(({ field }, other) => (field === 'howLeft' ? other : [])) ?? [];
      const isTold = (row: TableRow): boolean => others.some((other) => statusOf(row.cells[other] ?? '') !== undefined);
      const unknown = cellsOf(
        index,
        context.rows.filter((row) => !isTold(row)),
      ).filter((cell) => !statusOf(cell));
      return { questions: askUnknownWords(column, index, unknown, statusOptions, context), facts: { statusOf } };
    }
    default:
      return inspectByKind(column, index, cells, context);
  }
}

function inspectByKind(column: Column, index: number, cells: string[], context: InspectionContext) {
  switch (importFields[column.field].kind) {
    case 'day':
      return inspectDates(column, index, cells, context);
    case 'weight':
      return inspectWeights(column, index, cells, context);
    case 'price':
    case 'number':
      return { questions: [], facts: { decimalComma: hasDecimalComma(cells) } };
    default:
      return { questions: [], facts: {} };
  }
}

/** Days that may be in the future. */
const ofFuture: ReadonlySet<ImportField> = new Set([
  'nextDue',
  'expiry',
  'lentUntil',
  'outDay',
  'meatClearOn',
  'milkClearOn',
  'fibreClearOn',
  'keep',
]);

function inspectDates(column: Column, index: number, cells: string[], { memory, today }: InspectionContext) {
  const order = inferDateOrder(cells, ofFuture.has(column.field) ? undefined : today);
  if (order !== 'ambiguous') return { questions: [], facts: { order } };
  const example = ambiguousExample(cells) ?? '03/04';
  const [, a, b] = /(\d{1,2})\D+(\d{1,2})/.exec(example) ?? [];
  const id = `date:${index}`;
  const question = {
    id,
    text: `In '${column.heading}', what does ${example} mean?`,
    options: [
      { value: 'mdy', label: `Month first: the ${ordinal(b)} of ${monthName(a)}` },
      { value: 'dmy', label: `Day first: the ${ordinal(a)} of ${monthName(b)}` },
    ],
  };
  return { questions: [withSuggestion(question, index, column.heading, memory)], facts: {} };
}

function inspectWeights(column: Column, index: number, cells: string[], { memory }: InspectionContext) {
  const decimalComma = hasDecimalComma(cells);
  const unit = unitOf(column.heading);
  if (unit || cells.every(hasUnit)) return { questions: [], facts: { unit, decimalComma } };
  const question = {
    id: `unit:${index}`,
    text: `'${column.heading}': are these weights in kilograms or in pounds? The first is ${cells[0]}.`,
    options: [
      { value: 'kg', label: 'Kilograms' },
      { value: 'lb', label: 'Pounds' },
    ],
  };
  return { questions: [withSuggestion(question, index, column.heading, memory)], facts: { decimalComma } };
}

const skip = { value: 'skip', label: 'Leave these rows out' };
const sexOptions = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'wether', label: 'Wether' },
  skip,
];
const speciesOptions = [{ value: 'goat', label: 'Goat' }, { value: 'sheep', label: 'Sheep' }, skip];
const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'sold', label: 'Sold' },
  { value: 'died', label: 'Died' },
  skip,
];

const kindOptions = [
  { value: 'sale', label: 'Sold' },
  { value: 'slaughter', label: 'Slaughtered' },
  { value: 'death', label: 'Died' },
  { value: 'loan', label: 'Lent' },
  { value: 'return', label: 'Came back' },
  { value: 'arrival', label: 'Arrived' },
  { value: 'note', label: 'Something else: keep it as a note' },
  skip,
] satisfies { value: RowKind | 'skip'; label: string }[];

/** Words for the kind of a record, where no other cell tells what it is. */
function unknownKinds(index: number, { rows, columns = [] }: InspectionContext): string[] {
  const tells = ({ field }: Column): boolean =>
    field === 'fromHolding' || field === 'toHolding' || (targets.get(field)?.some(({ isSign }) => isSign) ?? false);
  const telling = columns.flatMap((column, other) => (tells(column) ? other : []));
  const open = rows.filter(({ cells }) => telling.every((other) => isMissing(cells[other] ?? '')));
  return cellsOf(index, open).filter((cell) => rowKind(cell) === undefined);
}

function askUnknownWords(
  column: Column,
  index: number,
  unknown: string[],
  options: Question['options'],
  { memory }: InspectionContext,
): Question[] {
  const examples = new Map(unknown.toReversed().map((cell) => [normalizeWord(cell), cell.trim()]));
  if (examples.size > maxWordQuestions) return [];
  return [...examples]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, example]) => {
      const count = unknown.filter((cell) => normalizeWord(cell) === word).length;
      const question = {
        id: wordQuestionId(index, word),
        text: `'${column.heading}': what does '${example}' mean? (${plural(count, 'row')})`,
        options,
      };
      return withSuggestion(question, index, column.heading, memory);
    });
}

function generalQuestions(columns: readonly Column[], context: InspectionContext): Question[] {
  const questions: Question[] = rowsQuestion(columns, context.rows.length);
  if (isEventFile(columns, context.answers))
    return [
      ...questions,
      ...holdingQuestion(columns, context.rows, context.memory.get(ownHolding)),
      ...eventQuestions(columns, context),
    ];
  const speciesColumn = columns.findIndex(({ field }) => field === 'species');
  const sexColumn = columns.findIndex(({ field }) => field === 'sex');
  const { rows, knownOf } = context;
  const strangers = knownOf ? rows.filter((row) => !knownOf(row)) : rows;
  const nameColumn = columns.findIndex(({ field }) => field === 'name');
  if (nameColumn !== -1 && !columns.some(({ field }) => field === 'tagNumber' || field === 'eid'))
    questions.push(
      nameQuestion(
        nameColumn,
        rows,
        columns.some(({ field }) => field === 'registration'),
      ),
    );
  if (hasMissingCells(speciesColumn, strangers)) {
    questions.push({
      id: 'species',
      column: null,
      text: speciesColumn === -1 ? 'Which animals are in this file?' : 'What species are the rows that do not say?',
      options: [
        { value: 'goat', label: 'Goats' },
        { value: 'sheep', label: 'Sheep' },
      ],
      suggestion: likelySpecies(columns, sexColumn, context) ?? null,
    });
  }
  if (hasMissingCells(sexColumn, strangers)) {
    questions.push({
      id: 'sex',
      column: null,
      text:
        sexColumn === -1 ? 'No column says the sex. Are all these animals of one sex?' : 'What sex are the rows that do not say?',
      options: [{ value: 'female' satisfies Sex, label: 'Female' }, { value: 'male' satisfies Sex, label: 'Male' }, skip],
      suggestion: null,
    });
  }
  return [...questions, ...leftQuestion(columns, rows), ...dayQuestions(columns, rows, context.answers, context.today)];
}

/** `Mastitis` says why an animal left, and not how. */
const isTelling = (cell: string, statusOf: (cell: string) => unknown): boolean =>
  !isMissing(cell) && (statusOf(cell) !== undefined || parseYesNo(cell) !== undefined || isSlaughter(cell));

/** A day of leaving without a state does not say whether the animal was sold or has died. */
function leftQuestion(columns: readonly Column[], rows: readonly TableRow[]): Question[] {
  const columnOf = (field: Column['field']): number => columns.findIndex((column) => column.field === field);
  const [left, how, ...tells] = (['statusDate', 'howLeft', 'status', 'soldOn', 'diedOn', 'cause'] as const).map(columnOf);
  const statusOf = createStatusReader(cellsOf(how ?? -1, rows));
  const open = rows.filter(
    ({ cells }) =>
      !isMissing(cells[left ?? -1] ?? '') &&
      !isTelling(cells[how ?? -1] ?? '', statusOf) &&
      tells.every((column) => isMissing(cells[column] ?? '')),
  );
  const [first] = open;
  if (!first) return [];
  return [
    {
      id: 'left',
      column: left ?? null,
      text: `'${columns[left ?? -1]?.heading}' says when ${plural(open.length, 'animal')} left, the first on ${first.cells[left ?? -1]}, and nothing says how. What happened to them?`,
      options: [
        { value: 'sold', label: 'They were sold' },
        { value: 'died', label: 'They have died' },
        { value: 'active', label: 'They are still here: keep the day in the notes' },
      ],
      suggestion: null,
    },
  ];
}

const eventQuestions = (columns: readonly Column[], { rows, answers, today }: InspectionContext): Question[] => [
  ...dayQuestions(columns, rows, answers, today),
  ...(columns.some(({ field }) => field === 'breedingValue') ? breedingValueQuestions(columns, rows) : []),
];

function likelySpecies(
  columns: readonly Column[],
  sexColumn: number,
  { rows, herdSpecies }: InspectionContext,
): Species | undefined {
  const sexCells = cellsOf(sexColumn, rows);
  const named = new Set(sexCells.map(createSexReader(sexCells)).map((sex) => sex?.species));
  named.delete(undefined);
  if (named.size > 1) return undefined;
  return [...named][0] ?? speciesOf(columns.map(({ heading }) => heading)) ?? herdSpecies;
}

const hasMissingCells = (column: number, rows: readonly TableRow[]): boolean =>
  rows.some(({ cells }) => isMissing(cells[column] ?? ''));

const monthName = (number: string | undefined): string => monthNames[Number(number) - 1] ?? '';

function ordinal(number: string | undefined): string {
  const value = Number(number);
  const ending = value === 1 ? 'st' : value === 2 ? 'nd' : value === 3 ? 'rd' : 'th';
  return `${value}${ending}`;
}
