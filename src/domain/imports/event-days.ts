import type { CalendarDate } from '../values/dates.ts';
import { dayInLeapYear, yearOf } from './birth-dates.ts';
import { isMissing } from './cell-values.ts';
import type { ColumnFacts } from './cell-context.ts';
import { listText } from './inspection.ts';
import { isHappened } from './happened-cells.ts';
import { ask, type Question } from './question.ts';
import { daysLeftOut, hasYear, isOfMonth, monthDayQuestionId, yearQuestionId } from './dated-headings.ts';
import { isSignOfEvent, type Column, type TableRow } from './fields.ts';
import { dayFields, fileKinds, type FileKind } from './file-kind.ts';

const questionId = 'weighedOn';

export const answeredDay = (answers: ReadonlyMap<string, string | null>): CalendarDate | null => answers.get(questionId) ?? null;

const isDay = ({ field }: Column): boolean => dayFields.has(field);

/** Asks for the day of a list of events, or of weights, that do not tell it. */
export const dayQuestions = (columns: readonly Column[], rows: readonly TableRow[], kind: FileKind): Question[] => [
  ...monthDayQuestion(columns.filter(({ field }) => field !== 'keep')),
  ...dayQuestion(columns, rows, kind),
];

function monthDayQuestion(columns: readonly Column[]): Question[] {
  const first = columns.find(({ day }) => day !== undefined && isOfMonth(day));
  if (!first) return [];
  const text = `Of which day of the month are the figures under months, such as '${first.heading}'?`;
  return [ask({ id: monthDayQuestionId, text, options: { 1: 'The first', 15: 'The 15th', 28: 'The 28th' } })];
}

/** Asks once for the year of all days, in headings and in cells, that lack it. */
export function yearQuestion(columns: readonly Column[], facts: readonly ColumnFacts[], today: CalendarDate): Question[] {
  const all = columns.map((column, index) => ({ ...column, ...facts[index] }));
  const [headed] = all.flatMap(({ field, day, heading }) => (field !== 'keep' && day && !hasYear(day) ? heading : []));
  const inCells = all.filter(({ withoutYear }) => withoutYear);
  const where = [...(headed ? [`the headings, such as '${headed}'`] : []), ...inCells.map(({ heading }) => `'${heading}'`)];
  if (where.length === 0) return [];
  const text = `Of which year are the days in ${listText(where)}?`;
  const days = all.flatMap(({ day = [], withoutYear = [], order = 'mdy' }) =>
    [day, withoutYear].flat().map((each) => (dayInLeapYear(each, order) ?? '').slice(5)),
  );
  const isOverNewYear = days.some((day) => day > '10') && days.some((day) => day !== '' && day < '05');
  const years = [0, 1, 2].map((ago) => yearOf(today) - ago);
  const seasons = years.map((year) => ({ value: `${year - 1}/${year}`, label: `July ${year - 1} to June ${year}` }));
  // `19.8.` would end the sentence.
  const examples = inCells[0]?.withoutYear?.slice(0, 3).map((day) => day.replace(/\.$/, ''));
  return [
    ask({
      id: yearQuestionId,
      text: examples ? `${text} They begin with ${examples.join(', ')}.` : text,
      options: [
        ...years.map((year) => ({ value: String(year), label: String(year) })),
        ...(isOverNewYear ? seasons : []),
        ...(inCells[0] ? [{ value: daysLeftOut, label: 'Leave these days out' }] : []),
      ],
    }),
  ];
}

function dayQuestion(columns: readonly Column[], rows: readonly TableRow[], kind: FileKind): Question[] {
  const askDay = (text: string): Question[] => [ask({ id: questionId, text, asksDay: true })];
  const weight = columns.findIndex(({ field, day }) => field === 'weight' && day === undefined);
  if (kind !== 'animals' && kind !== 'weighing' && kind !== 'breedingValues') {
    const days = new Set(columns.flatMap(({ day = [] }) => day));
    const isBeside = days.size > 1 && columns.some(({ field, day }) => day === undefined && isSignOfEvent(field));
    // Under a vaccine may be ticks.
    const hasDays = columns.some((column, index) => isDay(column) && rows.some(({ cells }) => /\d/.test(cells[index] ?? '')));
    const isDated = hasDays || (days.size > 0 && !isBeside);
    return isDated || rows.length === 0 ? [] : askDay(`When was this? The ${fileKinds[kind].many} have no day.`);
  }
  const day = columns.findIndex((column) => (kind === 'animals' ? column.field === 'weighingDate' : isDay(column)));
  const isNeeded = rows.some(({ cells }) => !isMissing(cells[weight] ?? '') && isMissing(cells[day] ?? ''));
  if (!isNeeded) return [];
  return askDay(day === -1 ? 'When were they weighed?' : 'When were those weighed that have no weighing date?');
}

/** Whether the file may tell of events that the farm has recorded already. A state may have its day beside it. */
export const mayRepeatEvents = (columns: readonly Column[], kind: FileKind): boolean =>
  kind !== 'animals' || columns.some(({ field }) => isHappened(field) || field === 'breedingValue' || field === 'status');
