import type { Species } from '../records/animals.ts';
import type { CalendarDate } from '../values/dates.ts';
import type { DateOrder } from './birth-dates.ts';
import { isMissing } from './cell-values.ts';
import type { ColumnFacts } from './cell-context.ts';
import { type Column, type TableRow, importFields, type ImportField } from './fields.ts';
import type { FileKind } from './file-kind.ts';
import type { Numbers } from './numbers.ts';
import { answerTo, ask, type Answers, type Asked, type Question } from './question.ts';
import { headingKey } from './heading-words.ts';
import { plural } from '../values/plural.ts';
import { isDoubtfulParent } from './nobody.ts';
import { normalizeWord } from './vocabulary.ts';

/** What the headings and cells of the columns tell, and what the person is asked of them. */
export interface Inspection {
  readonly questions: readonly Question[];
  readonly facts: readonly ColumnFacts[];
}

export interface InspectionContext {
  readonly columns: readonly Column[];
  readonly kind: FileKind;
  readonly rows: readonly TableRow[];
  readonly herdSpecies: Species | undefined;
  readonly memory: Answers;
  readonly answers: Answers;
  readonly today: CalendarDate;
  readonly known: Numbers;
}

/** A column with more unknown words than this contains something other than sexes or species. */
export const maxWordQuestions = 12;

export const memoryKey = (id: string, heading: string): string => id.replace(/:\d+/, () => `:${headingKey(heading)}`);

export const wordQuestionId = (column: number, word: string): string => `word:${column}:${word.slice(0, 100).toWellFormed()}`;

export const unknownWordReason = (cell: string, column: Column, answer: string | null | undefined): string =>
  answer === 'skip'
    ? `You left out the rows with '${cell}' in '${column.heading}'.`
    : `'${cell}' is no ${importFields[column.field].label.toLowerCase()}.`;

export const cellsOf = (column: number, rows: readonly TableRow[]): string[] =>
  rows.map(({ cells }) => cells[column] ?? '').filter((cell) => !isMissing(cell));

/** A column that something is asked about. */
export interface AskingColumn extends Pick<InspectionContext, 'memory'> {
  readonly column: Column;
  readonly index: number;
}

/** The farm's answer to the question about such a column of an earlier file is suggested. */
export function askAbout({ column, index, memory }: AskingColumn, asked: Asked): Question {
  const question = ask({ ...asked, column: index });
  const remembered = memory.get(memoryKey(question.id, column.heading));
  return { ...question, suggestion: question.options.find(({ value }) => value === remembered)?.value ?? null };
}

/** The figures under several months or days are one kind of figures, which the first of these columns asks for. */
export function askingColumn(columns: readonly Column[], index: number): number {
  const isOfFigures = ({ day, ask: fields = [] }: Column): boolean => day !== undefined && fields.includes('famacha');
  const column = columns[index];
  return column && isOfFigures(column) ? columns.findIndex(isOfFigures) : index;
}

export function columnQuestion(fields: readonly ImportField[], index: number, { columns, rows }: InspectionContext): Question {
  const examples = [...new Set(cellsOf(index, rows))].slice(0, 3).join(', ');
  const headings = columns.flatMap(({ heading }, other) => (askingColumn(columns, other) === index ? `'${heading}'` : []));
  return ask({
    id: `column:${index}`,
    column: index,
    text: `What is in ${listText(headings)}? It begins with ${examples === '' ? 'empty cells' : examples}.`,
    options: Object.fromEntries(
      [...fields, 'keep' as const, 'leaveOut' as const].map((each) => [each, importFields[each].label]),
    ),
    // The person who keeps it in the notes says so.
    suggestion: columns[index]?.field === 'keep' ? null : (columns[index]?.field ?? null),
  });
}

/** One question for all columns of days, one for all weights and one for all milk, whose answer is a fact of each. */
export function askOnce(
  questions: readonly Question[],
  facts: readonly ColumnFacts[],
  columns: readonly Column[],
  answers: Answers,
): Inspection {
  const told = [...facts];
  // A column that proves the order is likely to tell that of the others.
  const proven = [...new Set(facts.flatMap(({ order }) => order ?? []))];
  const asked = questions.flatMap((question) => {
    const [what = ''] = question.id.split(':');
    if (!/^(?:date|unit|milk)$/.test(what)) return question;
    const all = questions.flatMap(({ id, column }) => (id.startsWith(`${what}:`) && column !== null ? column : []));
    if (question.column !== all[0]) return [];
    const headings = all.map((column) => `'${columns[column]?.heading}'`);
    const one =
      what === 'date'
        ? { ...question, suggestion: question.suggestion ?? (proven.length === 1 ? (proven[0] ?? null) : null) }
        : { ...question, text: listText(headings) + question.text.slice(headings[0]?.length) };
    const answer = answerTo(one, answers) ?? undefined;
    for (const column of all)
      told[column] = { ...told[column], ...(what === 'date' ? { order: answer as DateOrder | undefined } : { unit: answer }) };
    return one;
  });
  return { questions: asked, facts: told };
}

export const listText = (items: readonly string[]): string =>
  items.length > 4
    ? `${items.slice(0, 3).join(', ')} and ${items.length - 3} more columns`
    : new Intl.ListFormat('en').format(items);

/** Asks what each of these words means. */
export const askWords = (
  asking: AskingColumn,
  cells: readonly string[],
  asked: (example: string) => Pick<Question, 'text'> & { readonly options: Readonly<Record<string, string>> },
): Question[] =>
  [...Map.groupBy(cells, normalizeWord)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, maxWordQuestions)
    .map(([word, all]) => {
      const { text, options } = asked((all[0] ?? '').trim());
      return askAbout(asking, {
        id: wordQuestionId(asking.index, word),
        text: `'${asking.column.heading}': ${text} (${plural(all.length, 'row')})`,
        options,
      });
    });

/** Words that may mean nobody, and may be a name. */
export function askWhoIsNobody(asking: AskingColumn, cells: readonly string[]): Question[] {
  const [role, parent] = asking.column.field === 'motherTag' ? ['mother', 'dam'] : ['father', 'sire'];
  return askWords(asking, cells.filter(isDoubtfulParent), (example) => ({
    text: `is '${example}' one animal?`,
    options: { nobody: `No: the ${role} is not known`, named: `Yes: a ${parent} of this name` },
  }));
}

export const nameQuestion = (column: number, rows: readonly TableRow[], isRegistered: boolean): Question =>
  ask({
    id: 'names',
    text: `These animals have names and no ${isRegistered ? 'tag numbers' : 'numbers'}. What is their tag number? The first is ${cellsOf(column, rows)[0] ?? 'empty'}.`,
    options: {
      name: 'Their name',
      ...(isRegistered && { registration: 'Their registration number, or else the name' }),
      number: 'Number them N1, N2, N3 …',
    },
  });
